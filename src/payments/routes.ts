import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../http.ts'
import { fromCents } from '../money.ts'
import { amount } from '../schemas.ts'
import { applyEvent } from './events.ts'
import { sendRefund } from './refunds.ts'
import { settle } from './settle.ts'

const verified = z.object({ status: z.string(), reservation_id: z.int(), amount, currency: z.string() })

/** The payment provider's way in, and the front end's question after a checkout (specification, Tables A and B). */
export const paymentRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/quotes/payment/verify',
    {
      schema: {
        tags: ['payments'],
        summary: 'Ask the provider about a checkout session and apply what it says, as its webhook would',
        querystring: z.object({ session_id: z.string().min(1, 'required').max(300) }),
        response: { 200: envelopeSchema(verified), ...failures(400, 404, 503) },
      },
    },
    async (request) => {
      const { session_id } = request.query
      const [known] = await queries.payments.findBySession(app.db, { session_id })
      if (!known) throw new AppError('notFound')
      const checkout = await app.payments.findCheckout(session_id)
      if (checkout) await transaction(app.db, (tx) => settle(app, tx, checkout))
      const [payment] = await queries.payments.verification(app.db, { session_id })
      if (!payment) throw new AppError('notFound')
      const { amount_cents, ...answer } = payment
      return envelope(request, checkout?.paid ? 'paid' : 'notPaid', { ...answer, amount: fromCents(amount_cents) })
    },
  )

  app.register(async (webhook) => {
    // The signature covers the bytes as they came.
    webhook.removeContentTypeParser('application/json')
    webhook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))

    webhook.post(
      '/stripe/webhook',
      {
        config: { rateLimit: false },
        schema: {
          tags: ['payments'],
          summary: 'Events of the payment provider, signed in Stripe-Signature; each is applied once',
          response: { 200: doneSchema, ...failures(400, 415) },
        },
      },
      async (request) => {
        const signature = request.headers['stripe-signature']
        if (!(request.body instanceof Buffer) || typeof signature !== 'string') throw new AppError('badSignature')
        const event = app.payments.readEvent(request.body, signature)
        await transaction(app.db, async (tx) => {
          const [received] = await queries.payments.receiveEvent(tx, {
            provider: 'stripe',
            event_id: event.id,
            type: event.type,
            payload: event,
          })
          if (received) await applyEvent(app, tx, event)
        })
        return done(request, 'received')
      },
    )
  })
}

export const paymentJobs: FastifyPluginAsyncZod = async (app) => {
  app.jobs.handle('payments.refund', ({ refund_id }) => sendRefund(app, refund_id))
  app.jobs.handle('payments.expire-session', ({ session_id }) => app.payments.expireCheckout(session_id))
}
