import { z } from 'zod'
import { type RefundRequest, releaseRefund, reserveRefund } from '../../money/payments/ledger.ts'
import { withPaymentOf } from '../../money/payments/payment-lock.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BookingsContext } from '../context.ts'
import { notifyOfRefund, refundsChanged } from './refunds.ts'

/**
 * Reserves an amount for a refund, enqueues the call to the provider and notifies the guest, in the caller's
 * transaction.
 * @throws AppError 409 when the refunds would exceed what was received, also under concurrent calls.
 */
export async function startRefund(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  request: RefundRequest,
): Promise<number> {
  const id = await reserveRefund(tx, request)
  await context.jobs.enqueue(tx, sendRefund, { refund_id: id })
  await notifyOfRefund(context, tx, { id, payment_id, amount_cents: request.amount_cents, settled: undefined })
  return id
}

/** Starts a refund for each part of some receipts. Returns the refunds in the order of the parts. @throws AppError 409 as `startRefund`. */
export async function startRefunds(
  context: BookingsContext,
  tx: Transaction,
  parts: { payment_id: number; payment_intent_id: string; part_cents: number }[],
  request: Omit<RefundRequest, 'payment_intent_id' | 'amount_cents'>,
) {
  const refunds: { refund_id: number; payment_id: number; part_cents: number }[] = []
  for (const { payment_id, payment_intent_id, part_cents } of parts) {
    const part = { ...request, payment_intent_id, amount_cents: part_cents }
    refunds.push({ refund_id: await startRefund(context, tx, payment_id, part), payment_id, part_cents })
  }
  return refunds
}

/** Makes a refund at the provider. Running it again changes nothing. */
export const sendRefund = defineJob({
  name: 'refunds.send',
  events: ['payment.refunded'],
  needs: 'payments',
  payload: z.object({ refund_id: z.int() }),
  async run(context: BookingsContext, { refund_id }) {
    const refund = await queries.payments.findRefund(context.db, { refund_id })
    if (refund?.status !== 'pending' || refund.provider_refund_id !== null) return
    const { key, payment_intent_id, amount_cents } = refund
    if (refund.is_old) {
      // The provider deletes idempotency keys after a day, so the result of an earlier attempt is searched in its list.
      const made = await context.payments.listRefunds(payment_intent_id)
      if (made.some((one) => one.key === key)) return refundsChanged(context, payment_intent_id, made)
    }
    try {
      const made = await context.payments.refund({ key, paymentIntentId: payment_intent_id, amountCents: amount_cents })
      await refundsChanged(context, payment_intent_id, [made])
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'providerRefused') throw error
      context.log.error({ err: error, refund: refund_id }, 'refund refused')
      // Perhaps somebody has refunded in the provider's dashboard: what is left decides how to continue.
      await refundsChanged(context, payment_intent_id, await context.payments.listRefunds(payment_intent_id))
      await refundRefused(context, refund_id, payment_intent_id)
    }
  },
})

/**
 * Handles a refund that the provider refuses: releases its amount and notifies support. If less is left than the refund
 * asked for, that amount is refunded instead.
 */
async function refundRefused(context: BookingsContext, refund_id: number, payment_intent_id: string): Promise<void> {
  await withPaymentOf(context, payment_intent_id, async (tx, payment) => {
    const refused = await releaseRefund(tx, refund_id, payment_intent_id)
    if (!refused) return
    await notifyOfRefund(context, tx, refused)
    const rest = await queries.payments.findRest(tx, { refund_id })
    if (!rest || rest.left_cents === 0 || rest.left_cents >= refused.amount_cents) return
    const { left_cents: amount_cents, source, created_by } = rest
    await startRefund(context, tx, payment.payment_id, {
      payment_intent_id,
      amount_cents,
      source,
      created_by: created_by ?? undefined,
      reason: `rest of refund ${refund_id}`,
    })
  })
}
