import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { homeFilter, shownUuid, timestamp, wholeParameter } from '../../platform/http/fields.ts'
import { backwardMeta, backwardPage } from '../../platform/http/pages.ts'
import { boundsOf } from '../../platform/http/scopes.ts'
import { CAMILLE, HOME } from '../../platform/openapi/demo.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { ACTORS, action, changes, type Entry, showEntry } from './show.ts'

const entry = z
  .object({
    id: z.int().meta({ example: 4711 }),
    at: timestamp,
    action: action.meta({ example: 'season.changed' }),
    object_id: z.string().meta({ example: '12' }),
    property_id: shownUuid.nullable().meta({ example: HOME }),
    actor: z.enum(ACTORS).meta({ id: 'AuditActor', example: 'owner' }),
    actor_id: z
      .int()
      .nullable()
      .meta({ description: 'For administrators, and of what one did oneself or the own team did', example: CAMILLE }),
    api_key_id: shownUuid.nullable().meta({
      description: 'The key of the program that did it; for administrators, and of one’s own keys',
      example: null,
    }),
    changes: changes.meta({
      description: 'By column, before and after; empty for a secret, null after an erasure',
      example: { reduction_hundredths: ['1000', '1500'] },
    }),
    address: z.string().nullable().meta({ description: 'Only of what one did oneself', example: '192.0.2.7' }),
    device: z.string().nullable().meta({ description: 'Only of what one did oneself', example: 'Firefox, Linux' }),
  })
  .meta({ id: 'AuditEntry' })

const query = z.object({
  before: wholeParameter(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only entries before this id')
    .meta({ example: 4712 }),
  per_page: wholeParameter(1, 100).default(50).describe('Entries on a page'),
  property_id: homeFilter,
  action: action.optional().meta({ example: 'property.prices' }),
})

/** Who did what (docs/design/accounts.md, "Audit"). */
export const auditRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/audit',
    {
      onRequest: app.authenticate,
      config: { scope: 'audit.read', people: true },
      schema: {
        tags: ['accounts'],
        security: BEARER,
        operationId: 'listAudit',
        summary: 'Who changed my homes, and what I did; administrators see all',
        description: `Owners see what was done to their homes, by whom as a kind (\`owner\`, \`guest\`, \`support\`, \`service\`),
          and everybody what they did themselves, with address and device. Administrators see all, with the number of who did it.
          Newest first: the next page is \`before=meta.next_before\`. Prices of days are one entry a change, with the first and
          last day.`,
        querystring: query,
        response: {
          200: envelopeSchema(z.array(entry)).extend({ meta: backwardMeta }),
          ...failures(400, 401, 403, 404),
        },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { userId: owner_id, personId: user_id, role, grant } = identity
      await app.checkListedHome(identity, request.query.property_id)
      const { per_page, ...wanted } = request.query
      const page = { before: undefined, property_id: undefined, action: undefined, ...wanted, limit: per_page + 1 }
      const rows: Entry[] =
        role === 'admin'
          ? await queries.audit.listAll(app.db, page)
          : await queries.audit.list(app.db, {
              ...page,
              owner_id,
              // What the person did for themselves is not the account's.
              actor_id: grant ? undefined : user_id,
              ...(boundsOf(identity) ?? { homes: undefined, or_none: true }),
            })
      const { shown, meta } = backwardPage(rows, per_page, (row) => showEntry(row, { user_id, owner_id, role }))
      return { ...envelope(request, shown), meta }
    },
  )
}
