import type { PricedStay } from '../../homes/rates/priced-stay.ts'
import { closeCheckoutJob } from '../../money/payments/close-checkouts.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import { isOfPrice } from '../../money/payments/states.ts'
import type { Transaction } from '../../platform/db/client.ts'
import type { PaymentKind } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isPayable, minimumCents } from '../../platform/lib/payable.ts'
import type { BookingsContext } from '../context.ts'
import { cardsFirst, isByCard, leftCents, partsOf, refundCents } from '../refunds/amounts.ts'
import { startRefunds } from '../refunds/jobs.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import type { Parties } from '../states/notices.ts'
import { correctLater } from './correction.jobs.ts'
import { lockIdle, replacePayment } from './replace.ts'
import { keptOfStay } from './stay-payment.ts'

/** The money of a stay whose price changes (docs/design/domain.md, "Change of a stay"). Amounts in cents. */

export interface PriceStep {
  /** The stay as it will be. */
  stay: Parties
  before: PricedStay
  after: PricedStay
  /** The day on which the balance will be due, where there is one; null: there is none. */
  balance_due_on: string | null
  currency: string
  reason: string
  created_by: number
}

export interface MovedMoney {
  /** Link of what is due now because of the change; null: nothing. */
  payment_url: string | null
  /** Due because of the change, by that link. */
  due_cents: number
  /** No longer due. */
  waived_cents: number
  refund_cents: number
  /** The part of the refund that this service makes; the company refunds what it has received elsewhere. */
  card_cents: number
  /** The balance that is left, made or to come. */
  balance_cents: number
}

/**
 * Follows the price of a stay that goes on. A dearer stay has a payment of its own, so that no more is asked for than it costs. A cheaper one
 * lowers open payments first, and refunds the rest.
 * The caller holds the locks of the calendar, of the payments and of the stay.
 * @throws AppError 409 while a payment is in progress, or for a difference that the provider does not take.
 */
export async function followPrice(context: BookingsContext, tx: Transaction, step: PriceStep): Promise<MovedMoney> {
  const { over_cents, ...lowered } = await lowerOpen(context, tx, step)
  const refund = await refundDifference(context, tx, step, over_cents)
  const due_cents = await dueOfStep(tx, step)
  const payment_url = due_cents > 0 ? await askForMore(context, tx, step, due_cents, 'change') : null
  return { payment_url, due_cents, ...lowered, ...refund }
}

/** The difference of a dearer stay, at most what is neither open nor kept of its price. */
async function dueOfStep(tx: Transaction, { stay, before, after, currency }: PriceStep): Promise<number> {
  const more_cents = after.total_cents - before.total_cents
  if (more_cents <= 0) return 0
  const { open_cents, kept_cents } = await queries.settlement.findOwed(tx, { reservation_id: stay.id })
  const room_cents = after.total_cents - open_cents - kept_cents
  // Money above the earlier price counts. A rest that no provider takes is not asked for.
  if (room_cents < more_cents) return room_cents < minimumCents(currency) ? 0 : room_cents
  return more_cents
}

/** Lowers the open parts of a price that becomes cheaper. `over_cents`: the rest of the difference. @throws AppError 409 as `followPrice`. */
export async function lowerOpen(
  context: BookingsContext,
  tx: Transaction,
  { stay, before, after, balance_due_on }: PriceStep,
): Promise<Pick<MovedMoney, 'waived_cents' | 'balance_cents'> & { over_cents: number }> {
  const reservation_id = stay.id
  const difference = after.total_cents - before.total_cents
  const open = await queries.payments.listOpenParts(tx, { reservation_id })
  const waived = await waive(context, tx, open, Math.max(0, -difference))
  const scheduled = open.find(({ is_scheduled }) => is_scheduled)
  const balance_cents = leftCents(open.filter(isBalance)) - refundCents(waived.filter(isBalance))
  if (scheduled && balance_cents > 0 && scheduled.rest_due_on !== balance_due_on) {
    const { payment_id } = scheduled
    await queries.payments.setRest(tx, { payment_id, rest_cents: balance_cents, rest_due_on: balance_due_on })
  }
  const waived_cents = refundCents(waived)
  return { waived_cents, balance_cents, over_cents: Math.max(0, -difference) - waived_cents }
}

/** Takes an amount from the open parts of a price, as far as they go; returns what it took of each. @throws AppError 409 while one is being paid. */
export async function waive(context: BookingsContext, tx: Transaction, open: OpenPart[], cents: number) {
  const waived = partsOf(open, Math.min(cents, leftCents(open)))
  for (const part of waived) await lower(context, tx, part)
  return waived
}

/** Takes from the open parts of a price what was paid of it meanwhile. @throws AppError 409 while one is being paid. */
export const lowerToPrice = (context: BookingsContext, reservation_id: number): Promise<void> =>
  lockStay(context, stayOf(reservation_id), async (tx) => {
    await queries.payments.lockOfReservation(tx, { reservation_id })
    const { price_cents, open_cents, kept_cents } = await queries.settlement.findOwed(tx, { reservation_id })
    const above_cents = Math.min(open_cents, open_cents + kept_cents - price_cents)
    if (above_cents <= 0) return
    await waive(context, tx, await queries.payments.listOpenParts(tx, { reservation_id }), above_cents)
    await correctLater(context, tx, reservation_id)
  })

type OpenPart = Awaited<ReturnType<typeof queries.payments.listOpenParts>>[number]

const isBalance = ({ kind, is_scheduled }: OpenPart): boolean => kind === 'balance' || is_scheduled

/** Lowers an open part of a price. A balance to come has another amount; a payment has a successor, or is void where nothing remains. */
async function lower(
  context: BookingsContext,
  tx: Transaction,
  { payment_id, left_cents, part_cents, is_scheduled, rest_due_on }: OpenPart & { part_cents: number },
): Promise<void> {
  const rest = left_cents - part_cents
  if (is_scheduled) {
    const days = rest > 0 ? { rest_cents: rest, rest_due_on } : { rest_cents: null, rest_due_on: null }
    await queries.payments.setRest(tx, { payment_id, ...days })
  } else if (rest > 0) {
    await replacePayment(context, tx, payment_id, rest)
  } else {
    await lockIdle(tx, payment_id)
    await queries.payments.void(tx, { payment_id })
    await context.jobs.enqueue(tx, closeCheckoutJob, { payment_id })
  }
}

/** Refunds a part of what was paid of the price, at most what is left of it, by card first. */
export async function refundDifference(
  context: BookingsContext,
  tx: Transaction,
  step: PriceStep,
  cents: number,
): Promise<Pick<MovedMoney, 'refund_cents' | 'card_cents'>> {
  if (cents === 0) return { refund_cents: 0, card_cents: 0 }
  const ofPrice = await receiptsOfPrice(tx, step.stay.id)
  const parts = partsOf(cardsFirst(ofPrice), Math.min(cents, leftCents(ofPrice)))
  const byCard = parts.filter(isByCard)
  const { reason, created_by } = step
  await startRefunds(context, tx, byCard, { reason, created_by, source: 'api' })
  return { refund_cents: refundCents(parts), card_cents: refundCents(byCard) }
}

/** Receipts of the price of a stay that are not refunded in full, locked. */
export const receiptsOfPrice = async (tx: Transaction, reservation_id: number) =>
  (await queries.payments.listReceipts(tx, { reservation_id })).filter(({ kind }) => isOfPrice(kind))

/**
 * Asks for an amount by a payment of its own; returns its link.
 * @throws AppError 409 for an amount that the provider does not take.
 */
export async function askForMore(
  context: BookingsContext,
  tx: Transaction,
  { stay, currency }: Pick<PriceStep, 'stay' | 'currency'>,
  amount_cents: number,
  kind: PaymentKind,
): Promise<string> {
  if (amount_cents < minimumCents(currency)) throw new AppError('differenceTooSmall')
  if (!isPayable(amount_cents, currency)) throw new AppError('unpayable')
  const payment = await queries.payments.insert(tx, { ...keptOfStay(stay), kind, amount_cents, currency })
  return payLink(context, payment.key)
}

/**
 * Fits the payment of a hold to its price. Parts of it that the company has received already count.
 * @throws AppError 409 while it is being paid, or for an amount that the provider does not take.
 */
export async function repriceHold(
  context: BookingsContext,
  tx: Transaction,
  { stay, before, after, currency }: PriceStep,
): Promise<MovedMoney> {
  const reservation_id = stay.id
  const open = await queries.payments.listOpenParts(tx, { reservation_id })
  const hold = open.find(({ kind, is_scheduled }) => kind === 'booking' && !is_scheduled)
  if (!hold) throw new AppError('conflict')
  const paid_cents = leftCents(await queries.payments.listReceipts(tx, { reservation_id }))
  const { due_cents, ...rest } = dueOfHold(after, paid_cents)
  const money = { due_cents, ...rest, waived_cents: Math.max(0, before.total_cents - after.total_cents), card_cents: 0 }
  if (due_cents === 0) {
    await lower(context, tx, { ...hold, part_cents: hold.left_cents })
    await queries.payments.setRest(tx, { payment_id: hold.payment_id, rest_cents: null, rest_due_on: null })
    return { ...money, payment_url: null }
  }
  if (!isPayable(due_cents, currency)) throw new AppError('unpayable')
  const { id: payment_id, key } = await replacePayment(context, tx, hold.payment_id, due_cents)
  const rest_cents = rest.balance_cents > 0 ? rest.balance_cents : null
  const rest_due_on = rest_cents === null ? null : after.balance_due_on
  await queries.payments.setRest(tx, { payment_id, rest_cents, rest_due_on })
  return { ...money, payment_url: payLink(context, key) }
}

/**
 * The open amounts of a hold whose company has received a part: what is due now, the balance, and what is too much. Where that part is more
 * than what is due at booking, the rest of the price is due at once. Pure.
 */
function dueOfHold(
  { total_cents, due_now_cents, balance_cents, balance_due_on }: PricedStay,
  paid_cents: number,
): Pick<MovedMoney, 'due_cents' | 'balance_cents' | 'refund_cents'> {
  const refund_cents = Math.max(0, paid_cents - total_cents)
  if (paid_cents >= due_now_cents)
    return { due_cents: Math.max(0, total_cents - paid_cents), balance_cents: 0, refund_cents }
  return {
    due_cents: due_now_cents - paid_cents,
    balance_cents: balance_due_on === null ? 0 : balance_cents,
    refund_cents,
  }
}
