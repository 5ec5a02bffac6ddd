import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { pipeline, type Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LARGE_BODY_BYTES } from '../../platform/http/bodies.ts'
import { done, doneSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { receive, receiveMalformed } from '../../platform/inbox/inbox.ts'
import { databaseTime } from '../../realtime/bus/bus.ts'
import { hintOf, OF_INTENT, reportedIntent } from './hint.ts'
import { applyStripeEventJob } from './jobs.ts'

const eventSchema = z.looseObject({ id: z.string().min(1).max(255), type: z.string().min(1).max(255) })

const signed = z.looseObject({
  'stripe-signature': z.string().optional().describe('Time and signature of the provider'),
})

/** The webhook of the payment provider (docs/design/payments.md, "Inbox"). */
export const stripeRoutes: FastifyPluginAsyncZod = async (webhook) => {
  // The signature covers the raw bytes.
  webhook.removeContentTypeParser('application/json')
  webhook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))

  webhook.post(
    '/stripe/webhook',
    {
      bodyLimit: LARGE_BODY_BYTES,
      config: { silent: true, specified: true, rateLimit: false },
      schema: {
        tags: ['payments'],
        'x-audience': ['installation'],
        operationId: 'receiveStripeEvent',
        summary: 'Receive an event from the payment provider',
        description: `Configure it as the endpoint at Stripe; clients never call it. The signature covers the raw bytes. Each event is stored
          once, answered with 200, and applied by a job within milliseconds; the order of events does not matter. Events with their
          object and thin events (\`v2.core.event\`) are both understood.`,
        'x-message': 'received',
        headers: signed,
        body: z.unknown().meta({
          type: 'object',
          description: 'The event, byte for byte as signed',
          example: {
            id: 'evt_1a2b3c',
            type: 'checkout.session.completed',
            data: { object: { id: 'cs_test_a1b2c3' } },
          },
        }),
        response: { 200: doneSchema, ...failures(400, 415, 'badSignature') },
      },
    },
    async (request) => {
      const signature = request.headers['stripe-signature']
      const { body } = request
      if (!(body instanceof Buffer) || typeof signature !== 'string') throw new AppError('badSignature')
      const seconds = Math.floor(Date.parse(await databaseTime(webhook.db)) / 1000)
      await webhook.payments.verifySignature(body, signature, seconds)
      const event = eventSchema.safeParse(parseJson(body))
      if (event.success) {
        const payload = hintOf(event.data)
        const stored = { provider: 'stripe', event_id: payload.id, type: payload.type, payload } as const
        await receive(webhook, applyStripeEventJob, stored, body, (tx) => findReported(tx, payload))
      } else {
        await receiveMalformed(webhook, { provider: 'stripe' }, body, 'not an event')
      }
      return done(request)
    },
  )
}

/** The outcome of one of several events that report the same payment. One is applied; the others would read and write nothing new. */
async function findReported(tx: Transaction, hint: ReturnType<typeof hintOf>) {
  const intent_id = reportedIntent(hint)
  if (intent_id === undefined) return undefined
  const { type } = hint
  const { reported } = await pipeline({
    locked: queries.stripeEvents.lockIntent(tx, { intent_id }),
    reported: queries.stripeEvents.findReported(tx, { intent_id, type }),
    superseded: type === OF_INTENT && queries.inbox.supersedeCheckout(tx, { intent_id }),
  })
  return reported?.status
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
