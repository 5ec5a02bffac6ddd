import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { countWithin, MINUTE_SECONDS } from '../../accounts/auth/throttle.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LARGE_BODY_BYTES, readJson } from '../../platform/http/bodies.ts'
import { done, doneSchema, failures } from '../../platform/http/envelope.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { homeFilter, shownUuid, timestamp } from '../../platform/http/fields.ts'
import { identityOf, isStaff } from '../../platform/http/identity.ts'
import { listPage, pagedSchema, pageQuery } from '../../platform/http/pages.ts'
import { receive } from '../../platform/inbox/inbox.ts'
import { BEARER, WEBHOOK_SECRET } from '../../platform/plugins/documentation.ts'
import { at, FREE, HOME, REVISION, WEBHOOK } from '../../reference/examples/demo.ts'
import { notifyUnreadable } from '../channel-manager/notices.ts'
import { findBySecret, type Subscription } from '../channel-manager/secrets.ts'
import { applyChannelEventJob } from './jobs.ts'
import { eventId, revisionIdOf, withoutCards } from './revision.ts'

/** The size of an ordinary event; larger ones count for more. */
const EVENT_BYTES = 65_536
/** Assumed size of a body of unknown length, at most a megabyte. */
const UNKNOWN_BYTES = 1_048_576
/** Limit of all subscriptions of an owner, as a multiple of that of one. */
const OWNER_SHARE = 10

/** An event of a channel manager; the job reads the rest of it. */
const eventSchema = z.looseObject({
  event: z.string().trim().min(1).max(64),
  payload: z.unknown().optional(),
})

const withSecret = z.looseObject({
  'x-webhook-secret': z.string().optional().meta({ description: 'The secret of a subscription, or as a bearer token' }),
})

const STATUSES = { received: 'received', applied: 'applied', ignored: 'ignored', failed: 'malformed' } as const

const inboxStatus = z
  .enum(['received', 'applied', 'ignored', 'failed'])
  .meta({ id: 'InboxStatus', description: 'Outcome of a received event' })

const inboxQuery = pageQuery.extend({
  property_id: homeFilter,
  status: inboxStatus.optional(),
  event: z.string().max(64).optional().describe('Only entries of this event, as the channel manager names it'),
})

const inboxEntry = z
  .object({
    id: z.string().meta({ example: `${WEBHOOK}:booking:${REVISION}` }),
    event: z.string().meta({ example: 'booking' }),
    property_id: shownUuid.meta({ example: HOME }),
    subscription_id: shownUuid.nullable().meta({ example: WEBHOOK }),
    received_at: timestamp.meta({ example: at(-10) }),
    settled_at: timestamp.nullable().meta({ example: at(-10) }),
    status: inboxStatus.meta({ example: 'applied' }),
    attempts: z.int().meta({ example: 1 }),
    error: z.string().nullable().meta({ example: null }),
  })
  .meta({ id: 'InboundNotification' })

/** The webhook of channel managers, and its inbox (docs/design/channels.md, "Inbound events"). */
export const channelRoutes: FastifyPluginAsyncZod = async (app) => {
  await app.register(inboxRoutes)
  app.get(
    '/webhook/notifications-list',
    {
      onRequest: app.authenticate,
      config: { specified: true, scope: 'channels.write', people: true, allHomes: true },
      schema: {
        tags: ['channels'],
        security: BEARER,
        'x-demo-account': 'owner',
        operationId: 'listInboundNotifications',
        summary: 'List events received from channel managers, newest first',
        description: `\`received\`: waiting for its job; \`applied\`: done; \`ignored\`: no effect here; \`failed\`:
          could not be read, with the reason in \`error\`. Kept for 90 days.`,
        querystring: inboxQuery,
        response: { 200: pagedSchema(inboxEntry), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { property_id, status, event } = request.query
      await app.checkListedHome(identity, property_id)
      const filters = { property_id, event, status: status && STATUSES[status] }
      const who = { user_id: identity.userId, is_staff: isStaff(identity) }
      return listPage(
        request,
        request.query,
        (page) => queries.inbox.listEvents(app.db, { ...who, ...filters, ...page }),
        ({ total: _, status: state, ...row }) => ({ ...row, status: inboxStatus.parse(state) }),
      )
    },
  )
}

const inboxRoutes: FastifyPluginAsyncZod = async (webhook) => {
  const senders = new WeakMap<FastifyRequest, Subscription>()
  // The bytes are the key of an event that names no revision.
  webhook.removeContentTypeParser('application/json')
  webhook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, next) => next(null, body))

  webhook.post(
    '/webhook/notifications',
    {
      bodyLimit: LARGE_BODY_BYTES,
      config: { silent: true, specified: true, rateLimit: false },
      // Before the body is read: a stranger has nothing parsed.
      onRequest: async (request) => {
        const subscription = await findBySecret(webhook, presentedSecret(request))
        if (!subscription) throw new AppError('badSecret')
        await countEvent(webhook, request, subscription)
        senders.set(request, subscription)
      },
      schema: {
        tags: ['channels'],
        security: WEBHOOK_SECRET,
        operationId: 'receiveChannelEvent',
        summary: 'Receive an event from a channel manager',
        description: `Clients never call it. The secret of a subscription goes in \`x-webhook-secret\` or as a bearer token. An event
          is stored once by its \`revision_id\`, answered with 200, and applied by a job; \`GET /webhook/notifications-list\` has
          the outcome.`,
        'x-message': 'received',
        headers: withSecret,
        body: z.unknown().meta({
          type: 'object',
          description: '`event`, `property_id`, `timestamp` and `payload`',
          example: {
            event: 'booking',
            property_id: HOME,
            user_id: null,
            timestamp: at(-10),
            payload: {
              booking_id: '5c1f7a52-8a0c-4f86-b4b9-2f3e2d1c0b9a',
              revision_id: REVISION,
              property_id: HOME,
              status: 'new',
              ota_name: 'Airbnb',
              ota_reservation_code: 'HMA2B3C4D5',
              arrival_date: FREE.check_in,
              departure_date: FREE.check_out,
              amount: '410.88',
              currency: 'EUR',
              customer: { name: 'Camille', surname: 'Martin', mail: 'camille@example.org', country: 'FR' },
              occupancy: { adults: 2, children: 0, infants: 0 },
              inserted_at: at(-10),
            },
          },
        }),
        response: { 200: doneSchema, ...failures(400, 401, 413, 415, 'badSecret') },
      },
    },
    async (request) => {
      const subscription = senders.get(request)
      const { body } = request
      if (!subscription) throw new AppError('badSecret')
      if (!(body instanceof Buffer)) throw new AppError('badRequest')
      const parsed = parseJson(body)
      const event = eventSchema.safeParse(parsed)
      if (!event.success) throw invalid({ event: 'required' })
      const type = event.data.event
      const key = revisionIdOf(event.data.payload) ?? createHash('sha256').update(body).digest('hex')
      const { id: subscription_id, property_id } = subscription
      const event_id = eventId(subscription_id, type, key)
      const received = {
        provider: 'channel',
        subscription_id,
        property_id,
        event_id,
        type,
        payload: withoutCards(event.data),
      } as const
      const isStored = (await receive(webhook, applyChannelEventJob, received, body)) !== 'malformed'
      if (!isStored) await notifyUnreadable(webhook, subscription, { id: event_id, reason: 'cannot be stored' })
      return done(request)
    },
  )
}

/**
 * Counts an event of a subscription, and of its owner, who may have many and can replace them; a large one counts as several.
 * @throws AppError 503.
 */
async function countEvent({ config, db }: FastifyInstance, request: FastifyRequest, { id, owner_id }: Subscription) {
  const limit = config.quotas.channelEventsPerMinute
  await countOrPutOff(db, { key: `channel events ${id}`, limit, seconds: MINUTE_SECONDS })
  const bytes = Number(request.headers['content-length'] ?? UNKNOWN_BYTES)
  const amount = Math.max(1, Math.ceil(bytes / EVENT_BYTES))
  const ofOwner = { limit: limit * OWNER_SHARE, amount, seconds: MINUTE_SECONDS }
  await countOrPutOff(db, { key: `channel events of owner ${owner_id}`, ...ofOwner })
}

/** Counts an event. Channex repeats it after 5xx only, so one too many is 503, and comes again. @throws AppError 503. */
async function countOrPutOff(db: Queryable, attempts: Parameters<typeof countWithin>[1]): Promise<void> {
  const seconds = await countWithin(db, attempts)
  if (seconds > 0) throw new AppError('unavailable', { headers: { 'retry-after': String(seconds) } })
}

function presentedSecret({ headers }: FastifyRequest): string {
  const secret = headers['x-webhook-secret']
  if (typeof secret === 'string') return secret
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}

function parseJson(body: Buffer): unknown {
  const text = body.toString()
  const value = readJson(text, LARGE_BODY_BYTES)
  return UNSTORABLE.test(text) ? JSON.parse(text, withoutUnstorable) : value
}

/** Escapes of NUL and of halves of surrogate pairs, which PostgreSQL does not store. Whole pairs match as well. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i
const NUL = String.fromCharCode(0)

const storable = (text: string): string => text.toWellFormed().replaceAll(NUL, '\ufffd')

/** Replaces what cannot be stored, so that a booking is not lost for a character of its guest's name. */
function withoutUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [storable(name), entry]))
}
