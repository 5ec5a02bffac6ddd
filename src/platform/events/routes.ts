import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { doneSchema, envelope, failures } from '../http/envelope.ts'
import { homeFilter, wholeParameter } from '../http/fields.ts'
import { type Identity, identityOf, isStaff } from '../http/identity.ts'
import { boundsOf, hasScope, missingScope, scopeMissing } from '../http/scopes.ts'
import { BEARER } from '../plugins/documentation.ts'
import { beginOf, writeCursor } from './cursor.ts'
import { readPage } from './page.ts'
import { eventType, showEvent, shownEvent } from './show.ts'
import { type EventType, eventNames, scopesOfTypes } from './types.ts'

const MAX_WAIT_SECONDS = 30
const MAX_EVENTS = 100
/** Interval of checking waiting readers again: a key may be deleted, or a session over. */
const RECHECK_MS = 5_000
/** One type, or several separated by commas. */
const types = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(eventType).max(eventNames().length))
  .meta({ type: 'string', examples: ['reservation.confirmed,payment.succeeded'] })

const feedQuery = z.object({
  after: z
    .string()
    .max(40)
    .optional()
    .meta({ description: '`meta.next` of the last page; `latest`: from now on; absent: all that is kept' }),
  types: types.optional().describe('Only events of these types, separated by commas'),
  property_id: homeFilter,
  limit: wholeParameter(1, MAX_EVENTS).default(MAX_EVENTS).describe('Events per page'),
  wait: wholeParameter(0, MAX_WAIT_SECONDS)
    .default(0)
    .meta({ description: 'Seconds to wait for an event if there is none' }),
})

const feedPage = doneSchema.extend({
  data: z.array(shownEvent),
  meta: z.object({
    next: z.string().meta({ description: 'Value of `after` for the next page' }),
    has_more: z.boolean().meta({ description: 'Whether more events are available now' }),
    withheld_types: z
      .array(eventType)
      .meta({ description: 'Event types that the key does not receive, because it lacks their scopes' }),
  }),
})

/** Owner of the events that are read, and the identity of the waiting reader: a grant beside its account. */
const readerOf = (identity: Identity) => ({
  owner_id: isStaff(identity) ? undefined : identity.userId,
  reader: identity.grant ? `grant ${identity.grant.id}` : `account ${identity.userId}`,
})

/** Types of events that a key gets nothing of: `events.read` alone opens none. Pure. */
const withheldFrom = (identity: Identity): EventType[] =>
  eventNames().filter((type) => missingScope(identity, scopesOfTypes([type])) !== undefined)

/** Types of events to read. @throws AppError 403 for a type by name that the key does not get. */
function typesFor(identity: Identity, wanted: EventType[] | undefined, withheld: EventType[]): EventType[] | undefined {
  const missing = wanted && missingScope(identity, scopesOfTypes(wanted))
  if (missing) throw scopeMissing(missing)
  return wanted ?? (withheld.length > 0 ? eventNames().filter((type) => !withheld.includes(type)) : undefined)
}

/** The feed of events (docs/integrations.md, "Events"). */
export const eventRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/events',
    {
      onRequest: app.authenticate,
      config: { scope: 'events.read' },
      schema: {
        tags: ['events'],
        operationId: 'listEvents',
        summary: 'Read the event feed of my homes, with optional long polling',
        description: `Events have one fixed order. Pass \`meta.next\` unchanged as \`after\` for the next page, also
          after an empty page. \`wait\` delays the response until there is an event; a second such request of the
          account ends the first. Kept for 30 days. After 410 \`cursor_lost\`, start with \`after=latest\`, read the
          full lists again, and continue from there. \`data\` is the subject when the event was ordered, a fraction of
          a second after it happened.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: feedQuery,
        response: { 200: feedPage, ...failures(400, 401, 403, 404, 'cursorLost') },
      },
    },
    async (request, reply) => {
      const { after: cursor, wait, types: wanted, ...filter } = request.query
      const identity = identityOf(request)
      await app.checkListedHome(identity, filter.property_id)
      const feed = await queries.events.findFeed(app.db, {})
      let after = beginOf(cursor, feed)
      const end = performance.now() + wait * 1_000
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      for (let until = feed.position; ; ) {
        // After a wait the sender can be gone, and a key have other homes and fewer scopes.
        const present = identityOf(request)
        const missing = missingScope(present, ['events.read'])
        if (missing) throw scopeMissing(missing)
        const withheld_types = withheldFrom(present)
        const types = typesFor(present, wanted, withheld_types)
        const { owner_id, reader } = readerOf(present)
        const bounds = boundsOf(present)
        const { page, ...reached } = await readPage(app.db, { ...filter, types, owner_id, bounds }, { after, until })
        const left = end - performance.now()
        const mayWait = page.length === 0 && left > 0 && !app.leaving
        after = reached.position
        const ms = Math.min(left, RECHECK_MS)
        const hasWaited =
          mayWait && (await app.feedWatch.wait({ reader, owner_id, after, ms, signal: gone.signal })) !== 'ended'
        if (hasWaited) {
          await app.authenticateAgain(request)
          until = (await queries.events.findFeed(app.db, {})).position
          continue
        }
        const meta = {
          next: writeCursor({ epoch: feed.epoch, position: after }),
          has_more: reached.has_more,
          withheld_types,
        }
        const shown = await app.withPersonal(app.db, page, (scope) => hasScope(present, scope))
        return { ...envelope(request, shown.map(showEvent)), meta }
      }
    },
  )
}
