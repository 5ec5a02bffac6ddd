import { z } from 'zod'
import { amount, day, shownDay, shownUuid, timestamp, uuid, wholeParameter } from '../../platform/http/fields.ts'
import { daysBetween, isDay } from '../../platform/lib/days.ts'
import { FREE, HOME, inDays, QUOTE } from '../../reference/examples/demo.ts'
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
  const nights = daysBetween(check_in, check_out)
  if (nights >= 1 && nights <= MAX_NIGHTS) return
  const problem =
    nights < 1 ? { message: 'checkOutAfterCheckIn' } : { message: 'stayTooLong', params: { limit: MAX_NIGHTS } }
  context.addIssue({ code: 'custom', path: ['check_out'], ...problem })
}

export const guests = {
  adults: wholeParameter(1, 50).default(1).meta({ description: 'Paying guests, counted for the guest limit' }),
  children: wholeParameter(0, 50).default(0).meta({ description: 'Counted as adults, except for the tourist tax' }),
  infants: wholeParameter(0, 20).default(0).meta({ description: 'Free, and not counted as guests' }),
}

export const stayRequest = z.object({
  property_id: uuid.meta({ example: HOME }),
  check_in: day.meta({ example: FREE.check_in }),
  check_out: day.meta({ example: FREE.check_out }),
  ...guests,
})

const priceLine = z.object({ code: z.enum(LINE_CODES), quantity: z.int().optional(), amount }).meta({ id: 'PriceLine' })

/** A price in an answer, in major units. */
const priceFields = z.object({
  nights: z.int().meta({ example: 3 }),
  currency: z.string().meta({ example: 'EUR' }),
  nightly: z
    .array(
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
    )
    .meta({
      example: [
        { date: inDays(120), base: 120, source: 'base', season_id: 1, discount: 12, net: 108 },
        { date: inDays(121), base: 120, source: 'base', season_id: 1, discount: 12, net: 108 },
        { date: inDays(122), base: 144, source: 'weekend', season_id: 1, discount: 14.4, net: 129.6 },
      ],
    }),
  excluded: z
    .array(priceLine)
    .optional()
    .meta({ description: 'Taxes and fees of a booking of a channel that `total` does not include', example: [] }),
  withheld: z
    .array(priceLine)
    .optional()
    .meta({ description: 'Taxes of such a booking that the channel collects for the authorities', example: [] }),
  lines: z.array(priceLine).meta({
    example: [
      { code: 'accommodation', quantity: 3, amount: 384 },
      { code: 'season_reduction', amount: -38.4 },
      { code: 'cleaning', quantity: 1, amount: 48 },
      { code: 'tourist_tax', quantity: 6, amount: 17.28 },
    ],
  }),
  total: amount.meta({ example: 410.88 }),
  due_now: amount.meta({ example: 123.26 }),
  balance: amount.meta({ example: 287.62 }),
  balance_due_on: shownDay
    .nullable()
    .meta({ description: 'The day on which the balance is due; null without one', example: inDays(90) }),
  security_deposit: amount.meta({ example: 200 }),
  caution: amount.meta({
    deprecated: true,
    description: 'Same as `security_deposit`; removed in 1.0',
    example: 200,
  }),
  cancellation: z
    .array(
      z
        .object({ until: shownDay, first_night_kept: z.boolean(), percent_refunded: z.int(), refund: amount })
        .meta({ id: 'CancellationStep' }),
    )
    .meta({
      description:
        'The refund of a cancellation up to each day: of a quote, and of a hold without money, for a guest who has paid everything; of a stay, of what was paid so far',
      example: [
        { until: inDays(115), first_night_kept: false, percent_refunded: 100, refund: 410.88 },
        { until: FREE.check_in, first_night_kept: true, percent_refunded: 50, refund: 184.08 },
      ],
    }),
})

export const shownPrice = priceFields.meta({ id: 'Price' })

export const quoteSchema = priceFields
  .extend({
    quote_id: shownUuid.meta({ example: QUOTE }),
    property_id: shownUuid.meta({ example: HOME }),
    check_in: shownDay.meta({ example: FREE.check_in }),
    check_out: shownDay.meta({ example: FREE.check_out }),
    guests: z.object({ adults: z.int(), children: z.int(), infants: z.int() }),
    available: z.boolean().meta({ description: 'Whether the nights are free' }),
    bookable: z.boolean().meta({ description: 'Whether the stay can be reserved' }),
    violations: z
      .array(
        z.object({
          code: z.enum([...VIOLATION, 'dates_taken']),
          field: z.string(),
          limit: z.number().optional().meta({ description: 'Guests, nights, days, or an amount' }),
          message: z.string(),
        }),
      )
      .meta({ example: [] }),
    expires_at: timestamp,
  })
  .meta({ id: 'Quote' })
