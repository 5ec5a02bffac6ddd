import { z } from 'zod'
import type { queries } from '../db/queries.ts'
import { fromCents } from '../money.ts'
import { photo, type propertyDetails } from './schemas.ts'

type Row = Awaited<ReturnType<typeof queries.properties.show>>[number]

const photos = z.array(photo)

/** A home as the API shows it, amounts in major units. */
export function showProperty(row: Row): z.infer<typeof propertyDetails> {
  const {
    owner_id,
    owner_name,
    owner_avatar,
    base_price_cents,
    weekend_price_cents,
    cleaning_fee_cents,
    extra_guest_fee_cents,
    security_deposit_cents,
    rating_average,
    check_in_time,
    check_out_time,
    ...same
  } = row
  return {
    ...same,
    owner: { id: owner_id, first_name: owner_name, avatar: owner_avatar },
    base_price: fromCents(base_price_cents),
    weekend_price: weekend_price_cents === null ? null : fromCents(weekend_price_cents),
    cleaning_fee: fromCents(cleaning_fee_cents),
    extra_guest_fee: fromCents(extra_guest_fee_cents),
    security_deposit: fromCents(security_deposit_cents),
    check_in_time: check_in_time.slice(0, 5),
    check_out_time: check_out_time.slice(0, 5),
    rating_average: rating_average === null ? null : Number(rating_average),
    photos: photos.parse(row.photos),
  }
}
