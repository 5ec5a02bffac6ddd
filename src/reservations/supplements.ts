import type { FastifyInstance } from 'fastify'
import { type Transaction, transaction } from '../db/client.ts'
import type { ReservationStatus } from '../db/enums.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { invoiceUrl, issueInvoice } from '../payments/invoices.ts'
import { payLink } from '../payments/pay-link.ts'
import { findLatestPaid, findOpenSupplement, insertSupplementPayment, voidPayment } from '../payments/payments.ts'
import { closeCheckouts } from './holds.ts'

/** Only a stay that takes place has supplements. */
const BILLABLE: ReservationStatus[] = ['confirmed', 'checked_in', 'completed']

export interface Invoice {
  invoice_url: string
  amount_cents: number
  currency: string
}

/** @throws AppError 404, 409 a stay that does not take place. */
async function lockBillable(tx: Transaction, reservation_id: number) {
  const reservation = await queries.reservations.lockForBilling(tx, { reservation_id })
  if (!reservation) throw new AppError('notFound')
  if (!BILLABLE.includes(reservation.status)) throw new AppError('illegalMove')
  return reservation
}

/** Adds a supplement to a stay, to be billed. */
export async function addSupplement(
  app: FastifyInstance,
  reservation_id: number,
  supplement: { label: string; amount_cents: number; created_by: number },
) {
  return transaction(app.db, async (tx) => {
    await lockBillable(tx, reservation_id)
    return queries.reservations.insertSupplement(tx, { reservation_id, ...supplement })
  })
}

/** @throws AppError 404, 409 billed already. */
export async function removeSupplement(app: FastifyInstance, reservation_id: number, id: number): Promise<void> {
  await transaction(app.db, async (tx) => {
    await queries.reservations.lockForBilling(tx, { reservation_id })
    if (await queries.reservations.deleteSupplement(tx, { reservation_id, id })) return
    const billed = await queries.reservations.findSupplement(tx, { reservation_id, id })
    throw new AppError(billed ? 'conflict' : 'notFound')
  })
}

/**
 * Bills all supplements that are not paid with one payment (docs/design/payments.md, "Supplements and invoices"). A
 * payment that can be paid never changes its amount: with new supplements it is closed and another takes its place.
 * @throws AppError 404, 409 nothing to bill, 503 when the provider cannot be asked about an open checkout.
 */
export async function billSupplements(app: FastifyInstance, reservation_id: number): Promise<Invoice> {
  const open = await findOpenSupplement(app.db, { reservation_id })
  const unbilled = await queries.reservations.sumUnbilled(app.db, { reservation_id })
  if (open && unbilled.total_cents > 0) await closeCheckouts(app, reservation_id, open.id)
  const payment = await transaction(app.db, (tx) => billLocked(tx, reservation_id))
  return { invoice_url: payLink(app, payment.key), amount_cents: payment.amount_cents, currency: payment.currency }
}

async function billLocked(tx: Transaction, reservation_id: number) {
  const { currency } = await lockBillable(tx, reservation_id)
  const open = await findOpenSupplement(tx, { reservation_id })
  const added = await queries.reservations.sumUnbilled(tx, { reservation_id })
  if (added.total_cents === 0) {
    if (!open) throw new AppError('nothingToBill')
    return open
  }
  if (open) {
    // Its checkout is closed. A payment that is in progress still stays, and the rest waits for it.
    if (!(await voidPayment(tx, { payment_id: open.id }))) return open
    await queries.reservations.unbillSupplements(tx, { payment_id: open.id })
  }
  const { total_cents: amount_cents } = await queries.reservations.sumUnbilled(tx, { reservation_id })
  const payment = await insertSupplementPayment(tx, { reservation_id, amount_cents, currency })
  await queries.reservations.billSupplements(tx, { reservation_id, payment_id: payment.id })
  return payment
}

/** The invoice of a stay's own price. @throws AppError 409 while nothing is paid. */
export async function invoiceStay(app: FastifyInstance, reservation_id: number): Promise<Invoice> {
  const paid = await findLatestPaid(app.db, { reservation_id })
  const document = paid && (await issueInvoice(app, paid.payment_id))
  if (!paid || !document) throw new AppError('nothingPaid')
  return { invoice_url: invoiceUrl(app, document.key), amount_cents: paid.amount_cents, currency: paid.currency }
}
