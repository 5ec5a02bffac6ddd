import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { inDays, OWNER_STAY } from '../../reference/examples/demo.ts'
import { changing } from './change.ts'
import { endOwnerStay, makeOwnerStay } from './owner-stays.ts'
import { BASE, closure, closureParams, homeParams, newOwnerStay } from './schemas.ts'

/** Stays of owners in their own homes (docs/design/domain.md, "An owner's stay"). */
export const ownerStayRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['calendars'], security: BEARER, 'x-demo-account': 'owner' as const }
  const config = { scope: 'owner_stays.write', people: true } as const

  app.post(
    `${BASE}/owner-stays`,
    {
      onRequest: app.authenticate,
      config: { may: ['owner', ...STAFF], ...config, audits: ['closure.created'], events: ['calendar.changed'] },
      schema: {
        ...documented,
        operationId: 'createOwnerStay',
        summary: 'Close nights for a stay of the owner of a home',
        description: `A closure of the kind \`owner_stay\`, as \`…/close\` makes it. \`end_date\` is the last night. Team
          members with the role \`owner\` make them from today on, on nights that nothing closes, and within \`owner_days\`
          of the home in a calendar year: else 409 \`owner_days_reached\` with \`data {limit, year, used}\`. Repeating a
          request returns the existing stay.`,
        'x-message': 'created',
        params: homeParams,
        body: newOwnerStay.meta({
          example: {
            start_date: inDays(170),
            end_date: inDays(176),
            name: 'Famille Rossi',
            guests: 4,
            note: 'Berceau',
          },
        }),
        response: {
          201: envelopeSchema(
            closure.meta({
              example: {
                ...{ id: 12, start_date: inDays(170), end_date: inDays(176), reason: null, kind: 'owner_stay' },
                ...{ name: 'Famille Rossi', guests: 4, note: 'Berceau' },
              },
            }),
          ),
          ...failures(400, 401, 403, 404, 'limitReached', 'reservedDays', 'taken', 'ownerDaysReached'),
        },
      },
    },
    async (request, reply) => {
      const { property_id } = request.params
      const created = await changing(app, request, property_id, (tx, home) =>
        makeOwnerStay(app, tx, identityOf(request), home, request.body),
      )
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.delete(
    `${BASE}/owner-stays/:block_id`,
    {
      onRequest: app.authenticate,
      config: { may: ['owner', ...STAFF], ...config, audits: ['closure.deleted'], events: ['calendar.changed'] },
      schema: {
        ...documented,
        operationId: 'deleteOwnerStay',
        summary: 'End a stay of the owner of a home',
        description: `Its nights are free at once. \`…/close/{block_id}\` ends it too. Team members with the role \`owner\`
          cannot end a stay after its first day (409).`,
        'x-message': 'deleted',
        params: homeParams.extend({ block_id: closureParams.shape.block_id.meta({ example: OWNER_STAY }) }),
        response: { 200: doneSchema, ...failures(401, 403, 404, 'conflict') },
      },
    },
    async (request) => {
      const { property_id, block_id: closure_id } = request.params
      await changing(app, request, property_id, (tx, home) => endOwnerStay(tx, identityOf(request), home, closure_id))
      return done(request)
    },
  )
}
