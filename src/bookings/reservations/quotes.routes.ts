import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { counterOf, countOfDay } from '../../accounts/quotas/quotas.ts'
import { priceFromDatabase } from '../../homes/rates/load.ts'
import { quoteSchema, stayOrder, stayRequest } from '../../homes/rates/price-schemas.ts'
import { showPrice, showViolations } from '../../homes/rates/show-price.ts'
import { settle } from '../../money/payments/settle.ts'
import { isDue } from '../../money/payments/states.ts'
import { returnUrl } from '../../money/stripe/return-url.ts'
import { PAYMENT_STATUS, type PaymentStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures, type MessageKey } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { amount, uuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { openToPages, reaches } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { networkOf } from '../../platform/lib/network.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { CHECKOUT, QUOTE, STAY } from '../../reference/examples/demo.ts'
import { BOOKING_EVENTS, BOOKING_REFUSALS, confirmQuote } from './reserve.ts'
import { reservedSchema } from './schemas.ts'

/** POST /quotes and GET /quotes/confirm (docs/design/api.md, "Quotes, reservations, payments"). */
export const quoteRoutes: FastifyPluginAsyncZod = async (app) => {
  openToPages(app)
  app.post(
    '/quotes',
    {
      onRequest: app.identifyIfAny,
      config: { silent: true, may: ['anyone'], scope: 'calendar.read', publishable: true },
      schema: {
        tags: ['quotes'],
        operationId: 'createQuote',
        summary: 'Create a quote for a stay, with all rule violations',
        description: `Public. Fixes the price for two hours without holding nights. \`bookable\` says whether the
          stay can be reserved; \`violations\` lists the reasons, with text and code. Then call \`POST /reservations\`
          or \`GET /quotes/confirm\` with \`quote_id\`.`,
        'x-message': 'quoted',
        security: OPTIONAL_BEARER,
        body: stayRequest.superRefine(stayOrder),
        response: { 200: envelopeSchema(quoteSchema), ...failures(400, 401, 404) },
      },
    },
    async (request) => {
      if (!reaches(request, request.body.property_id)) throw new AppError('notFound')
      const { identity, ip } = request
      const who = identity ? counterOf(identity, identity.userId) : networkOf(ip)
      await countOfDay(app.db, 'quotes', who, { limit: app.config.quotas.quotesPerDay })
      const { property_id, check_in, check_out, adults, children, infants } = request.body
      const guests = { adults, children, infants }
      const priced = await priceFromDatabase(app.db, request.body)
      const nights = { property_id, check_in, check_out }
      const [stored, { free }] = await Promise.all([
        queries.reservations.insertQuote(app.db, { ...nights, ...guests, body: priced }),
        queries.states.isFree(app.db, nights),
      ])
      return envelope(request, {
        ...showPrice(priced),
        quote_id: stored.id,
        property_id,
        check_in,
        check_out,
        guests,
        available: free,
        bookable: free && priced.violations.length === 0,
        violations: showViolations(priced.violations, free, request.locale),
        expires_at: stored.expires_at,
      })
    },
  )
}

/** Texts for each status of a payment. */
const MESSAGE_OF = {
  unpaid: 'notPaid',
  processing: 'paymentProcessing',
  paid: 'paid',
  failed: 'paymentFailed',
  partially_refunded: 'paymentPartlyRefunded',
  refunded: 'paymentRefunded',
  cancelled: 'paymentCancelled',
} as const satisfies Record<PaymentStatus, MessageKey>

const verified = z.object({
  status: z.enum(PAYMENT_STATUS).meta({ example: 'paid' }),
  reservation_id: z.int().meta({ example: STAY }),
  amount: amount.meta({ example: 123.26 }),
  currency: z.string().meta({ example: 'EUR' }),
})

/** Confirmation and payment of a quote, whose paths the specification writes without the prefix. */
export const quotePaymentRoutes: FastifyPluginAsyncZod = async (app) => {
  openToPages(app)
  app.get(
    '/quotes/confirm',
    {
      onRequest: app.authenticate,
      config: {
        specified: true,
        events: BOOKING_EVENTS,
      },
      schema: {
        tags: ['quotes'],
        operationId: 'confirmQuote',
        'x-audience': ['specification'],
        summary: 'Confirm a quote and create its reservation',
        description: `Changes state although it is a GET, so no client should prefetch it. The nights are held for 50
          minutes. Redirect the browser to \`payment_url\`, a checkout that is valid for 45 minutes. Repeating it
          returns the same reservation with an open checkout. If nothing is due, the stay is confirmed at once, and
          \`payment_url\` is a confirmation page.`,
        'x-message': 'reserved',
        security: BEARER,
        querystring: z.object({
          quote_id: uuid.describe('Id of the quote').meta({ example: QUOTE }),
          return_url: returnUrl.optional(),
        }),
        response: {
          200: envelopeSchema(reservedSchema),
          ...failures(...BOOKING_REFUSALS),
        },
      },
    },
    async (request) => {
      const { quote_id, return_url } = request.query
      const { message, data } = await confirmQuote(app, identityOf(request), quote_id, return_url)
      return envelope(request, data, message)
    },
  )

  app.get(
    '/quotes/payment/verify',
    {
      config: { specified: true },
      schema: {
        tags: ['payments'],
        operationId: 'verifyPayment',
        summary: 'Verify a checkout session with the payment provider',
        description: `Call it on the return page of the checkout, with its \`session_id\`. The result is final at
          once, even if the event of the provider is late. It returns \`paid\` or the status of the payment, and
          \`reservation_id\`. Repeating it has no effect. Needs no token.`,
        'x-message': 'paid',
        querystring: z.object({
          session_id: z
            .string()
            .min(1, 'required')
            .max(300)
            .describe('Id of the checkout at the payment provider')
            .meta({ example: CHECKOUT }),
        }),
        response: { 200: envelopeSchema(verified), ...failures(400, 404, 'providerUnavailable') },
      },
    },
    async (request) => {
      const find = async () => await queries.payments.findBySession(app.db, request.query)
      const known = await find()
      if (!known || known.reservation_id === null) throw new AppError('notFound')
      // For money that has arrived the provider is not called again, and nothing changes.
      const checkout = isDue(known.status) ? await app.payments.findCheckout(request.query.session_id) : undefined
      if (checkout?.intent) await settle(app, checkout.intent)
      const { reservation_id } = known
      const { status, amount_cents, currency } = (await find()) ?? known
      const payment = { status, reservation_id, amount: fromCents(amount_cents), currency }
      return envelope(request, payment, MESSAGE_OF[status])
    },
  )
}
