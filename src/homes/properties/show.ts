import type { z } from 'zod'
import type { queries } from '../../platform/db/queries.ts'
import { showPerson } from '../../platform/http/person.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { HomesContext } from '../context.ts'
import { showTax } from '../taxes/schemas.ts'
import { showPhotos } from './photos.ts'
import { ownProperty, type propertyDetails } from './schemas.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.properties.find>>>

/** Degrees to some ten centimetres. Pure. */
const sixDecimals = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000

/**
 * A home in the format of the API, with amounts in major units; the response schema removes internal columns. Who knows it
 * closely, its owner, the staff and guests of confirmed stays, sees address, exact coordinates and phone. The owner and the staff see the name
 * of the home in imports, and its days for its own owner. Pure.
 */
export function showProperty(
  context: Pick<HomesContext, 'fileUrl' | 'frontEnd'>,
  row: Row,
  { isKnownClosely, isOwn }: { isKnownClosely: boolean; isOwn: boolean },
): z.infer<typeof propertyDetails> {
  const place = isKnownClosely ? row : { address: null, latitude: row.public_latitude, longitude: row.public_longitude }
  return {
    ...row,
    url: context.frontEnd.property(row.id),
    external_id: isOwn ? row.external_id : null,
    owner_days: isOwn ? row.owner_days : null,
    seller_id: isOwn ? row.seller_id : null,
    address: place.address,
    latitude: sixDecimals(place.latitude),
    longitude: sixDecimals(place.longitude),
    owner: {
      ...showPerson(context, { id: row.owner_id, first_name: row.owner_name, avatar: row.owner_avatar }),
      phone: isKnownClosely ? row.owner_phone : null,
    },
    company:
      row.company_name === null
        ? null
        : {
            name: row.company_name,
            logo_url: row.company_logo && context.fileUrl(row.company_logo),
            site: row.company_site,
          },
    base_price: fromCents(row.base_price_cents),
    weekend_price: row.weekend_price_cents === null ? null : fromCents(row.weekend_price_cents),
    cleaning_fee: fromCents(row.cleaning_fee_cents),
    extra_guest_fee: fromCents(row.extra_guest_fee_cents),
    security_deposit: fromCents(row.security_deposit_cents),
    tourist_tax: showTax({
      per_adult_night_cents: row.tax_per_adult_night_cents,
      percent_hundredths: row.tax_percent_hundredths,
      cap_cents: row.tax_cap_cents,
    }),
    check_in_time: row.check_in_time.slice(0, 5),
    check_out_time: row.check_out_time.slice(0, 5),
    rating_average: row.rating_average === null ? null : Number(row.rating_average),
    photos: showPhotos(context, row.photos),
  }
}

type OwnRow = Awaited<ReturnType<typeof queries.properties.listOfOwner>>[number]

/** A home in the list of its owner. Pure. */
export const showOwn = (context: Pick<HomesContext, 'fileUrl'>, row: OwnRow): z.infer<typeof ownProperty> =>
  ownProperty.parse({
    ...row,
    base_price: fromCents(row.base_price_cents),
    rating_average: row.rating_average === null ? null : Number(row.rating_average),
    cover: row.cover && context.fileUrl(row.cover),
  })
