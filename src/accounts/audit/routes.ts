import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { homeFilter, integerId, shownUuid, timestamp, wholeParameter } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { backwardMeta, backwardPage } from '../../platform/http/pages.ts'
import { boundsOf } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { CAMILLE, HOME } from '../../reference/examples/demo.ts'
import { ACTORS, action, changes, type Entry, showEntry } from './show.ts'

const entry = z
  .object({
    id: z.int().meta({ example: 4711 }),
    at: timestamp,
    action: action.meta({ example: 'season.changed' }),
    object_id: z.string().meta({ example: '12' }),
    property_id: shownUuid.nullable().meta({ example: HOME }),
    actor: z.enum(ACTORS).meta({ id: 'AuditActor', example: 'owner' }),
    actor_id: z.int().nullable().meta({
      description: 'Only for administrators, for own actions and for actions of the own team',
      example: CAMILLE,
    }),
    api_key_id: shownUuid.nullable().meta({
      description: 'API key used for the action; for administrators, and for own keys',
      example: null,
    }),
    changes: changes.meta({
      description: 'Values before and after, by column; empty for a secret, null after an erasure',
      example: { reduction_hundredths: ['1000', '1500'] },
    }),
    address: z.string().nullable().meta({ description: 'Only for own actions', example: '192.0.2.7' }),
    device: z.string().nullable().meta({ description: 'Only for own actions', example: 'Firefox, Linux' }),
  })
  .meta({ id: 'AuditEntry' })

const moment = z.iso.datetime({ offset: true }).optional()

const query = z.object({
  before: wholeParameter(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Only entries before this id')
    .meta({ example: 4712 }),
  per_page: wholeParameter(1, 100).default(50).describe('Entries per page'),
  property_id: homeFilter,
  action: action.optional().meta({ example: 'property.prices' }),
  person: integerId.optional().describe('Only changes with this `actor_id`'),
  from: moment.describe('Only changes from this time on'),
  until: moment.describe('Only changes before this time'),
})

/** The audit log (docs/design/accounts.md, "Audit"). */
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
        summary: 'List the audit log of my homes and my own actions',
        description: `Owners see changes of their homes with the kind of actor (\`owner\`, \`guest\`, \`support\`,
          \`service\`). Everyone sees their own actions, with address and device. Administrators see everything, with
          the id of the actor. \`person\`, \`from\` and \`until\` narrow it to somebody and to a time. Newest first; for the next page pass \`meta.next_before\` as \`before\`. A change of
          daily prices is one entry, with its first and last day.`,
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
      const page = { ...wanted, limit: per_page + 1 }
      const rows: Entry[] =
        role === 'admin'
          ? await queries.audit.listAll(app.db, page)
          : await queries.audit.list(app.db, {
              ...page,
              owner_id,
              reader: user_id,
              // Actions that the person took for themselves are not the account's.
              actor_id: grant ? undefined : user_id,
              ...(boundsOf(identity) ?? { homes: undefined, or_no_home: true }),
            })
      const { shown, meta } = backwardPage(rows, per_page, (row) => showEntry(row, { user_id, owner_id, role }))
      return { ...envelope(request, shown), meta }
    },
  )
}
