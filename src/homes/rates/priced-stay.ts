import { z } from 'zod'
import { LINE_CODES } from './lines.ts'

/** The rules that a stay can break. */
export const VIOLATION = [
  'too_many_guests',
  'in_the_past',
  'lead_time',
  'booking_window',
  'closed_to_arrival',
  'closed_to_departure',
  'min_stay',
  'max_stay',
  'total_too_high',
] as const

/** A rule of the home that a stay breaks. */
const violation = z.object({
  code: z.enum(VIOLATION),
  /** The field of the request that breaks the rule. */
  field: z.enum(['check_in', 'check_out', 'adults', 'children', 'infants']),
  /** The limit of the rule: guests, nights, days ahead, or an amount in major units. */
  limit: z.number().exactOptional(),
})

/** Source of the price of a night. */
export const NIGHT_SOURCE = ['calendar', 'weekend', 'base'] as const

const night = z.object({
  date: z.string(),
  base_cents: z.int(),
  source: z.enum(NIGHT_SOURCE),
  season_id: z.int().nullable(),
  discount_cents: z.int(),
  net_cents: z.int(),
  extra_guests_cents: z.int(),
})

const line = z.object({
  code: z.enum(LINE_CODES),
  quantity: z.int().exactOptional(),
  amount_cents: z.int(),
})

/** One step of the cancellation terms, fixed when a reservation is made. */
const cancellation = z.object({
  /** The last day on which it applies, in the time zone of the home. */
  until: z.string(),
  first_night_kept: z.boolean(),
  percent_refunded: z.int(),
  /** The refund of a guest who has paid everything. */
  refund_cents: z.int(),
})
/** A priced stay in cents, as quotes and reservations store it. */
export const pricedStay = z.object({
  currency: z.string(),
  nights: z.int(),
  violations: z.array(violation),
  nightly: z.array(night),
  lines: z.array(line),
  /** Taxes and fees of a stay of a channel that the total does not include. */
  excluded: z.array(line).exactOptional(),
  /** Taxes of such a stay that the channel collects for the authorities. */
  withheld: z.array(line).exactOptional(),
  total_cents: z.int(),
  due_now_cents: z.int(),
  balance_cents: z.int(),
  /** The day on which the balance is due; null without one, and in prices from before there was one. */
  balance_due_on: z.string().nullable().default(null),
  /** The security deposit, which is not part of the total. */
  security_deposit_cents: z.int(),
  cancellation: z.array(cancellation),
})

export type PricedStay = z.infer<typeof pricedStay>
export type Violation = z.infer<typeof violation>
export type Night = z.infer<typeof night>
export type Line = z.infer<typeof line>
export type Cancellation = z.infer<typeof cancellation>
