import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { withPayment } from '../../money/payments/payment-lock.ts'
import { REFUND_STATUS } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { amount, idempotencyHeaders, integerId, moneyToReturn, spacedLine } from '../../platform/http/fields.ts'
import { identityOf, requireRole, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { PAYMENT } from '../../reference/examples/demo.ts'
import { findForParty } from '../states/parties.ts'
import { startRefund } from './jobs.ts'

export const refundRequest = z
  .object({
    amount: moneyToReturn.meta({ example: 50 }),
    reason: spacedLine(500).meta({ example: 'Piscine fermée' }),
  })
  .meta({ id: 'RefundRequest' })

const refundResult = z.object({
  refund_id: z.int().meta({ example: 4 }),
  payment_id: z.int().meta({ example: PAYMENT }),
  amount: amount.meta({ example: 50 }),
  currency: z.string().meta({ example: 'EUR' }),
  status: z.enum(REFUND_STATUS).meta({ example: 'pending' }),
  refundable: amount.meta({ description: 'Amount that can still be refunded', example: 73.26 }),
})

/** POST /payments/:id/refund (docs/design/payments.md, "Refunds"). It stands here because refunds tell the guest. */
export const refundRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/payments/:id/refund',
    merged(app.idempotent, {
      onRequest: [app.authenticate, requireRole(...STAFF)],
      config: { specified: true, may: STAFF, audits: ['payment.refund'], events: ['payment.changed'] },
      schema: {
        tags: ['payments'],
        operationId: 'refundPayment',
        summary: 'Refund a payment in part, as support',
        description: `For support and administrators. \`id\` is that of a payment of \`GET /reservations/{id}\`. A job
          makes the refund: it starts as \`pending\`, and the guest is notified now and when it is done.
          \`refundable\` is the amount that can still be refunded. Honours \`Idempotency-Key\`; without it, a repeated
          request refunds twice. A payment that the guest’s bank disputes is 409 \`payment_disputed\`.`,
        'x-message': 'refunding',
        security: BEARER,
        'x-demo-account': 'support',
        headers: idempotencyHeaders,
        params: z.object({ id: integerId.describe('Id of the payment') }),
        body: refundRequest,
        response: {
          200: envelopeSchema(refundResult),
          ...failures(400, 401, 403, 404, 'nothingPaid', 'overRefund', 'paymentDisputed'),
        },
      },
    }),
    async (request) => {
      const { amount: amount_cents, reason } = request.body
      const payment_id = request.params.id
      const refund = await withPayment(app, payment_id, async (tx, locked) => {
        const payment = await locked
        if (!payment) throw new AppError('notFound')
        const { reservation_id } = payment
        if (reservation_id !== null) await findForParty(tx, identityOf(request), reservation_id, 'host')
        const receipt = await queries.payments.findReceipt(tx, { payment_id })
        if (!receipt) throw new AppError('nothingPaid')
        if (receipt.is_disputed) throw new AppError('paymentDisputed')
        if (amount_cents > receipt.left_cents) throw new AppError('overRefund')
        const refund_id = await startRefund(app, tx, payment_id, {
          payment_intent_id: receipt.payment_intent_id,
          amount_cents,
          reason,
          source: 'api',
          created_by: identityOf(request).userId,
        })
        await markCarriedOut(tx)
        return { refund_id, currency: payment.currency, left_cents: receipt.left_cents - amount_cents }
      })
      const { left_cents, ...made } = refund
      const amounts = { amount: fromCents(amount_cents), refundable: fromCents(left_cents) }
      return envelope(request, { ...made, ...amounts, payment_id, status: 'pending' as const })
    },
  )
}
