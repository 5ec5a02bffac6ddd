import { z } from 'zod'
import { amount, day, guests, shownDay, shownUuid, timestamp, uuid } from '../../platform/http/fields.ts'
import { isDay, nightsBetween } from '../../platform/lib/days.ts'
import { LINE_CODES } from './lines.ts'
import { NIGHT_SOURCE, VIOLATION } from './priced-stay.ts'

/** The longest stay; limits every computation. */
export const MAX_NIGHTS = 1_096

/** Checks that check-out is after check-in and the stay is not too long. */
export const stayOrder = <T extends { check_in?: string | undefined; check_out?: string | undefined }>(
  stay: T,
  context: z.RefinementCtx<T>,
): void => {
  const { check_in, check_out } = stay
  if (check_in === undefined || check_out === undefined || !isDay(check_in) || !isDay(check_out)) return
  const nights = nightsBetween(check_in, check_out)
  if (nights >= 1 && nights <= MAX_NIGHTS) return
  const problem =
    nights < 1 ? { message: 'checkOutAfterCheckIn' } : { message: 'stayTooLong', params: { limit: MAX_NIGHTS } }
  context.addIssue({ code: 'custom', path: ['check_out'], ...problem })
}

export const stayRequest = z.object({ property_id: uuid, check_in: day, check_out: day, ...guests })

/** A price in an answer, in major units. */
export const shownPrice = z.object({
  nights: z.int(),
  currency: z.string(),
  nightly: z.array(
    z
      .object({
        date: shownDay,
        base: amount,
        source: z.enum(NIGHT_SOURCE),
        season_id: z.int().nullable(),
        discount: amount,
        net: amount,
      })
      .meta({ id: 'NightPrice' }),
  ),
  lines: z.array(
    z.object({ code: z.enum(LINE_CODES), quantity: z.int().optional(), amount }).meta({ id: 'PriceLine' }),
  ),
  total: amount,
  due_now: amount,
  balance: amount,
  balance_due_on: shownDay.nullable().meta({ description: 'The day on which the balance is due; null without one' }),
  security_deposit: amount,
  caution: amount.meta({ deprecated: true, description: 'The same as `security_deposit`; it goes with 1.0' }),
  cancellation: z.array(
    z
      .object({ until: shownDay, first_night_kept: z.boolean(), percent_refunded: z.int(), refund: amount })
      .meta({ id: 'CancellationStep' }),
  ),
})

export const quoteSchema = shownPrice
  .extend({
    quote_id: shownUuid,
    property_id: shownUuid,
    check_in: shownDay,
    check_out: shownDay,
    guests: z.object({ adults: z.int(), children: z.int(), infants: z.int() }),
    available: z.boolean().meta({ description: 'Whether the nights are free' }),
    bookable: z.boolean().meta({ description: 'Whether nothing keeps it from being reserved' }),
    violations: z.array(
      z.object({
        code: z.enum([...VIOLATION, 'dates_taken']),
        field: z.string(),
        limit: z.number().optional().meta({ description: 'Guests, nights, days, or an amount' }),
        message: z.string(),
      }),
    ),
    expires_at: timestamp,
  })
  .meta({ id: 'Quote' })
