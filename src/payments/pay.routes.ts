import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PaymentStatus } from '../db/enums.ts'
import { queries } from '../db/queries.ts'
import { failures, page, redirect } from '../http/envelope.ts'
import { AppError } from '../http/errors.ts'
import { uuid } from '../http/fields.ts'
import { acceptUrlEncoded } from '../plugins/url-encoded.ts'
import { openCheckout } from './checkout.ts'
import { PAY_PAGE_POLICY, type PayPage, payPage } from './pay-link.ts'
import { isDue } from './states.ts'

const params = z.object({ key: uuid })

async function findPayment(app: FastifyInstance, key: string): Promise<PayPage & { id: number }> {
  const payment = await queries.payments.findByLink(app.db, { key })
  if (!payment) throw new AppError('notFound')
  return { ...payment, state: stateOf(payment) }
}

function stateOf({ status, is_over }: { status: PaymentStatus; is_over: boolean }): PayPage['state'] {
  if (isDue(status)) return is_over ? 'over' : 'due'
  if (status === 'refunded') return 'returned'
  return status === 'cancelled' ? 'over' : 'paid'
}

const asPage = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', PAY_PAGE_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .serializer(String)

/** The page behind the payment link of a mail (docs/design/payments.md, "Transitions by the owner"). Whoever has the link may pay. */
export const payRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['payments']

  acceptUrlEncoded(app)

  app.get(
    '/pay/:key',
    {
      config: { secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'showPayment',
        summary: 'The page of a payment’s link: what is due, and a button that opens the checkout',
        params,
        response: { 200: { description: 'The page', content: page }, ...failures(404) },
      },
    },
    async (request, reply) => asPage(reply).send(payPage(await findPayment(app, request.params.key), request.locale)),
  )

  app.post(
    '/pay/:key',
    {
      config: { secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'pay',
        summary: 'Open the checkout of a payment’s link, and go there; where nothing is due, back to the page',
        params,
        response: { 303: redirect, ...failures(404, 409, 502, 503) },
      },
    },
    async (request, reply) => {
      const { id, state } = await findPayment(app, request.params.key)
      return reply.redirect(state === 'due' ? await openCheckout(app, id) : request.url, 303)
    },
  )
}
