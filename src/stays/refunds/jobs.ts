import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type RefundRequest, releaseRefund, reserveRefund } from '../../money/payments/ledger.ts'
import { withPaymentOf } from '../../money/payments/payment-lock.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { refundsChanged, tellRefund } from './refunds.ts'

/**
 * Reserves an amount for a refund, enqueues the call to the provider and notifies the guest, in the caller's
 * transaction.
 * @throws AppError 409 when the refunds would exceed what was received, also under concurrent calls.
 */
export async function startRefund(
  app: FastifyInstance,
  tx: Transaction,
  payment_id: number,
  request: RefundRequest,
): Promise<number> {
  const id = await reserveRefund(tx, request)
  await app.jobs.enqueue(tx, sendRefund, { refund_id: id })
  await tellRefund(app, tx, { id, payment_id, amount_cents: request.amount_cents, settled: undefined })
  return id
}

/** Makes a refund at the provider. Running it again changes nothing. */
export const sendRefund = defineJob({
  name: 'refunds.send',
  needs: 'payments',
  payload: z.object({ refund_id: z.int() }),
  async run(app, { refund_id }) {
    const refund = await queries.payments.findRefund(app.db, { refund_id })
    if (refund?.status !== 'pending' || refund.provider_refund_id !== null) return
    const { key, payment_intent_id, amount_cents } = refund
    if (refund.is_old) {
      // The provider deletes idempotency keys after a day, so the result of an earlier attempt is searched in its list.
      const made = await app.payments.listRefunds(payment_intent_id)
      if (made.some((one) => one.key === key)) return refundsChanged(app, payment_intent_id, made)
    }
    try {
      const made = await app.payments.refund({ key, paymentIntentId: payment_intent_id, amountCents: amount_cents })
      await refundsChanged(app, payment_intent_id, [made])
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'providerRefused') throw error
      app.log.error({ err: error, refund: refund_id }, 'refund refused')
      // Perhaps somebody has refunded in the provider's dashboard: what is left decides how to continue.
      await refundsChanged(app, payment_intent_id, await app.payments.listRefunds(payment_intent_id))
      await refundRefused(app, refund_id, payment_intent_id)
    }
  },
})

/**
 * Handles a refund that the provider refuses: releases its amount and notifies support. If less is left than the refund
 * asked for, that amount is refunded instead.
 */
async function refundRefused(app: FastifyInstance, refund_id: number, payment_intent_id: string): Promise<void> {
  await withPaymentOf(app, payment_intent_id, async (tx, payment) => {
    const refused = await releaseRefund(tx, refund_id, payment_intent_id)
    if (!refused) return
    await tellRefund(app, tx, refused)
    const rest = await queries.payments.findRest(tx, { refund_id })
    if (!rest || rest.left_cents === 0 || rest.left_cents >= refused.amount_cents) return
    const { left_cents: amount_cents, source, created_by } = rest
    await startRefund(app, tx, payment.payment_id, {
      payment_intent_id,
      amount_cents,
      source,
      created_by: created_by ?? undefined,
      reason: `rest of refund ${refund_id}`,
    })
  })
}
