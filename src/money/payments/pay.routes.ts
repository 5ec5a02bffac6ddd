import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { PaymentKind, PaymentStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { failures, page, redirect } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { uuid } from '../../platform/http/fields.ts'
import { asPage } from '../../platform/http/html.ts'
import { refuseWithPages } from '../../platform/plugins/form-pages.ts'
import { acceptUrlEncoded } from '../../platform/plugins/url-encoded.ts'
import { PAY_KEY } from '../../reference/examples/demo.ts'
import { isTimeUp, openCheckout } from './checkout.ts'
import { PAY_PAGE_POLICY, type PayPage, payLink, payPage } from './pay-link.ts'
import { findOrMake, findRest, settle } from './settle.ts'
import { isDue } from './states.ts'

const params = z.object({ key: uuid.describe('Secret of the payment').meta({ example: PAY_KEY }) })

/** Applies what the provider says of a checkout of this payment, as its webhook will. */
async function settleCheckout(app: FastifyInstance, payment_id: number | null, session_id = ''): Promise<void> {
  const known = await queries.payments.findBySession(app.db, { session_id })
  if (known?.id !== payment_id) return
  const checkout = await app.payments.findCheckout(session_id)
  if (checkout?.intent) await settle(app, checkout.intent)
}

/** Payment behind a link. */
interface Subject {
  id: number | null
  kind: PaymentKind
  reservation_id: number | null
}

/** Subject of a link; `id` is null for a balance that has no payment yet. */
async function findPayment(app: FastifyInstance, key: string): Promise<PayPage & Subject> {
  const payment = await queries.payments.findByLink(app.db, { key })
  if (payment) return { ...payment, state: stateOf(payment) }
  const found = await findRest(app, key)
  if (!found) throw new AppError('notFound')
  const { deposit, rest } = found
  return { ...deposit, id: null, state: (await rest.isDue(deposit)) ? 'due' : 'over' }
}

/** Address of the payment that has replaced another one; undefined: its link shows what is due. */
async function findSuccessor(app: FastifyInstance, key: string): Promise<string | undefined> {
  const payment = await queries.payments.findByLink(app.db, { key })
  if (!payment?.has_successor || payment.reservation_id === null) return undefined
  const { reservation_id, kind } = payment
  const last = await queries.payments.findLast(app.db, { reservation_id, kind })
  return last && payLink(app, last.key)
}

function stateOf({ status, ...time }: { status: PaymentStatus } & Parameters<typeof isTimeUp>[0]): PayPage['state'] {
  if (isDue(status)) return isTimeUp(time) ? 'over' : 'due'
  if (status === 'refunded') return 'returned'
  return status === 'cancelled' ? 'over' : 'paid'
}

/** The page behind the payment link of a mail (docs/design/payments.md, "Transitions by the owner"). Anyone with the link may pay. */
export const payRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['payments']

  acceptUrlEncoded(app)
  refuseWithPages(app)

  app.get(
    '/pay/:key',
    {
      config: { takesMore: true, secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'showPayment',
        summary: 'Show the payment page of a link',
        description: `Page behind payment links in mails and \`payment_url\` of a balance. Anyone with the address can
          pay; no account is needed. HTML in the language of the request. The checkout returns here with
          \`session_id\`, and the page then verifies the payment with the provider. A payment that another one has
          replaced redirects to that one.`,
        params,
        querystring: z.object({
          session_id: z.string().max(300).optional().describe('Id of the checkout at the payment provider'),
        }),
        response: { 200: { description: 'The page', content: page }, 303: redirect, ...failures(404) },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const payment = await findPayment(app, key)
      const isBack = request.query.session_id !== undefined && payment.state === 'due'
      if (isBack) await settleCheckout(app, payment.id, request.query.session_id)
      const shown = isBack ? await findPayment(app, key) : payment
      const successor = shown.state === 'due' ? undefined : await findSuccessor(app, key)
      if (successor !== undefined) return reply.redirect(successor, 303)
      const sale = app.sales.get(shown.kind)
      const brand = await app.brandOf(app.db, await sale?.companyOf(app.db, shown))
      const { id } = shown
      const lines = id === null ? [] : ((await sale?.linesOf?.(app.db, { id })) ?? [])
      return asPage(reply, PAY_PAGE_POLICY).send(payPage({ ...shown, lines }, request.locale, brand))
    },
  )

  app.post(
    '/pay/:key',
    {
      config: { takesMore: true, secretParams: ['key'], events: ['payment.created', 'reservation.changed'] },
      schema: {
        tags,
        operationId: 'pay',
        summary: 'Open the checkout of a payment link',
        description: `Sent by the button of the page. Redirects (303) to the checkout of the provider, or back to the
          page if nothing is due. A balance can be paid early. An expired hold returns 409.`,
        params,
        response: {
          303: redirect,
          ...failures(404, 502, 'conflict', 'holdOver', 'unpayable', 'providerUnavailable'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { state } = await findPayment(app, key)
      const payment = state === 'due' ? await findOrMake(app, key) : undefined
      return reply.redirect(
        payment ? await openCheckout(app, payment.id, { locale: request.locale }) : request.url,
        303,
      )
    },
  )
}
