import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import {
  amount,
  flagParameter,
  idempotencyHeaders,
  integerId,
  line,
  moneyAboveZero,
  shownUrl,
} from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { INVOICE_KEY } from '../../reference/examples/demo.ts'
import { findForParty } from '../states/parties.ts'
import { reservationParams, supplement } from './schemas.ts'
import { addSupplement, billSupplements, invoiceStay, removeSupplement, showSupplement } from './supplements.ts'

const newSupplement = z.object({
  label: line(),
  amount: moneyAboveZero,
  is_damage: z.boolean().default(false).meta({
    description:
      'Damage, within what the guest has agreed to: a bill of nothing else is charged to the card that is kept, 48 hours after it was mailed',
    example: false,
  }),
})

/** Supplements of a stay, and invoices (docs/design/payments.md, "Supplements and invoices"). */
export const supplementRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['payments'], security: BEARER }

  app.get(
    '/reservations/:id/supplements',
    {
      config: { may: ['guest', 'owner', ...STAFF], scope: 'payments.read' },
      schema: {
        ...documented,
        operationId: 'listSupplements',
        summary: 'List the supplements of a stay',
        description: `Extra charges of the stay, each with the status of its payment; \`payment_status\` is null until
          it is billed. For the guest, the owner and staff.`,
        params: reservationParams,
        response: { 200: envelopeSchema(z.array(supplement)), ...failures(401, 404) },
      },
    },
    async (request) => {
      await findForParty(app.db, identityOf(request), request.params.id, 'any')
      const rows = await queries.settlement.listSupplements(app.db, { reservation_id: request.params.id })
      return envelope(request, rows.map(showSupplement))
    },
  )

  app.post(
    '/reservations/:id/supplements',
    merged(app.idempotent, {
      config: { may: ['owner', ...STAFF], sees: ['guest'], scope: 'payments.write', audits: ['supplement.created'] },
      schema: {
        ...documented,
        operationId: 'addSupplement',
        summary: 'Add a supplement to a stay',
        description: `For the owner and staff, for a stay that is confirmed, checked in or completed; at most 100
          supplements. Damage (\`is_damage\`) needs a card that the guest lets be kept, and is 409 above the sum they agreed to and before the day of arrival. The guest is not notified yet: bill all supplements with \`POST …/invoice?is_supplement=true\`.
          Honours \`Idempotency-Key\`.`,
        'x-message': 'created',
        'x-demo-account': 'owner',
        headers: idempotencyHeaders,
        params: reservationParams,
        body: newSupplement.meta({ example: { label: 'Lit bébé', amount: 15 } }),
        response: {
          201: envelopeSchema(supplement),
          ...failures(
            400,
            401,
            403,
            404,
            'illegalMove',
            'tooManySupplements',
            'noKeptCard',
            'aboveDamage',
            'damageBeforeArrival',
          ),
        },
      },
    }),
    async (request, reply) => {
      await findForParty(app.db, identityOf(request), request.params.id, 'host')
      const { label, amount: amount_cents, is_damage } = request.body
      const created_by = identityOf(request).personId
      const { amount_cents: cents, ...row } = await addSupplement(app, request.params.id, {
        label,
        amount_cents,
        is_damage,
        created_by,
      })
      return reply.code(201).send(envelope(request, { ...row, amount: fromCents(cents), payment_status: null }))
    },
  )

  app.delete(
    '/reservations/:id/supplements/:supplement_id',
    {
      config: { may: ['owner', ...STAFF], sees: ['guest'], scope: 'payments.write', audits: ['supplement.deleted'] },
      schema: {
        ...documented,
        operationId: 'deleteSupplement',
        summary: 'Delete a supplement that is not billed yet',
        description: 'For the owner and the staff. A billed supplement returns 409, because a payment includes it.',
        'x-message': 'deleted',
        'x-demo-account': 'owner',
        params: reservationParams.extend({ supplement_id: integerId.describe('Id of the supplement') }),
        response: { 200: doneSchema, ...failures(401, 403, 404, 'conflict') },
      },
    },
    async (request) => {
      await findForParty(app.db, identityOf(request), request.params.id, 'host')
      await removeSupplement(app, request.params.id, request.params.supplement_id)
      return done(request)
    },
  )
}

/** POST /reservations/:id/invoice, also without the prefix. */
export const reservationInvoiceRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/reservations/:id/invoice',
    merged(app.idempotent, {
      onRequest: app.authenticate,
      config: {
        specified: true,
        may: ['guest', 'owner', ...STAFF],
        scope: 'payments.write',
        events: ['payment.created', 'payment.changed'],
      },
      schema: {
        tags: ['payments'],
        operationId: 'invoiceReservation',
        summary: 'Get the invoice of a stay, or bill its supplements',
        description: `Without \`is_supplement\`, returns the invoice address of the latest payment, or 409 if nothing
          is paid. With it, all unpaid supplements become one payment, and \`invoice_url\` is the payment link for the
          guest. Repeating it returns the same link until a supplement is added. For the guest, the owner and staff.
          Honours \`Idempotency-Key\`.`,
        security: BEARER,
        headers: idempotencyHeaders,
        params: reservationParams,
        querystring: z.object({
          is_supplement: flagParameter.default(false).describe('The invoice of the supplements'),
        }),
        response: {
          200: envelopeSchema(
            z.object({
              invoice_url: shownUrl.meta({ example: `https://sejour.example/api/v1/invoices/${INVOICE_KEY}` }),
              amount: amount.meta({ example: 123.26 }),
              currency: z.string().meta({ example: 'EUR' }),
            }),
          ),
          ...failures(
            400,
            401,
            404,
            502,
            'billTooSmall',
            'conflict',
            'damageBeforeArrival',
            'nothingPaid',
            'noDocument',
            'nothingToBill',
            'unpayable',
            'providerUnavailable',
          ),
        },
      },
    }),
    async (request) => {
      const { id } = request.params
      await findForParty(app.db, identityOf(request), id, 'any')
      const { amount_cents, ...invoice } = await (request.query.is_supplement ? billSupplements : invoiceStay)(app, id)
      return envelope(request, { ...invoice, amount: fromCents(amount_cents) })
    },
  )
}
