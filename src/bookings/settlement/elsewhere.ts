import { creditRefund, issueInvoice } from '../../money/invoices/invoices.ts'
import { closeCheckoutJob, closeCheckoutsOf } from '../../money/payments/close-checkouts.ts'
import { isDue, isOfPrice, isSingle } from '../../money/payments/states.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import type { MoneyMethod, PaymentKind } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { BookingsContext } from '../context.ts'
import { elsewhereFirst, partsOf } from '../refunds/amounts.ts'
import { paymentKey, paymentNotice } from '../refunds/notices.ts'
import { lockStay } from '../states/lock-stay.ts'
import { notifyGuest, type Parties } from '../states/notices.ts'
import { findForParty } from '../states/parties.ts'
import { isOpen } from '../states/states.ts'
import { makeBalance } from './balance.ts'
import { settleOverdueHolds } from './holds.ts'
import { confirmPaid, notifyPaid, revivePaid } from './receive.ts'
import { lockIdle, replacePayment, splitPayment } from './replace.ts'
import { rulesOfStay } from './seller-rules.ts'

/** Money that a company receives, and gives back, elsewhere than here (docs/design/payments.md, "Money received elsewhere"). */

/** Subjects of an entry, and the kinds of their payments. */
const SUBJECTS = { deposit: 'booking', balance: 'balance', bill: 'supplement' } as const satisfies Record<
  string,
  PaymentKind
>

/** Methods of money that a program may record only as the law of its seller's country says. */
const CASH: readonly MoneyMethod[] = ['cash', 'cheque']

export interface Entry {
  /** Below zero: a refund that the company has made. */
  amount_cents: number
  method: MoneyMethod
  /** The day of the money, at most today at the home. */
  received_on: string
  note: string | undefined
  /** By default the oldest payment that is due. */
  pays: keyof typeof SUBJECTS | undefined
}

interface Recorded extends Omit<Entry, 'pays'> {
  created_by: number
  /** undefined: of any kind. */
  kind: string | undefined
}

/**
 * Records money that the company has received for a stay, or has refunded. It pays what is due, or a part of it; a hold whose booking is
 * paid is confirmed, also one that has expired, if its nights are free.
 * @throws AppError 400 a day that cannot be, 403 its guest, 404 also for strangers, 409 more than is due or left, a part of a bill or of an expired hold, taken
 * nights, cash that may not be recorded here, or a payment in progress, 503 when the provider cannot be asked about an open checkout.
 */
export async function recordMoney(
  context: BookingsContext,
  identity: Identity,
  reservation_id: number,
  entry: Entry,
): Promise<void> {
  const find = (db: Queryable) => findForParty(db, identity, reservation_id, 'host')
  const stay = await find(context.db)
  const { status } = await assertDay(context, reservation_id, entry)
  const { pays, ...rest } = entry
  const wanted = pays && SUBJECTS[pays]
  const recorded = { ...rest, created_by: identity.personId, kind: wanted }
  // Money that goes back is recorded however it goes: it corrects what is here already.
  if (entry.amount_cents < 0) return transaction(context.db, (tx) => recordRefund(context, tx, stay, recorded))
  if (CASH.includes(entry.method)) await assertCash(context, reservation_id)
  // A guest who has just paid is seen first: the money is not taken for what is due after that.
  const { id, kind } = dueFor(await listDue(context.db, reservation_id), recorded)
  if (id !== null) await closeCheckoutsOf(context, id)
  if (status === 'expired') await settleOverdueHolds(context, stay)
  await lockStay(context, find, (tx, locked) => receiveElsewhere(context, tx, locked, { ...recorded, kind }))
}

/** @throws AppError 409 with the sentence, where the seller may not record cash here. */
async function assertCash(context: BookingsContext, reservation_id: number): Promise<void> {
  const { cash } = await rulesOfStay(context, context.db, reservation_id)
  if (cash.state === 'off')
    throw new AppError('cashNotAllowed', { data: (locale) => ({ text: cash.text?.[locale] ?? null }) })
}

/** @throws AppError 400, 404 */
async function assertDay({ db }: BookingsContext, reservation_id: number, { received_on }: Entry) {
  const books = await queries.settlement.findBooks(db, { reservation_id })
  if (!books) throw new AppError('notFound')
  if (received_on > books.today) throw invalid({ received_on: 'inTheFuture' })
  if (received_on < books.earliest) throw invalid({ received_on: 'longBefore' })
  return books
}

/** Lists the payments of a stay that are due, by today at its home. @throws AppError 404 */
async function listDue(db: Queryable, reservation_id: number) {
  const books = await queries.settlement.findBooks(db, { reservation_id })
  if (!books) throw new AppError('notFound')
  return queries.payments.listDue(db, { reservation_id, today: books.today })
}

type Due = Awaited<ReturnType<typeof queries.payments.listDue>>[number]

/** The payment that an entry pays. Pure. @throws AppError 409 with what is due, for more than that, or for a part of a bill. */
function dueFor(due: Due[], { amount_cents, kind }: Pick<Recorded, 'amount_cents' | 'kind'>): Due {
  // A balance that is not made yet is not due: only an entry that names it pays it.
  const wanted = due.find((one) => (kind === undefined ? one.id !== null : one.kind === kind))
  const due_cents = wanted?.amount_cents ?? 0
  if (!wanted || amount_cents > due_cents)
    throw new AppError('moreThanDue', { data: () => ({ due: fromCents(due_cents) }) })
  if (wanted.kind === 'supplement' && amount_cents < due_cents) throw new AppError('partOfBill')
  return wanted
}

/** The caller holds the lock of the calendar. */
async function receiveElsewhere(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  entry: Recorded,
): Promise<void> {
  const reservation_id = stay.id
  // Before the stay: checkouts lock in this order too.
  await queries.payments.lockLast(tx, { reservation_id, kind: 'booking' })
  const reservation = await queries.states.lock(tx, { reservation_id })
  const isExpired = reservation?.status === 'expired'
  const due = reservation && (isExpired || isOpen(reservation.status)) ? await listDue(tx, reservation_id) : []
  const wanted = dueFor(isExpired ? due.filter(({ kind }) => kind === 'booking') : due, entry)
  const due_id = wanted.id ?? (await makeBalance(tx, reservation_id))?.id
  if (due_id === undefined) throw new AppError('conflict')
  const { amount_cents } = entry
  const rest_cents = wanted.amount_cents - amount_cents
  if (isExpired && rest_cents > 0)
    throw new AppError('partOfExpired', { data: () => ({ due: fromCents(wanted.amount_cents) }) })
  const payment_id = await takePart(context, tx, due_id, { part_cents: amount_cents, rest_cents })
  await payElsewhere(tx, { ...entry, payment_id })
  const confirms = wanted.kind === 'booking' && rest_cents === 0 && reservation?.status === 'pending'
  const notify = isExpired ? revivePaid : confirms ? confirmPaid : notifyPaid
  await notify(context, tx, stay, { payment_id, amount_cents, currency: wanted.currency })
  await markCarriedOut(tx)
}

type Receipt = Parameters<typeof queries.payments.insertReceiptElsewhere>[1]

/** Records the money of a payment, which the caller has locked or made, and notifies nobody. */
export async function payElsewhere(tx: Transaction, receipt: Receipt): Promise<void> {
  await queries.payments.insertReceiptElsewhere(tx, receipt)
  await queries.payments.markPaid(tx, receipt)
}

/** The payment of a part of what is due, or of all of it. */
async function takePart(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  parts: { part_cents: number; rest_cents: number },
): Promise<number> {
  if (parts.rest_cents > 0) return (await splitPayment(context, tx, payment_id, parts)).id
  await lockIdle(tx, payment_id)
  await context.jobs.enqueue(tx, closeCheckoutJob, { payment_id })
  return payment_id
}

/** Records a refund that the company has made, one payment after another. Money from elsewhere is refunded first. */
async function recordRefund(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  { amount_cents, kind, method, received_on: paid_on, note: reason, created_by }: Recorded,
): Promise<void> {
  const receipts = (await queries.payments.listReceipts(tx, { reservation_id: stay.id })).filter(
    (receipt) => kind === undefined || receipt.kind === kind,
  )
  if (receipts.length === 0) throw new AppError('nothingPaid')
  for (const { payment_intent_id, part_cents, currency } of partsOf(elsewhereFirst(receipts), -amount_cents)) {
    const refund = { amount_cents: part_cents, method, paid_on, reason, created_by }
    const { id, payment_id } = await refundElsewhere(context, tx, payment_intent_id, refund)
    await notifyGuest(context, tx, stay, {
      ...paymentNotice('refund_approved', stay, { payment_id, amount_cents: part_cents, currency }),
      dedupe_key: paymentKey.refund(id, 'refund_approved'),
    })
  }
  await markCarriedOut(tx)
}

/**
 * Records a refund outside this service, in cents, and notifies nobody.
 * @throws AppError 409 when the refunds would exceed what was received, also under concurrent calls.
 */
export async function refundElsewhere(
  context: BookingsContext,
  tx: Transaction,
  payment_intent_id: string,
  refund: Omit<Parameters<typeof queries.payments.insertRefundElsewhere>[1], 'payment_intent_id'>,
) {
  const made = await queries.payments.insertRefundElsewhere(tx, { ...refund, payment_intent_id })
  if (!made) throw new AppError('overRefund')
  await queries.payments.sumRefunds(tx, { payment_intent_id })
  await context.jobs.enqueue(tx, creditRefund, { payment_id: made.payment_id, refund_id: made.id })
  return made
}

/**
 * Deletes an entry that was a mistake, on the day of the home on which it was made: its invoice gets a credit note, and what it paid is due
 * again.
 * @throws AppError 403 its guest, 404 also for strangers and for money that came by card, 409 a later day, an entry that was deleted or
 * refunded, or a payment in progress.
 */
export async function deleteEntry(
  context: BookingsContext,
  identity: Identity,
  reservation_id: number,
  payment_id: number,
): Promise<void> {
  const find = (db: Queryable) => findForParty(db, identity, reservation_id, 'host')
  await find(context.db)
  const wanted = { reservation_id, payment_id }
  if (!(await queries.settlement.findEntry(context.db, wanted))) throw new AppError('notFound')
  // A document shows what was paid as it was.
  await issueInvoice(context, payment_id)
  await lockStay(context, find, async (tx) => {
    await queries.payments.lock(tx, { payment_id })
    const entry = await queries.settlement.findEntry(tx, wanted)
    if (!entry) throw new AppError('notFound')
    if (!entry.is_open || entry.refunded_cents > 0) throw new AppError('entryClosed')
    const { payment_intent_id, amount_cents } = entry
    await refundElsewhere(context, tx, payment_intent_id, { amount_cents, created_by: identity.personId })
    await askAgain(context, tx, { ...wanted, ...entry })
    await markCarriedOut(tx)
  })
}

/**
 * Makes the amount of an entry due again, together with the rest if that is due, up to the price of the stay. Nothing is due for an abandoned
 * stay.
 */
async function askAgain(
  context: BookingsContext,
  tx: Transaction,
  entry: { reservation_id: number; payment_id: number; kind: PaymentKind; amount_cents: number },
): Promise<void> {
  const { reservation_id, payment_id, kind } = entry
  const last = isSingle(kind) ? await queries.payments.lockLast(tx, { reservation_id, kind }) : undefined
  const reservation = await queries.states.lock(tx, { reservation_id })
  if (!reservation || !isOpen(reservation.status)) return
  const { price_cents, open_cents, kept_cents } = await queries.settlement.findOwed(tx, { reservation_id })
  const room_cents = isOfPrice(kind) ? price_cents - open_cents - kept_cents : entry.amount_cents
  const amount_cents = Math.min(entry.amount_cents, room_cents)
  if (amount_cents <= 0) return
  if (last && isDue(last.status)) {
    await replacePayment(context, tx, last.id, last.amount_cents + amount_cents)
    return
  }
  const before = { payment_id: last?.id ?? payment_id }
  await queries.payments.giveSuccessor(tx, before)
  const successor = await queries.payments.insertSuccessor(tx, { ...before, amount_cents, is_part: false })
  await queries.settlement.billWith(tx, { payment_id, successor_id: successor.id })
  // A confirmed stay stays confirmed, and what is due for it has no deadline.
  if (reservation.status !== 'pending') await queries.payments.liftDeadline(tx, { reservation_id })
}

/** The money of a stay: entries, amounts in cents. */
export async function listMoney(context: BookingsContext, reservation_id: number) {
  const [books, entries, due] = await Promise.all([
    queries.settlement.findBooks(context.db, { reservation_id }),
    queries.payments.listMoney(context.db, { reservation_id }),
    listDue(context.db, reservation_id),
  ])
  if (!books) throw new AppError('notFound')
  const isDueNow = isOpen(books.status)
  return {
    currency: books.currency,
    due_cents: isDueNow ? sum(due.filter(({ is_later }) => !is_later)) : 0,
    kept_cents: sum(entries),
    entries,
  }
}

const sum = (rows: { amount_cents: number }[]): number =>
  rows.reduce((total, { amount_cents }) => total + amount_cents, 0)
