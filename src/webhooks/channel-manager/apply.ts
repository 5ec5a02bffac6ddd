import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { applyRevision } from '../../channel-manager/bookings.ts'
import { readRevision } from '../../channel-manager/revision.ts'
import { BOOKING_EVENTS, CHANNEL_EVENTS } from '../../channel-manager/schemas.ts'
import { findSubscription, type Subscription } from '../../channel-manager/secrets.ts'

interface Settled {
  status: 'applied' | 'ignored' | 'malformed'
  error?: string
}

interface StoredEvent {
  event_id: string
  type: string
  payload: unknown
  subscription_id: string | null
  received_at: string
}

const BOOKINGS: ReadonlySet<string> = new Set(BOOKING_EVENTS)
const KNOWN: ReadonlySet<string> = new Set(CHANNEL_EVENTS)

const text = z.string().optional().catch(undefined)
const envelope = z.looseObject({
  property_id: text,
  timestamp: z.unknown().optional(),
  payload: z.unknown().optional(),
})
const inPayload = z.looseObject({ property_id: text })
const withDetails = z.looseObject({ arrival_date: z.unknown().optional(), rooms: z.unknown().optional() })

const ignored = (error: string): Settled => ({ status: 'ignored', error })

/** Applies an event of a channel manager (docs/design/channel-manager.md, "Inbound events"). */
export async function applyChannelEvent(app: FastifyInstance, event: StoredEvent): Promise<Settled> {
  const subscription =
    event.subscription_id === null ? undefined : await findSubscription(app.db, { webhook_id: event.subscription_id })
  if (!subscription) return ignored('the subscription was deleted')
  if (!subscription.is_active) return ignored('the subscription is not active')
  if (!KNOWN.has(event.type)) return ignored('an event of no effect')
  const { event_mask } = subscription
  if (event_mask !== '*' && !event_mask.split(';').includes(event.type))
    return ignored('not among the events asked for')
  const body = envelope.safeParse(event.payload)
  if (!body.success) return { status: 'malformed', error: 'not an event' }
  const { property_id, timestamp, payload } = body.data
  const foreign = foreignHome(subscription, property_id, payload)
  if (foreign) return ignored(foreign)
  if (!BOOKINGS.has(event.type)) return ignored('its data is not used')

  const { received_at, event_id } = event
  const revision = readRevision(payload, { event: event.type, fallback_id: event_id, timestamp, received_at })
  if (typeof revision === 'string') {
    const error = hasDetails(payload) ? revision : 'no details inline, and no channel manager to ask'
    app.log.error({ event: event_id, reason: error }, 'a booking of a channel cannot be read')
    return { status: 'malformed', error }
  }
  return applyRevision(app, subscription, revision)
}

/** Why an event is not about the home of its subscription; undefined when it is. */
function foreignHome(subscription: Subscription, topLevel: string | undefined, payload: unknown): string | undefined {
  const inner = inPayload.safeParse(payload)
  const named = [topLevel, inner.success ? inner.data.property_id : undefined].filter((id) => id !== undefined)
  const [first, second = first] = named.map((id) => id.toLowerCase())
  if (first !== second) return 'event and payload name two homes'
  const own = [subscription.remote_property_id, subscription.property_id]
  const isOwn = first === undefined || own.some((id) => id?.toLowerCase() === first)
  return isOwn ? undefined : 'not the home of this subscription'
}

function hasDetails(payload: unknown): boolean {
  const details = withDetails.safeParse(payload)
  return details.success && (details.data.arrival_date !== undefined || details.data.rooms !== undefined)
}
