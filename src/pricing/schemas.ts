import { z } from 'zod'
import { amount, day, guests, timestamp, uuid } from '../http/fields.ts'
import { isDay, nightsBetween } from '../lib/days.ts'

/** No stay is longer; keeps every computation bounded. */
export const MAX_NIGHTS = 1_096

/** Check-out after check-in, and not too far. */
export const stayOrder = <T extends { check_in?: string | undefined; check_out?: string | undefined }>(
  stay: T,
  context: z.RefinementCtx<T>,
): void => {
  const { check_in, check_out } = stay
  if (check_in === undefined || check_out === undefined || !isDay(check_in) || !isDay(check_out)) return
  const nights = nightsBetween(check_in, check_out)
  if (nights >= 1 && nights <= MAX_NIGHTS) return
  context.addIssue({ code: 'custom', path: ['check_out'], message: nights < 1 ? 'checkOutAfterCheckIn' : 'tooLong' })
}

export const stayRequest = z.object({ property_id: uuid, check_in: day, check_out: day, ...guests })

/** The stay as the engine priced it, in cents: what quotes and reservations keep. */
export const pricedStay = z.object({
  currency: z.string(),
  nights: z.int(),
  violations: z.array(
    z.object({
      code: z.enum([
        'too_many_guests',
        'lead_time',
        'booking_window',
        'closed_to_arrival',
        'closed_to_departure',
        'min_stay',
        'max_stay',
      ]),
      field: z.enum(['check_in', 'check_out', 'adults', 'children', 'infants']),
      limit: z.int().exactOptional(),
    }),
  ),
  nightly: z.array(
    z.object({
      date: z.string(),
      base_cents: z.int(),
      source: z.enum(['calendar', 'weekend', 'base']),
      season_id: z.int().nullable(),
      discount_cents: z.int(),
      net_cents: z.int(),
      extra_guests_cents: z.int(),
    }),
  ),
  lines: z.array(
    z.object({
      code: z.enum(['accommodation', 'season_reduction', 'extra_guests', 'cleaning', 'tourist_tax']),
      quantity: z.int().exactOptional(),
      amount_cents: z.int(),
    }),
  ),
  total_cents: z.int(),
  due_now_cents: z.int(),
  balance_cents: z.int(),
  caution_cents: z.int(),
  cancellation: z.array(
    z.object({
      until: z.string(),
      first_night_kept: z.boolean(),
      percent_refunded: z.int(),
      refund_cents: z.int(),
    }),
  ),
})

/** A price as the API shows it, in major units. */
export const shownPrice = z.object({
  nights: z.int(),
  currency: z.string(),
  nightly: z.array(
    z.object({
      date: z.string(),
      base: amount,
      source: z.string(),
      season_id: z.int().nullable(),
      discount: amount,
      net: amount,
    }),
  ),
  lines: z.array(z.object({ code: z.string(), quantity: z.int().optional(), amount })),
  total: amount,
  due_now: amount,
  balance: amount,
  caution: amount,
  cancellation: z.array(
    z.object({
      until: z.string(),
      first_night_kept: z.boolean(),
      percent_refunded: z.int(),
      refund: amount,
    }),
  ),
})

export const quoteSchema = shownPrice
  .extend({
    quote_id: z.string(),
    property_id: z.string(),
    check_in: z.string(),
    check_out: z.string(),
    guests: z.object({ adults: z.int(), children: z.int(), infants: z.int() }),
    available: z.boolean(),
    violations: z.array(
      z.object({ code: z.string(), field: z.string(), limit: z.int().optional(), message: z.string() }),
    ),
    expires_at: timestamp,
  })
  .meta({ id: 'Quote' })
