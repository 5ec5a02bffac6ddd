import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import type { PaymentIntent, ProviderRefund } from './provider.ts'

/** Money that came in and went back. Every function runs in the caller's transaction; PostgreSQL holds the limits. */

type Receipt = 'applied' | 'surplus' | 'mismatch'

/**
 * Writes down the money of an intent, once: `applied` when it pays the payment, `surplus` when that was paid before by
 * another intent, `mismatch` when the amount or the currency is not what was asked for. undefined when it is known.
 */
export async function receive(tx: Transaction, paymentId: number, intent: PaymentIntent): Promise<Receipt | undefined> {
  const receipt = await queries.payments.insertReceipt(tx, {
    payment_id: paymentId,
    payment_intent_id: intent.id,
    amount_cents: intent.amountCents,
    currency: intent.currency,
  })
  if (receipt?.status === 'applied') await queries.payments.markPaid(tx, { payment_id: paymentId })
  return receipt?.status
}

export interface RefundRequest {
  payment_intent_id: string
  amount_cents: number
  reason: string
  source: 'api' | 'cancellation' | 'late' | 'surplus' | 'provider'
  created_by?: number | undefined
}

/**
 * Sets money aside to go back; returns the refund's id.
 * @throws AppError 409 when more would go back than came in, also under concurrent calls.
 */
export async function reserveRefund(tx: Transaction, request: RefundRequest): Promise<number> {
  const refund = await queries.payments.insertRefund(tx, request)
  if (!refund) throw new AppError('conflict')
  return refund.id
}

/** A refund after it was looked at; `settled` when that brought it to its end, or from success to failure. */
export interface RefundStep {
  id: number
  payment_id: number
  amount_cents: number
  settled: 'succeeded' | 'failed' | undefined
}

/**
 * Applies what the provider says of the refunds of an intent: ours by their key, those begun at the provider as new rows.
 * A refund never steps back; the payment's status follows from the sum.
 */
export async function applyRefunds(
  tx: Transaction,
  payment_intent_id: string,
  refunds: ProviderRefund[],
): Promise<RefundStep[]> {
  const steps: RefundStep[] = []
  for (const { id: provider_refund_id, key, amountCents, status } of refunds) {
    await queries.payments.adoptRefund(tx, { payment_intent_id, provider_refund_id, key, amount_cents: amountCents })
    const moved = await queries.payments.settleRefund(tx, { provider_refund_id, status })
    const known = moved ?? (await queries.payments.findRefundByNumber(tx, { provider_refund_id }))
    if (known) steps.push({ ...known, settled: moved && status !== 'pending' ? status : undefined })
  }
  await queries.payments.sumRefunds(tx, { payment_intent_id })
  return steps
}

/** Gives back what a refused refund had set aside; undefined when it has been made or refused before. */
export async function releaseRefund(
  tx: Transaction,
  refund_id: number,
  payment_intent_id: string,
): Promise<RefundStep | undefined> {
  const failed = await queries.payments.failRefund(tx, { refund_id })
  if (!failed) return undefined
  await queries.payments.sumRefunds(tx, { payment_intent_id })
  return { ...failed, settled: 'failed' }
}
