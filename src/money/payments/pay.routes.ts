import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import type { PaymentKind, PaymentStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { failures, page, redirect } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { uuid, wholeParameter } from '../../platform/http/fields.ts'
import { asPage, isBrowser } from '../../platform/http/html.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { refuseWithPages } from '../../platform/plugins/form-pages.ts'
import { acceptUrlEncoded } from '../../platform/plugins/url-encoded.ts'
import { PAY_KEY } from '../../reference/examples/demo.ts'
import { isTimeUp, openCheckout } from './checkout.ts'
import { PAY_PAGE_POLICY, type PayPage, payLink, payPage } from './pay-link.ts'
import type { Accepted, SoldPayment } from './plugin.ts'
import { findOrMake, findRest, settle } from './settle.ts'
import { isDue } from './states.ts'

const accepted = z.object({
  accept_contract: wholeParameter(1, 2_147_483_647).optional().meta({
    description: 'The version of the contract that the page shows, where it shows one',
    example: undefined,
  }),
  keep_card: z.string().trim().max(40).optional().meta({
    description: 'The version of the consent that the page shows, of a guest who lets the card be kept; by choice',
    example: undefined,
  }),
})

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

  /** The page of a payment, in the language of its reader; `refusal`: why its form was refused. */
  async function pageOf(shown: PayPage & Subject, locale: Locale, refusal?: string): Promise<string> {
    const { id } = shown
    const sale = app.sales.get(shown.kind)
    const brand = await app.brandOf(app.db, await sale?.companyOf(app.db, shown))
    const lines = id === null ? [] : ((await sale?.linesOf?.(app.db, { id })) ?? [])
    // A balance before its day has no payment yet, and asks for nothing.
    const terms = shown.state === 'due' && id !== null ? await sale?.termsOf?.(app.db, shown, locale) : undefined
    return payPage({ ...shown, lines, terms, refusal }, locale, brand)
  }

  /** Notes what the payer has accepted. Returns whether the card is kept, or the refusal for a browser, whose page says why. */
  async function accept(request: FastifyRequest, payment: SoldPayment & { kind: string }, given: Accepted) {
    try {
      return await transaction(app.db, async (tx) =>
        app.sales.get(payment.kind)?.accept?.(tx, payment, given, request.locale),
      )
    } catch (error) {
      if (!(error instanceof AppError) || !isBrowser(request)) throw error
      return error
    }
  }

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
      return asPage(reply, PAY_PAGE_POLICY).send(await pageOf(shown, request.locale))
    },
  )

  app.post(
    '/pay/:key',
    {
      // The button of a page without terms sends nothing.
      preValidation: async (request) => {
        request.body ??= {}
      },
      config: { takesMore: true, secretParams: ['key'], events: ['payment.created', 'reservation.changed'] },
      schema: {
        tags,
        operationId: 'pay',
        summary: 'Open the checkout of a payment link',
        description: `Sent by the button of the page. Redirects (303) to the checkout of the provider, or back to the
          page if nothing is due. A balance can be paid early. An expired hold returns 409. Where the page shows a contract, its version has to be
          accepted; another version than the one in force returns 409.`,
        params,
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: accepted,
        response: {
          303: redirect,
          ...failures(
            400,
            404,
            502,
            'conflict',
            'consentChanged',
            'contractChanged',
            'holdOver',
            'unpayable',
            'providerUnavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const shown = await findPayment(app, key)
      const payment = shown.state === 'due' ? await findOrMake(app, key) : undefined
      if (!payment) return reply.redirect(request.url, 303)
      const { locale } = request
      const keepsCard = await accept(request, payment, request.body)
      if (keepsCard instanceof AppError) {
        const refused = keepsCard
        const problems = Object.values(refused.fields ?? {}).flat()
        const why = problems.length > 0 ? problems.map(({ text }) => text(locale)).join(' ') : refused.text(locale)
        return asPage(reply.code(refused.status === 400 ? 400 : 409), PAY_PAGE_POLICY).send(
          await pageOf(shown, locale, why),
        )
      }
      return reply.redirect(await openCheckout(app, payment.id, { locale, keepsCard }), 303)
    },
  )
}
