import type { Transaction } from '../../platform/db/client.ts'
import type { RefundSource } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { PaymentIntent } from '../stripe/intents.ts'
import type { ProviderRefund } from '../stripe/provider.ts'

/** Receipts and refunds. Functions run in the caller's transaction; constraints of PostgreSQL enforce the limits. */

type Receipt = 'applied' | 'surplus' | 'mismatch'

/**
 * Records the money of an intent, once: `applied` when it pays the payment, `surplus` when another intent has paid it
 * before, `mismatch` when amount or currency differ. Returns undefined when the intent was recorded before.
 */
export async function receive(tx: Transaction, paymentId: number, intent: PaymentIntent): Promise<Receipt | undefined> {
  const receipt = await queries.payments.insertReceipt(tx, {
    payment_id: paymentId,
    payment_intent_id: intent.id,
    amount_cents: intent.amountCents,
    currency: intent.currency,
    method_id: intent.keptMethod,
  })
  return receipt?.status
}

export interface RefundRequest {
  payment_intent_id: string
  amount_cents: number
  reason: string
  source: RefundSource
  created_by?: number | undefined
}

/**
 * Reserves an amount for a refund; returns the refund's id.
 * @throws AppError 409 when the refunds would exceed what was received, also under concurrent calls.
 */
export async function reserveRefund(tx: Transaction, request: RefundRequest): Promise<number> {
  const refund = await queries.payments.insertRefund(tx, request)
  if (!refund) throw new AppError('conflict')
  return refund.id
}

/** A refund after an update; `settled` is its new status if the update has succeeded or failed it. */
export interface RefundStep {
  id: number
  payment_id: number
  amount_cents: number
  settled: 'succeeded' | 'failed' | undefined
}

/**
 * Applies the refunds of an intent as they are at the provider. Refunds of this service are found by their key; those
 * that were started at the provider become new rows. A refund never moves back, and the status of the payment follows
 * from the sum.
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

/** Releases the amount of a refused refund; undefined when it was made or refused before. */
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
