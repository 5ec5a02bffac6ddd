import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { idempotencyHeaders } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { newSeller, seller, sellerAnswer, sellerChange, sellerParams } from './schemas.ts'
import { changeSeller, createSeller, deleteSeller, listSellers, showSeller } from './sellers.ts'

/** Sellers need the scope of creating homes. */
const forManagers = { config: { scope: 'properties.write', people: true, allHomes: true } } as const

/** Sellers, in whose names documents are issued (docs/design/payments.md, "Sellers"). */
export const sellerRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['properties'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    '/sellers',
    {
      config: { scope: 'payments.read', allHomes: true },
      schema: {
        ...documented,
        operationId: 'listSellers',
        summary: 'List the sellers of my account',
        description: `A home with \`seller_id\` has its documents issued in the name of that seller; other homes in the
          name of the installation. \`rules\` say what the seller may do here by the law of its \`country\`: issue numbered
          documents, and record cash. Members and keys limited to some homes get 403.`,
        response: { 200: envelopeSchema(z.array(seller)), ...failures(401, 403) },
      },
    },
    async (request) => {
      const rows = await listSellers(app, identityOf(request).userId)
      return envelope(
        request,
        rows.map((row) => showSeller(row, request.locale)),
      )
    },
  )

  app.post(
    '/sellers',
    merged(app.idempotent, forManagers, {
      config: { audits: ['seller.created'] },
      schema: {
        ...documented,
        operationId: 'createSeller',
        summary: 'Create a seller; honours Idempotency-Key',
        description: `An owner in whose name an agency invoices. Numbers of its documents begin with \`prefix\`, such as
          \`ROSSI-2026-000001\`, and have no gaps. The prefix has one to eight letters and digits, is unique in the
          installation (else 409 \`prefix_taken\`) and cannot be changed. Name its \`country\`, and read \`rules\`. Then set \`seller_id\` of its homes. Limit: 200
          per account.`,
        'x-message': 'created',
        headers: idempotencyHeaders,
        body: newSeller,
        response: { 201: sellerAnswer, ...failures(400, 401, 403, 'prefixTaken', 'limitReached') },
      },
    }),
    async (request, reply) => {
      const created = await createSeller(app, identityOf(request).userId, request.body)
      return reply.code(201).send(envelope(request, showSeller(created, request.locale)))
    },
  )

  app.patch(
    '/sellers/:id',
    merged(forManagers, {
      config: { audits: ['seller.changed'] },
      schema: {
        ...documented,
        operationId: 'updateSeller',
        summary: 'Update a seller',
        description: `Send only the fields to change. It applies to new documents; issued ones never change. A \`country\` brings its
          \`rules\`: read them in the answer.`,
        'x-message': 'updated',
        params: sellerParams,
        body: sellerChange,
        response: { 200: sellerAnswer, ...failures(400, 401, 403, 404) },
      },
    }),
    async (request) => {
      const own = { id: request.params.id, owner_id: identityOf(request).userId }
      return envelope(request, showSeller(await changeSeller(app, own, request.body), request.locale))
    },
  )

  app.delete(
    '/sellers/:id',
    merged(forManagers, {
      config: { audits: ['seller.deleted'] },
      schema: {
        ...documented,
        operationId: 'deleteSeller',
        summary: 'Delete a seller without homes and documents',
        description: 'Returns 409 `seller_in_use` if it has homes, also archived ones, or has issued a document.',
        'x-message': 'deleted',
        params: sellerParams,
        response: { 200: doneSchema, ...failures(401, 403, 404, 'sellerInUse') },
      },
    }),
    async (request) => {
      await deleteSeller(app, { id: request.params.id, owner_id: identityOf(request).userId })
      return done(request)
    },
  )
}
