import { z } from 'zod'
import type { queries } from '../db/queries.ts'
import { fromCents } from '../lib/money.ts'
import { showPhoto } from './photos.ts'
import type { propertyDetails } from './schemas.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.properties.find>>>

const photos = z.array(z.unknown())

/**
 * A home in the format of the API, with amounts in major units; the response schema removes internal columns. Who knows it
 * closely, its owner, the staff and guests of confirmed stays, sees address, exact coordinates and phone. Pure.
 */
export function showProperty(row: Row, isKnownClosely: boolean): z.infer<typeof propertyDetails> {
  const place = isKnownClosely ? row : { address: null, latitude: row.public_latitude, longitude: row.public_longitude }
  return {
    ...row,
    address: place.address,
    latitude: place.latitude,
    longitude: place.longitude,
    owner: {
      id: row.owner_id,
      first_name: row.owner_name,
      avatar: row.owner_avatar,
      phone: isKnownClosely ? row.owner_phone : null,
    },
    base_price: fromCents(row.base_price_cents),
    weekend_price: row.weekend_price_cents === null ? null : fromCents(row.weekend_price_cents),
    cleaning_fee: fromCents(row.cleaning_fee_cents),
    extra_guest_fee: fromCents(row.extra_guest_fee_cents),
    security_deposit: fromCents(row.security_deposit_cents),
    check_in_time: row.check_in_time.slice(0, 5),
    check_out_time: row.check_out_time.slice(0, 5),
    rating_average: row.rating_average === null ? null : Number(row.rating_average),
    photos: photos.parse(row.photos).map(showPhoto),
  }
}
