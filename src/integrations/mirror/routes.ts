import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { type MirrorPart, queries } from '../../platform/db/queries.ts'
import { typesOfSubject } from '../../platform/events/types.ts'
import { doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { homeFilter, timestamp, wholeParameter } from '../../platform/http/fields.ts'
import { identityOf, isStaff } from '../../platform/http/identity.ts'
import { hasScope, homesOf } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { changedSince, LISTS, readPlace, writePlace } from './lists.ts'

/** A moment, as PostgreSQL reads it: none is before 1970. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(Math.max(0, Date.parse(text))).toISOString())
  .meta({ type: 'string', format: 'date-time' })

const pageQuery = (maximum: number) =>
  z.object({
    after: z.string().max(100).optional().meta({ description: '`meta.next` of the page before' }),
    updated_since: moment
      .optional()
      .meta({ description: 'Only rows changed since then: pass `meta.as_of` of the first page of the previous read' }),
    property_id: homeFilter,
    limit: wholeParameter(1, maximum).default(maximum).describe('Entries per page'),
  })

const meta = z
  .object({
    next: z
      .string()
      .nullable()
      .meta({ description: 'Value of `after` for the next page; null on the last page', example: null }),
    has_more: z.boolean().meta({ example: false }),
    as_of: timestamp.meta({ description: 'Time at which this page was read' }),
  })
  .meta({ id: 'MirrorMeta' })

/** Lists that fill a copy (docs/integrations.md, "Lists"). */
export const mirrorRoutes: FastifyPluginAsyncZod = async (app) => {
  for (const { path, operationId, summary, description, subject, maximum, changedPart, listKeys } of LISTS) {
    app.get(
      `/mirror/${path}`,
      {
        onRequest: app.authenticate,
        config: { scope: ['events.read', typesOfSubject(subject.name).scope] },
        schema: {
          tags: ['events'],
          operationId,
          summary,
          description,
          'x-demo-account': 'owner',
          security: BEARER,
          querystring: pageQuery(maximum),
          response: {
            200: doneSchema.extend({ data: z.array(subject.data), meta }),
            ...failures(400, 401, 403, 404, 'cursorLost'),
          },
        },
      },
      async (request) => {
        const { after, updated_since, property_id, limit } = request.query
        const place = readPlace(after)
        const identity = identityOf(request)
        const owner_id = isStaff(identity) ? undefined : identity.userId
        await app.checkListedHome(identity, property_id)
        const homes = homesOf(request)
        const parts = new Set<MirrorPart>()
        if (owner_id !== undefined) parts.add('as-owner')
        if (property_id !== undefined) parts.add('of-home')
        if (homes !== undefined) parts.add('on-homes')
        // In one transaction on the primary, so that a reader with a cursor of the feed sees everything before it.
        const { rows, shown, as_of } = await transaction(app.db, async (tx) => {
          const { as_of, ...reach } = await queries.mirror.findReach(tx, {})
          const changed =
            updated_since === undefined
              ? undefined
              : await changedSince(tx, { subject: subject.name, owner_id, since: updated_since }, reach)
          if (changed !== undefined) parts.add(changedPart)
          const page = { ...place, owner_id, property_id, homes, limit: limit + 1 }
          const rows = await listKeys(tx, parts, page, changed)
          const facts = rows.slice(0, limit).map(({ subject_id, property_id, from_day, to_day }) => ({
            ...{ subject_id, property_id },
            ...{ from_day: from_day ?? null, to_day: to_day ?? null },
          }))
          const data = await subject.show(app, tx, facts)
          // A row may be gone between the two statements.
          const events = facts.flatMap(({ subject_id }, index) =>
            data[index] === undefined ? [] : [{ type: subject.name, subject_id, data: data[index] }],
          )
          const shown = await app.withPersonal(tx, events, (scope) => hasScope(identity, scope))
          return { rows, shown, as_of }
        })
        const last = rows[limit - 1]
        const has_more = rows.length > limit
        const next = has_more && last !== undefined ? writePlace(last) : null
        return {
          ...envelope(
            request,
            shown.map(({ data }) => data),
          ),
          meta: { next, has_more, as_of },
        }
      },
    )
  }
}
