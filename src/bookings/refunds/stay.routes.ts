import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { amount, idempotencyHeaders, integerId } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { PAYMENT, STAY } from '../../reference/examples/demo.ts'
import { refundRequest } from './routes.ts'
import { refundStay } from './stay.ts'

const stayRefunded = z.object({
  reservation_id: z.int().meta({ example: STAY }),
  refunds: z.array(
    z.object({
      refund_id: z.int().meta({ example: 4 }),
      payment_id: z.int().meta({ example: PAYMENT }),
      amount: amount.meta({ example: 50 }),
    }),
  ),
  currency: z.string().meta({ example: 'EUR' }),
  refundable: amount.meta({ description: 'Amount that can still be refunded', example: 73.26 }),
})

/** Refunds by the company (docs/design/payments.md, "Refunds"). */
export const stayRefundRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/reservations/:id/refund',
    merged(app.idempotent, {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: 'payments.write',
        people: true,
        audits: ['payment.refund'],
        events: ['payment.changed'],
      },
      schema: {
        tags: ['payments'],
        operationId: 'refundReservation',
        summary: 'Refund a part of a stay, as the company',
        description: `For the owner, their team and staff. Refunds the payments of the stay in their order, so one amount
          can become several refunds. A job sends them, and the guest is notified now and when each is done. The stay is
          not cancelled; a cancellation has a refund of its own. Honours \`Idempotency-Key\`; without it, a repeated request
          refunds twice. A payment that the guest’s bank disputes is left out; without enough others it is 409 \`payment_disputed\`.`,
        'x-message': 'refunding',
        security: BEARER,
        'x-demo-account': 'owner',
        headers: idempotencyHeaders,
        params: z.object({ id: integerId.describe('Id of the reservation').meta({ example: STAY }) }),
        body: refundRequest,
        response: {
          200: envelopeSchema(stayRefunded),
          ...failures(400, 401, 403, 404, 'nothingPaid', 'overRefund', 'paymentDisputed'),
        },
      },
    }),
    async (request) => {
      const { amount: amount_cents, reason } = request.body
      const made = await refundStay(app, identityOf(request), request.params.id, { amount_cents, reason })
      const { refunds, refundable_cents, ...stay } = made
      return envelope(request, {
        ...stay,
        refunds: refunds.map(({ part_cents, ...refund }) => ({ ...refund, amount: fromCents(part_cents) })),
        refundable: fromCents(refundable_cents),
      })
    },
  )
}
