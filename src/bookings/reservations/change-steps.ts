import { guestRefund } from '../../homes/rates/cancellation.ts'
import type { LineCode } from '../../homes/rates/lines.ts'
import { loadPricing, type StayRequest } from '../../homes/rates/load.ts'
import { leastTotal } from '../../homes/rates/price.ts'
import { type ChangedPrice, priceChange, refundOfChange } from '../../homes/rates/price-change.ts'
import { type PricedStay, pricedStay } from '../../homes/rates/priced-stay.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { MAXIMUM_CENTS } from '../../platform/lib/payable.ts'
import type { BookingsContext } from '../context.ts'
import type { MovedMoney, PriceStep } from '../settlement/change-money.ts'
import { correctDocuments, correctionFor } from '../settlement/correction.jobs.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import type { Parties } from '../states/notices.ts'
import { balanceDay, belowFees, hasOtherNights, versionOf } from './change-rules.ts'
import { priceOf as soldPrice } from './channel.ts'

/** Steps of a change of a stay, and of a move of a guest in the house. */

/** A stay as it is before its change, locked. */
export type Locked = NonNullable<Awaited<ReturnType<typeof queries.states.lockForChange>>>

/** Effects of a change. Amounts in cents. */
export interface StayChange extends MovedMoney {
  reservation_id: number
  before: StayRequest & { total_cents: number }
  after: StayRequest & { total_cents: number }
  price: PricedStay
  /** Refund by the terms of before, today. */
  by_terms_cents: number
  /** Refunds of a guest who has paid the whole price of before, or of after, and cancels today. */
  refunds_today: { before_cents: number; after_cents: number }
  /** The stay at another home to which a guest in the house moves. */
  continuation: Continuation | null
}

export interface Continuation {
  reservation_id: number
  stay: StayRequest & { total_cents: number }
  price: PricedStay
  /** Money of the first stay that pays for it. */
  carried_cents: number
}

interface Prices {
  before: PricedStay
  after: PricedStay
}

/** The outcome of a change, with the terms of both prices. Pure. */
export const outcomeOf = (row: Locked, after: StayRequest, prices: Prices, money: MovedMoney): StayChange => ({
  reservation_id: row.id,
  before: { ...versionOf(row), total_cents: row.total_cents },
  after: { ...after, total_cents: prices.after.total_cents },
  price: prices.after,
  by_terms_cents: refundOfChange(prices.before, prices.after, row.today),
  refunds_today: {
    before_cents: refundToday(prices.before, row.today),
    after_cents: refundToday(prices.after, row.today),
  },
  continuation: null,
  ...money,
})

/** Refund of a guest who has paid everything and cancels today, in cents. Pure. */
export const refundToday = ({ cancellation, total_cents }: PricedStay, today: string): number =>
  guestRefund(cancellation, total_cents, total_cents, today)

/** Home and days of a stay. Pure. */
export const daysOf = ({ property_id, check_in, check_out }: StayRequest) => ({ property_id, check_in, check_out })

/** The money of a change: `stay` is the stay as it will be. Pure. */
export const stepOf = (
  row: Locked,
  stay: Parties,
  prices: Prices,
  by: Pick<PriceStep, 'reason' | 'created_by'>,
): PriceStep => ({
  ...{ stay, ...prices, ...by, currency: row.currency },
  balance_due_on: balanceDay(row.balance_due_on, row, stay),
})

/** The price of a stay that a channel has sold, at whatever home: it stays, unless the company writes down another total. Pure. @throws AppError 400 */
function channelPrice(old: PricedStay, { check_in, check_out }: StayRequest, wanted: ChangedPrice): PricedStay {
  const total_cents = typeof wanted === 'number' ? wanted : old.total_cents
  const sum = (code: LineCode) =>
    old.lines.reduce((cents, line) => cents + (line.code === code ? line.amount_cents : 0), 0)
  const parts = { cleaning_cents: sum('cleaning'), tourist_tax_cents: sum('tourist_tax') }
  if (total_cents < parts.cleaning_cents + parts.tourist_tax_cents)
    throw belowFees(parts.cleaning_cents + parts.tourist_tax_cents)
  const { currency, excluded = [], withheld = [] } = old
  return soldPrice({ check_in, check_out, total_cents, ...parts, currency, excluded, withheld })
}

export interface WrittenChange {
  row: Locked
  after: StayRequest
  step: PriceStep
  /** The price as the stay keeps it. */
  quote: PricedStay
  actor: { actor: 'owner' | 'support'; actor_id: number }
}

/** @throws AppError 400 a total below cleaning and tax, 409 another currency, or a total that no provider takes. */
export async function priceOf(
  tx: Transaction,
  row: Locked,
  after: StayRequest,
  wanted: ChangedPrice,
): Promise<PricedStay> {
  const old = pricedStay.parse(row.quote)
  if (row.source === 'channel') return channelPrice(old, after, wanted)
  const input = await loadPricing(tx, after, { with_drafts: true })
  if (input.home.currency !== row.currency) throw new AppError('otherAccount')
  const is_same_home = after.property_id === row.property_id
  const price = priceChange(input, { price: old, stay: row, is_same_home }, wanted)
  if (!price) throw belowFees(leastTotal(input))
  if (price.total_cents > MAXIMUM_CENTS) throw new AppError('unpayable')
  return price
}

/** Writes a changed stay with its nights and its history, and has its documents corrected; returns the id of the change. */
export async function writeChange(
  context: BookingsContext,
  tx: Transaction,
  { row, after, step, quote, actor }: WrittenChange,
): Promise<number> {
  const reservation_id = row.id
  const otherNights = hasOtherNights(row, after)
  if (otherNights) await queries.states.releaseNights(tx, { reservation_id })
  const before = { ...versionOf(row), total_cents: row.total_cents }
  const { change_id, hold_expires_at } = await queries.states.change(tx, {
    reservation_id,
    ...after,
    ...actor,
    quote,
    total_cents: quote.total_cents,
    due_now_cents: quote.due_now_cents,
    balance_due_on: quote.balance_due_on,
    reason: step.reason,
    change: { before, after: { ...after, total_cents: quote.total_cents } },
  })
  const { home: title, check_in, check_out } = step.stay
  await queries.payments.followStay(tx, { reservation_id, title, check_in, check_out, payable_until: hold_expires_at })
  if (otherNights) {
    await expireOverdueHolds(context, tx, after)
    await queries.states.takeNights(tx, { reservation_id })
    await context.freedNights.closeTaken(tx, row)
  }
  await context.departureTasks.followStay(tx, reservation_id)
  const cause = correctionFor(step.before, step.after, after.property_id !== row.property_id)
  if (cause) await context.jobs.enqueue(tx, correctDocuments, { reservation_id, change_id, cause })
  return change_id
}
