import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { idempotencyHeaders, integerId, shownUrl, timestamp } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { assertReturn, returnUrl } from '../stripe/return-url.ts'
import { chooseDefault, deleteMethod, openSetup, saveMethod } from './methods.ts'

const paymentMethod = z
  .object({
    id: z.int(),
    payment_method_id: z.string().meta({ example: 'pm_card_visa' }),
    type: z.string().meta({ example: 'card' }),
    brand: z.string().nullable().meta({ example: 'visa' }),
    last4: z.string().nullable().meta({ example: '4242' }),
    exp_month: z.int().nullable().meta({ example: 12 }),
    exp_year: z.int().nullable().meta({ example: 2040 }),
    is_default: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'PaymentMethod' })

const newMethod = z.object({
  payment_method_id: z
    .string()
    .regex(/^\w{1,255}$/, 'unknown')
    .meta({ example: 'pm_card_visa' }),
  is_default: z.boolean().default(false),
})

const show = <T extends { method_id: string }>({ method_id, ...row }: T) => ({ ...row, payment_method_id: method_id })

/** @throws AppError 401 when the account is gone. */
async function findPerson(app: FastifyInstance, user_id: number) {
  const person = await queries.auth.findPerson(app.db, { user_id })
  if (!person) throw new AppError('invalidToken')
  return person
}

/** Saved payment methods of a user (docs/design/payments.md, "Saved cards"). */
export const paymentMethodRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['payments'], security: BEARER }

  app.get(
    '/user-payment-methods',
    {
      config: { specified: true },
      schema: {
        ...documented,
        operationId: 'listPaymentMethods',
        summary: 'List my saved payment methods, newest first',
        description: `Only brand, last four digits and expiry are stored. Cards saved by a deposit are listed too.
          Front ends should offer the default one first.`,
        response: { 200: envelopeSchema(z.array(paymentMethod)), ...failures(401) },
      },
    },
    async (request) => {
      const methods = await queries.customers.listMethods(app.db, { user_id: identityOf(request).userId })
      return envelope(request, methods.map(show))
    },
  )

  app.post(
    '/user-payment-methods',
    merged(app.idempotent, {
      config: { silent: true, specified: true },
      schema: {
        ...documented,
        headers: idempotencyHeaders,
        operationId: 'savePaymentMethod',
        summary: 'Save a payment method',
        description: `\`payment_method_id\` comes from Stripe.js with the publishable key of \`GET /config\`; a front
          end without Stripe.js uses \`…/setup\`. Returns 201 for a new card, 200 for a saved one, and 402 with
          \`data.reason\` if the bank declines it. The first card becomes the default. Honours \`Idempotency-Key\`.`,
        'x-message': 'created',
        body: newMethod,
        response: {
          200: envelopeSchema(paymentMethod),
          201: envelopeSchema(paymentMethod),
          ...failures(400, 401, 402, 502, 'limitReached', 'providerUnavailable'),
        },
      },
    }),
    async (request, reply) => {
      const { payment_method_id: method_id, is_default } = request.body
      const user = await findPerson(app, identityOf(request).userId)
      const { isNew, row } = await saveMethod(app, user, { method_id, is_default })
      return reply.code(isNew ? 201 : 200).send(envelope(request, show(row), isNew ? 'created' : 'updated'))
    },
  )

  app.post(
    '/user-payment-methods/setup',
    {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'openCardSetup',
        summary: 'Open a provider page for saving a card',
        description: `Send the browser to \`setup_url\`; it returns to \`return_url\`, by default the front end. Then
          read \`GET /user-payment-methods\`: an event of the provider saves the card within seconds.`,
        'x-message': 'created',
        body: z.object({ return_url: returnUrl.optional() }),
        response: {
          201: envelopeSchema(
            z.object({ setup_url: shownUrl.meta({ example: 'https://checkout.stripe.com/c/pay/cs_test_d4e5f6' }) }),
          ),
          ...failures(400, 401, 502, 'limitReached', 'providerRefused', 'providerUnavailable'),
        },
      },
    },
    async (request, reply) => {
      const { return_url } = request.body
      assertReturn(app, return_url)
      const user = await findPerson(app, identityOf(request).userId)
      const setup_url = await openSetup(app, user, return_url)
      return reply.code(201).send(envelope(request, { setup_url }))
    },
  )

  app.patch(
    '/user-payment-methods/:id',
    {
      config: { silent: true, may: ['guest'] },
      schema: {
        ...documented,
        operationId: 'chooseDefaultPaymentMethod',
        summary: 'Set the default payment method',
        description: 'There is one default, so the previous one is replaced; `false` is refused.',
        'x-message': 'updated',
        params: z.object({ id: integerId.describe('Id of the card') }),
        body: z.object({ is_default: z.literal(true) }),
        response: { 200: envelopeSchema(paymentMethod), ...failures(400, 401, 404) },
      },
    },
    async (request) => envelope(request, show(await chooseDefault(app, identityOf(request).userId, request.params.id))),
  )

  app.delete(
    '/user-payment-methods/:id',
    {
      config: { silent: true, specified: true, may: ['guest'] },
      schema: {
        ...documented,
        operationId: 'deletePaymentMethod',
        summary: 'Delete a payment method',
        description: `Deleted here and at the provider. If it was the default, the newest other one becomes the
          default. A balance scheduled for this card is requested by a payment link instead.`,
        'x-message': 'deleted',
        params: z.object({ id: integerId.describe('Id of the card') }),
        response: { 200: doneSchema, ...failures(401, 404) },
      },
    },
    async (request) => {
      await deleteMethod(app, identityOf(request).userId, request.params.id)
      return done(request)
    },
  )
}
