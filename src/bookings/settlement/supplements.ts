import type { z } from 'zod'
import { invoiceUrl, issueInvoice } from '../../money/invoices/invoices.ts'
import { closeCheckouts } from '../../money/payments/close-checkouts.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { MAXIMUM_CENTS, minimumCents } from '../../platform/lib/payable.ts'
import type { BookingsContext } from '../context.ts'
import { paymentKey } from '../refunds/notices.ts'
import { TAKES_PLACE } from '../states/states.ts'
import { mailBill } from './bill-mails.ts'
import type { supplement } from './schemas.ts'
import { keptOfStay } from './stay-payment.ts'

/** Most supplements of a stay, billed ones included. */
const MAX_SUPPLEMENTS = 100

export interface Invoice {
  invoice_url: string
  amount_cents: number
  currency: string
}

type Billed = Awaited<ReturnType<typeof queries.states.lock>>

/** Runs `work` in a transaction that holds the lock of a reservation's bills. Bursts wait in line (`Turns` of src/platform/db/semaphore.ts). */
function withBills<T>(
  { db }: BookingsContext,
  reservation_id: number,
  work: (tx: Transaction, reservation: Billed) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => work(tx, await queries.states.lock(tx, { reservation_id })), {
    turns: [`bills ${reservation_id}`],
  })
}

/** @throws AppError 404, 409 a stay that does not take place. */
function assertBillable(reservation: Billed): NonNullable<Billed> {
  if (!reservation) throw new AppError('notFound')
  // Only a stay that takes place has supplements.
  if (!TAKES_PLACE.has(reservation.status)) throw new AppError('illegalMove')
  return reservation
}

/** @throws AppError 409 no card is kept for damage, the guest has not arrived, or more than the guest has agreed to with all of it. */
async function assertWithinConsent(
  tx: Transaction,
  reservation_id: number,
  { amount_cents }: { amount_cents: number },
  currency: string,
): Promise<void> {
  const card = await queries.agreements.lockCard(tx, { reservation_id })
  if (!card || card.damage_cents === 0) throw new AppError('noKeptCard')
  if (!card.has_arrived) throw new AppError('damageBeforeArrival')
  const { total_cents } = await queries.settlement.sumDamage(tx, { reservation_id })
  const left = card.damage_cents - total_cents
  if (amount_cents > left) throw new AppError('aboveDamage', { data: () => ({ left: fromCents(left), currency }) })
}

/**
 * Adds a supplement to a stay, to be billed; `is_damage`: a bill of nothing else is charged to the card that its guest left.
 * @throws AppError 404, 409 a stay that does not take place, too many of them, or damage beyond the consent of the guest.
 */
export async function addSupplement(
  context: BookingsContext,
  reservation_id: number,
  supplement: { label: string; amount_cents: number; is_damage?: boolean; created_by: number },
) {
  return withBills(context, reservation_id, async (tx, reservation) => {
    const limit = MAX_SUPPLEMENTS
    const { currency } = assertBillable(reservation)
    if (supplement.is_damage) await assertWithinConsent(tx, reservation_id, supplement, currency)
    const added = await queries.settlement.insertSupplement(tx, {
      is_damage: false,
      ...supplement,
      reservation_id,
      limit,
    })
    if (!added) throw new AppError('tooManySupplements')
    await markCarriedOut(tx)
    return { ...added, currency }
  })
}

/** @throws AppError 404, 409 billed already. */
export async function removeSupplement(context: BookingsContext, reservation_id: number, id: number): Promise<void> {
  await withBills(context, reservation_id, async (tx) => {
    if (await queries.settlement.deleteSupplement(tx, { reservation_id, id })) return
    const billed = await queries.settlement.findSupplement(tx, { reservation_id, id })
    throw new AppError(billed ? 'conflict' : 'notFound')
  })
}

/**
 * Bills all supplements that are not paid with one payment (docs/design/payments.md, "Supplements and invoices"). A
 * payment that can be paid never changes its amount: with new supplements it is closed and another takes its place.
 * @throws AppError 404, 409 nothing to bill, or less or more than the provider takes, 503 when the provider cannot be asked about an open checkout.
 */
export async function billSupplements(context: BookingsContext, reservation_id: number): Promise<Invoice> {
  const { voided, ...open } = await withBills(context, reservation_id, (tx, reservation) =>
    openBill(context, tx, assertBillable(reservation)),
  )
  // From here on nobody can open a checkout of the voided bill; one that was opened before is closed, or was paid.
  const bill = open.bill ?? (await replaceBill(context, reservation_id, voided))
  return { invoice_url: payLink(context, bill.key), amount_cents: bill.amount_cents, currency: bill.currency }
}

type Bill = Pick<Awaited<ReturnType<typeof queries.payments.insert>>, 'id' | 'key' | 'amount_cents' | 'currency'>

/** The open bill, or a new one; `voided`: the bill that supplements were added to, and that another has to replace. */
async function openBill(
  context: BookingsContext,
  tx: Transaction,
  { id: reservation_id, currency }: NonNullable<Billed>,
): Promise<{ bill?: Bill; voided?: number }> {
  const open = await findOpenBill(tx, reservation_id)
  const added = await queries.settlement.sumUnbilled(tx, { reservation_id })
  // The rest that does not fit into one payment is billed after it.
  if (open && added.total_cents > 0 && open.amount_cents + added.total_cents <= MAXIMUM_CENTS) {
    // A payment in progress stays; the rest is billed after it.
    return (await queries.payments.replace(tx, { payment_id: open.id })) ? { voided: open.id } : { bill: open }
  }
  if (open) return { bill: open }
  // Another request has voided a bill, and has not replaced it yet.
  const left = await queries.settlement.findVoided(tx, { reservation_id })
  if (left) return { voided: left.payment_id }
  return { bill: await newBill(context, tx, reservation_id, added, currency) }
}

/** Bills an amount, and sends the guest its link. @throws AppError 409 nothing to bill, or what the provider does not take in one payment; the lines stay unbilled. */
async function newBill(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  { total_cents: amount_cents, has_damage }: { total_cents: number; has_damage: boolean },
  currency: string,
): Promise<Bill> {
  if (amount_cents === 0) throw new AppError('nothingToBill')
  if (amount_cents < minimumCents(currency)) throw new AppError('billTooSmall')
  if (amount_cents > MAXIMUM_CENTS) throw new AppError('unpayable')
  const stay = await queries.states.findParties(tx, { reservation_id })
  if (!stay) throw new AppError('notFound')
  if (has_damage && stay.check_in > stay.today) throw new AppError('damageBeforeArrival')
  const payment = await queries.payments.insert(tx, { ...keptOfStay(stay), kind: 'supplement', amount_cents, currency })
  await queries.settlement.billSupplements(tx, { reservation_id, payment_id: payment.id })
  const isMailed = await mailBill(context, tx, stay, payment, paymentKey.billed(payment.id))
  if (isMailed) await queries.settlement.noteMailed(tx, { payment_id: payment.id })
  return payment
}

async function findOpenBill(tx: Transaction, reservation_id: number): Promise<Bill | undefined> {
  const last = await queries.payments.findLast(tx, { reservation_id, kind: 'supplement' })
  return last?.is_due ? last : undefined
}

async function replaceBill(
  context: BookingsContext,
  reservation_id: number,
  voided: number | undefined,
): Promise<Bill> {
  await closeCheckouts(context, { reservation_id, payment_id: voided })
  return withBills(context, reservation_id, async (tx, reservation) => {
    const { currency } = assertBillable(reservation)
    await queries.settlement.unbillVoided(tx, { reservation_id })
    const open = await findOpenBill(tx, reservation_id)
    if (open) return open
    const unbilled = await queries.settlement.sumUnbilled(tx, { reservation_id })
    return newBill(context, tx, reservation_id, unbilled, currency)
  })
}

/** The invoice of a stay's own price, or the confirmation of one whose seller issues none here. @throws AppError 409 while nothing is paid, or for imported money. */
export async function invoiceStay(context: BookingsContext, reservation_id: number): Promise<Invoice> {
  const paid = await queries.payments.findLatestPaid(context.db, { reservation_id })
  if (paid?.is_documented === false && paid.confirmation_key === null) throw new AppError('noDocument')
  const document = paid && (await issueInvoice(context, paid.payment_id))
  if (!paid || !document) throw new AppError('nothingPaid')
  return { invoice_url: invoiceUrl(context, document.key), amount_cents: paid.amount_cents, currency: paid.currency }
}

type Supplement = Awaited<ReturnType<typeof queries.settlement.listSupplements>>[number]

/** A supplement in major units, with the state of the payment that bills it. Pure. */
export const showSupplement = ({ amount_cents, status, ...row }: Supplement): z.infer<typeof supplement> => ({
  ...row,
  amount: fromCents(amount_cents),
  payment_status: status,
})
