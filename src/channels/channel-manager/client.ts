import { z } from 'zod'
import { lazily } from '../../platform/lib/lazily.ts'
import { readText } from '../../platform/lib/streams.ts'
import { storable } from '../../platform/lib/text.ts'
import { requestIdHeader } from '../../platform/lib/work-context.ts'
import { retryAfterSeconds } from '../../platform/outbound/retry-after.ts'
import { type BookingsQuery, bookingsSchema } from './remote-bookings.ts'
import {
  absoluteLinks,
  type Conversation,
  sentSchema as messageSentSchema,
  messagesSchema,
  oneThreadSchema,
  threadsSchema,
} from './remote-messages.ts'
import { reviewsSchema } from './remote-reviews.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8 * 1024 * 1024

/** A revision as the channel manager returns it; `payload` has its details. */
export interface RemoteRevision {
  id: string
  property_id: string
  payload: Record<string, unknown>
}

/** A page of the feed. */
export interface RevisionPage {
  revisions: RemoteRevision[]
  broken: { id: string; reason: string }[]
  is_last: boolean
}

/** Free units of a room on the days of a range, both inclusive. */
export interface AvailabilityValue {
  property_id: string
  room_type_id: string
  date_from: string
  date_to: string
  availability: number
}

/** Price and rules of a rate on the days of a range, both inclusive; `rate` in major units. */
export interface RestrictionsValue extends DayRules {
  property_id: string
  rate_plan_id: string
  date_from: string
  date_to: string
}

export interface DayRules {
  rate: string
  min_stay_arrival: number
  max_stay: number
  closed_to_arrival: boolean
  closed_to_departure: boolean
  stop_sell: boolean
}

/** Desired state of a webhook of the channel manager. */
export interface RemoteWebhook {
  property_id: string
  callback_url: string
  event_mask: string
  headers: Record<string, string>
  request_params: Record<string, string>
  is_active: boolean
  send_data: boolean
}

/** Days of one home there, both inclusive. */
export interface RemoteRange {
  property_id: string
  from: string
  to: string
}

/** The API of a channel manager, in the form of Channex. Each function throws ChannelManagerError. */
export type ChannelManager = ReturnType<typeof channelManagerAt>

/** An answer that is no success, or none at all (`status` 0); jobs are tried again with increasing pauses. */
export class ChannelManagerError extends Error {
  readonly status: number
  /** The pause that the channel manager asks for. */
  readonly retryAfterSeconds: number

  constructor(what: string, status: number, { retryAfterSeconds = 0, cause }: ErrorDetails = {}) {
    super(what, { cause })
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** True if the request itself is wrong: trying it again unchanged does not help. */
  get isRefusal(): boolean {
    return [400, 404, 409, 413, 422].includes(this.status)
  }

  /** True if the request has not arrived, or was turned away at once: it has had no effect. */
  get isWithoutEffect(): boolean {
    return this.status === 429 || this.status === 503 || NOT_CONNECTED.has(codeOf(this.cause))
  }

  /** True if the channel manager cannot be used, whatever it is asked. */
  get isAway(): boolean {
    return this.status === 0 || this.status === 401 || this.status === 403 || this.status >= 500
  }
}

const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
/** Guests write what they like into the texts of an answer, also what PostgreSQL refuses. */
const asStorable = (_key: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value)
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

interface ErrorDetails {
  retryAfterSeconds?: number
  cause?: unknown
}

const revisionSchema = z
  .object({ id: z.string().min(1).max(100), attributes: z.looseObject({ property_id: z.string() }) })
  .transform(({ id, attributes }) => ({
    id,
    property_id: attributes.property_id,
    payload: { ...attributes, revision_id: id },
  }))
const oneSchema = z.object({ data: revisionSchema })
const feedSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.looseObject({ total: z.number(), limit: z.number() }).optional().catch(undefined),
})
const named = z.looseObject({ id: z.string().min(1).max(100) })
const optionsSchema = z.object({
  data: z.array(z.object({ id: z.string(), attributes: z.looseObject({ property_id: z.string() }) })),
})
const createdSchema = z.object({ data: z.object({ id: z.string().min(1) }) })
/** A 200 with warnings has left out the values that they are about. */
const sentSchema = z.object({ meta: z.looseObject({ warnings: z.array(z.unknown()).nullish() }).nullish() })
const byDay = <T extends z.ZodType>(value: T) =>
  z.object({ data: z.record(z.string(), z.record(z.string(), value)) }).transform(({ data }) => data)
const availabilitySchema = byDay(z.number())
const restrictionsSchema = byDay(
  z.object({
    rate: z.union([z.string(), z.number().transform(String)]),
    min_stay_arrival: z.number(),
    max_stay: z.number(),
    closed_to_arrival: z.boolean(),
    closed_to_departure: z.boolean(),
    stop_sell: z.boolean(),
  }),
)
const RULES = 'rate,min_stay_arrival,max_stay,closed_to_arrival,closed_to_departure,stop_sell'
/** Status of a refusal that concerns one home. */
const REFUSED = 409
interface PageSizes {
  total?: number | undefined
  limit?: number | undefined
}
const CONVERSATIONS_OF_A_PAGE = 100
/** The default is 10; the channel manager may give fewer than it is asked for. */
const BOOKINGS_OF_A_PAGE = 100
const MAX_PAUSE_SECONDS = 3_600
const SHOWN_CHARACTERS = 500

interface Server {
  url: string
  key: string
}

type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** HTTP through undici. The address is the operator's, so it may be a private one. */
function callsTo({ url, key }: Server): { call: Call; close(): Promise<void> } {
  const client = lazily(async () => {
    const { Agent, request } = await import('undici')
    return { request, dispatcher: new Agent({ connect: { timeout: TIMEOUT_MS } }) }
  })

  const call: Call = async (method, path, body) => {
    const what = `${method} ${path.split('?')[0]}`
    try {
      const { request, dispatcher } = await client.get()
      const answer = await request(`${url}${path}`, {
        method,
        dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'user-api-key': key,
          accept: 'application/json',
          'user-agent': 'Sejour',
          ...requestIdHeader(),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { statusCode: status, headers } = answer
      const text = await readText(answer.body, MAX_BYTES, () => new ChannelManagerError(`${what}: too long`, status))
      if (status >= 200 && status <= 299) return text === '' ? {} : JSON.parse(text, asStorable)
      const said = `the channel manager answered ${status} to ${what}: ${text.slice(0, SHOWN_CHARACTERS)}`
      throw new ChannelManagerError(said, status, {
        retryAfterSeconds: Math.min(retryAfterSeconds(headers['retry-after'], Date.now()) ?? 0, MAX_PAUSE_SECONDS),
      })
    } catch (error) {
      if (error instanceof ChannelManagerError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new ChannelManagerError(`no answer of the channel manager to ${what}: ${reason}`, 0, { cause: error })
    }
  }
  return { call, close: () => client.end(({ dispatcher }) => dispatcher.close()) }
}

const filterOf = ({ property_id, from, to }: RemoteRange) =>
  new URLSearchParams({ 'filter[property_id]': property_id, 'filter[date][gte]': from, 'filter[date][lte]': to })

/** Ids of a home from a list that may have those of others as well. */
async function listOptions(call: Call, path: string, property_id: string): Promise<string[]> {
  const filter = new URLSearchParams({ 'filter[property_id]': property_id })
  const { data } = optionsSchema.parse(await call('GET', `${path}/options?${filter}`))
  return data.filter(({ attributes }) => attributes.property_id === property_id).map(({ id }) => id)
}

/** A home whose conversations cannot be used, because its messages app is not installed for example, is no outage. */
async function ofConversations<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ChannelManagerError && error.status === 403)) throw error
    throw new ChannelManagerError(error.message, REFUSED, { cause: error })
  }
}

/** undefined: the channel manager does not know it. */
async function unlessUnknown<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChannelManagerError && error.status === 404) return undefined
    throw error
  }
}

const messagesOf = (at: Conversation) =>
  'booking_id' in at
    ? `/bookings/${encodeURIComponent(at.booking_id)}/messages`
    : `/message_threads/${encodeURIComponent(at.thread_id)}/messages`

/** True if a page is the last one: as the channel manager says, or by its size. */
const isLast = (page: number, size: number, { total, limit = size }: PageSizes = {}) =>
  size === 0 || (total === undefined ? size < CONVERSATIONS_OF_A_PAGE : page * limit >= total)

const pageOf = (page: number, order: string) =>
  new URLSearchParams({
    [`order[${order}]`]: order === 'inserted_at' ? 'asc' : 'desc',
    'pagination[page]': String(page),
    'pagination[limit]': String(CONVERSATIONS_OF_A_PAGE),
  })

async function send(call: Call, path: string, values: object[]): Promise<void> {
  const warnings = sentSchema.parse(await call('POST', path, { values })).meta?.warnings ?? []
  if (warnings.length === 0) return
  const said = JSON.stringify(warnings).slice(0, SHOWN_CHARACTERS)
  throw new ChannelManagerError(`the channel manager left out values of POST ${path}: ${said}`, 422)
}

export function channelManagerAt(server: Server) {
  const { call, close } = callsTo(server)
  return {
    /** A page of the messages of a conversation, from 1, oldest first; `inquiries`: what the channel says of requests in it. */
    listMessages: (conversation: Conversation, page: number) =>
      ofConversations(async () => {
        const answer = await call('GET', `${messagesOf(conversation)}?${pageOf(page, 'inserted_at')}`)
        const { data: messages, inquiries, size, meta } = messagesSchema.parse(answer)
        const shown = messages.map((one) => ({ ...one, attachments: absoluteLinks(one.attachments, server.url) }))
        return { messages: shown, inquiries, is_last: isLast(page, size, meta ?? {}) }
      }),
    /** undefined: the channel manager does not know it. */
    findThread: (id: string) =>
      ofConversations(() =>
        unlessUnknown(
          async () => oneThreadSchema.parse(await call('GET', `/message_threads/${encodeURIComponent(id)}`)).data,
        ),
      ),
    /** A page of the conversations of a home, from 1, the latest first. */
    listThreads: (property_id: string, page: number) =>
      ofConversations(async () => {
        const query = pageOf(page, 'last_message_received_at')
        query.set('filter[property_id]', property_id)
        const { threads, size, meta } = threadsSchema.parse(await call('GET', `/message_threads?${query}`))
        return { threads, is_last: isLast(page, size, meta ?? {}) }
      }),
    /** Writes to the guest of a conversation. Returns the id of the message. */
    sendMessage: (conversation: Conversation, message: string) =>
      ofConversations(async () => {
        const answer = await call('POST', messagesOf(conversation), { message: { message } })
        return messageSentSchema.parse(answer).data.id
      }),
    /** A page of the reviews of a home, from 1, the latest first. */
    listReviews: (property_id: string, page: number) =>
      ofConversations(async () => {
        const query = pageOf(page, 'received_at')
        query.set('filter[property_id]', property_id)
        const { reviews, size, meta } = reviewsSchema.parse(await call('GET', `/reviews?${query}`))
        return { reviews, is_last: isLast(page, size, meta ?? {}) }
      }),
    /** Replies to a review, which can have one reply. */
    replyToReview: (id: string, reply: string) =>
      ofConversations(async () => {
        await call('POST', `/reviews/${encodeURIComponent(id)}/reply`, { reply: { reply } })
      }),
    /** undefined: the channel manager does not know it. */
    findRevision: (id: string) =>
      unlessUnknown(
        async () => oneSchema.parse(await call('GET', `/booking_revisions/${encodeURIComponent(id)}`)).data,
      ),
    /** A page of revisions that were not acknowledged, from 1, oldest first; `broken`: entries that are no revisions. */
    async listUnacknowledged(page: number): Promise<RevisionPage> {
      const query = pageOf(page, 'inserted_at')
      const { data, meta } = feedSchema.parse(await call('GET', `/booking_revisions/feed?${query}`))
      const read = data.map((entry) => ({ entry, revision: revisionSchema.safeParse(entry) }))
      const revisions = read.flatMap(({ revision }) => (revision.success ? [revision.data] : []))
      // One entry that is no revision keeps none behind it.
      const broken = read.flatMap(({ entry, revision }) => {
        const known = named.safeParse(entry)
        const where = revision.error?.issues[0]?.path.join('.')
        return revision.success || !known.success ? [] : [{ id: known.data.id, reason: `unreadable: ${where}` }]
      })
      return { revisions, broken, is_last: data.length === 0 || !meta || page * meta.limit >= meta.total }
    },
    /** A page of the bookings of a home, oldest first. */
    async listBookings({ property_id, departs_from, page }: BookingsQuery) {
      const query = new URLSearchParams({
        'filter[property_id]': property_id,
        'filter[departure_date][gte]': departs_from,
        'order[inserted_at]': 'asc',
        'pagination[page]': String(page),
        'pagination[limit]': String(BOOKINGS_OF_A_PAGE),
      })
      const { data: bookings, meta } = bookingsSchema.parse(await call('GET', `/bookings?${query}`))
      return { bookings, is_last: bookings.length === 0 || page * meta.limit >= meta.total }
    },
    /** Ids of the room types of a home, and of its rate plans. */
    listRoomTypes: (property_id: string) => listOptions(call, '/room_types', property_id),
    listRatePlans: (property_id: string) => listOptions(call, '/rate_plans', property_id),
    /** Says that a revision is stored. Can be repeated. */
    async acknowledge(id: string) {
      await call('POST', `/booking_revisions/${encodeURIComponent(id)}/ack`)
    },
    sendAvailability: (values: AvailabilityValue[]) => send(call, '/availability', values),
    sendRestrictions: (values: RestrictionsValue[]) => send(call, '/restrictions', values),
    /** Known availability of each room, by room and day. */
    readAvailability: async (range: RemoteRange) =>
      availabilitySchema.parse(await call('GET', `/availability?${filterOf(range)}`)),
    /** Known prices of each rate, by rate and day. */
    async readRestrictions(range: RemoteRange) {
      const filter = filterOf(range)
      filter.set('filter[restrictions]', RULES)
      return restrictionsSchema.parse(await call('GET', `/restrictions?${filter}`))
    },
    /** Returns the id of a new webhook. */
    createWebhook: async (webhook: RemoteWebhook) =>
      createdSchema.parse(await call('POST', '/webhooks', { webhook })).data.id,
    async updateWebhook(id: string, webhook: RemoteWebhook) {
      await call('PUT', `/webhooks/${encodeURIComponent(id)}`, { webhook })
    },
    /** Nothing happens when it is deleted already. */
    async deleteWebhook(id: string) {
      try {
        await call('DELETE', `/webhooks/${encodeURIComponent(id)}`)
      } catch (error) {
        if (!(error instanceof ChannelManagerError && error.status === 404)) throw error
      }
    },
    close,
  }
}
