import { z } from 'zod'
import { countWithin, forgiveAttempt } from '../../accounts/auth/throttle.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Settled, StoredEvent } from '../../platform/inbox/applying.ts'
import { oneLine } from '../../platform/lib/text.ts'
import type { ChannelManager } from '../channel-manager/client.ts'
import { requestComparison } from '../channel-manager/compare.ts'
import { notifyUnknownEvent, notifyUnmappedRoom, notifyUnreadable } from '../channel-manager/notices.ts'
import {
  ACTIVE_EVENT,
  ANSWER_EVENTS,
  BOOKING_EVENTS,
  CALENDAR_EVENTS,
  CHANNEL_EVENTS,
  MESSAGE_EVENT,
  REQUEST_EVENTS,
  REVIEW_EVENTS,
  THREAD_EVENT,
  TROUBLE_EVENTS,
} from '../channel-manager/schemas.ts'
import { findSubscription, type Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { applyRevision } from './bookings.ts'
import { readFeed, takeRevision } from './feed.ts'
import { applyMessageEvent } from './message-events.ts'
import { applyAssignedThread, applyRequestEvent } from './request-events.ts'
import { endRequestsOf } from './requests.ts'
import { applyReviewEvent } from './review-events.ts'
import {
  type Envelope,
  eventId,
  isUnreadable,
  readRevision,
  revisionIdOf,
  type Unreadable,
  unreadable,
} from './revision.ts'
import { applyTroubleEvent } from './trouble-events.ts'

/** Times that a revision is asked for which the channel manager does not know. */
const UNKNOWN_TRIES = 3
/** Times that a subscription may ask in vain. The feed has what is missed meanwhile. */
const UNKNOWN_REVISIONS = { limit: 30, seconds: 3_600 }
/** Limit of readings of the feed at once, by one subscription. */
const FEED_READS = { limit: 60, seconds: 3_600 }

const oneOf =
  <const Event extends string>(events: readonly Event[]) =>
  (type: string): type is Event =>
    events.some((event) => event === type)

const isBooking = oneOf(BOOKING_EVENTS)
const isReview = oneOf(REVIEW_EVENTS)
const isCalendar = oneOf(CALENDAR_EVENTS)
const isTrouble = oneOf([...TROUBLE_EVENTS, ACTIVE_EVENT])
const isRequest = oneOf([...REQUEST_EVENTS, ...ANSWER_EVENTS])
const isKnown = oneOf(CHANNEL_EVENTS)

const text = z.string().optional().catch(undefined)
const envelope = z.looseObject({
  property_id: text,
  timestamp: z.unknown().optional(),
  payload: z.unknown().optional(),
})
const inPayload = z.looseObject({ property_id: text })
const withDetails = z.looseObject({ arrival_date: z.unknown().optional(), rooms: z.unknown().optional() })

const ignored = (error: string, is_repeatable = false): Settled => ({ status: 'ignored', error, is_repeatable })

const KNOWN_REVISION = ignored('this revision is known')
const UNMAPPED = ignored('the home is not mapped', true)

/** Applies an event of a channel manager (docs/design/channels.md, "Inbound events"). */
export async function applyChannelEvent(context: ChannelsContext, event: StoredEvent): Promise<Settled> {
  const subscription =
    event.subscription_id === null
      ? undefined
      : await findSubscription(context.db, { webhook_id: event.subscription_id })
  if (!subscription) return ignored('the subscription was deleted')
  if (!subscription.is_active) return ignored('the subscription is not active', true)
  const { event_mask } = subscription
  if (event_mask !== '*' && !event_mask.split(';').includes(event.type))
    return ignored('not among the events asked for', true)
  const body = envelope.safeParse(event.payload)
  if (!body.success) return { status: 'malformed', error: 'not an event' }
  const { property_id, timestamp, payload } = body.data
  const foreign = foreignHome(subscription, property_id, payload)
  if (foreign) return ignored(foreign, true)
  const { type, received_at, event_id, attempts } = event
  const known = { fallback_id: event_id, timestamp, received_at }
  if (!isBooking(type)) return applyOther(context, subscription, payload, { ...known, event: type })
  return applyBooking(context, subscription, payload, { ...known, event: type, attempts })
}

/** Applies an event that is about no revision of a booking. */
async function applyOther(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
  { event, ...known }: Envelope,
): Promise<Settled> {
  if (event === MESSAGE_EVENT) return applyMessageEvent(context, subscription, payload)
  if (event === THREAD_EVENT) return applyAssignedThread(context, subscription, payload)
  if (isReview(event)) return applyReviewEvent(context, subscription)
  if (isCalendar(event)) return calendarChanged(context, subscription)
  if ((isTrouble(event) || isRequest(event)) && subscription.remote_property_id === null) return UNMAPPED
  if (isTrouble(event)) return applyTroubleEvent(context, subscription, payload, { event, id: known.fallback_id })
  if (isRequest(event)) return applyRequestEvent(context, subscription, payload, { ...known, event })
  if (isKnown(event)) return ignored('an event of no effect')
  await notifyUnknownEvent(context, subscription, oneLine(event))
  return ignored('an unknown kind of event', true)
}

async function applyBooking(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
  { attempts, ...known }: Envelope & { attempts: number },
): Promise<Settled> {
  const { event, fallback_id: event_id } = known
  const id = revisionIdOf(payload) ?? event_id
  const outcome = context.channelManager
    ? await fetched(context, context.channelManager, subscription, payload, { ...known, attempts })
    : await inline(context, subscription, payload, known)
  if (isUnreadable(outcome)) {
    const { reason } = outcome
    context.log.error({ event: event_id, reason }, 'a booking of a channel cannot be read')
    await notifyUnreadable(context, subscription, { id, reason })
    return { status: 'malformed', error: reason, is_repeatable: true }
  }
  if (event === 'booking_unmapped_room') await notifyUnmappedRoom(context, subscription, id)
  return outcome
}

/** The data of the event does not count, which may be older than what was sent since: the calendars are compared. */
async function calendarChanged(context: ChannelsContext, { remote_property_id }: Subscription): Promise<Settled> {
  if (!context.channelManager) return ignored('its data is not used')
  const isMapped = remote_property_id !== null && (await requestComparison(context, remote_property_id))
  return isMapped ? { status: 'applied' } : UNMAPPED
}

/** Applies the details that an event carries. */
async function inline(context: ChannelsContext, subscription: Subscription, payload: unknown, known: Envelope) {
  const revision = readRevision(payload, known)
  if (!isUnreadable(revision)) {
    const applied = await applyRevision(context, subscription, revision)
    await endRequestsOf(context, subscription, revision)
    return applied
  }
  if (hasDetails(payload)) return revision
  const revision_id = revisionIdOf(payload)
  if (revision_id !== undefined && (await isApplied(context, subscription, revision_id))) return KNOWN_REVISION
  return unreadable('no details inline, and no channel manager to ask')
}

/** True if another event of the same subscription has brought this revision: one booking causes events of several kinds. */
async function isApplied({ db }: ChannelsContext, { id }: Subscription, revision_id: string): Promise<boolean> {
  const event_ids = BOOKING_EVENTS.map((type) => eventId(id, type, revision_id))
  return (await queries.inbox.findApplied(db, { provider: 'channel', event_ids })) !== undefined
}

/** An event that names no revision, as those of a webhook without data do, has the feed read, which names it. */
async function readFeedSoon(context: ChannelsContext, { id }: Subscription): Promise<Settled> {
  const key = `feed reads ${id}`
  if ((await countWithin(context.db, { key, ...FEED_READS })) > 0)
    return ignored('names no revision: the feed is read by its schedule', true)
  await context.jobs.enqueue(context.db, readFeed, {})
  return { status: 'applied', is_repeatable: true }
}

/**
 * Applies the revision as the channel manager has it, whatever the event says of it. Calls use the operator's key, so an
 * owner causes none with a home that is not mapped, and few with revisions that nobody knows.
 */
async function fetched(
  context: ChannelsContext,
  manager: ChannelManager,
  subscription: Subscription,
  payload: unknown,
  { attempts, ...known }: Envelope & { attempts: number },
): Promise<Settled | Unreadable> {
  const revision_id = revisionIdOf(payload)
  // The stand-in sells for nobody: who tries the service sends bookings of their own.
  const isOwn = context.config.channelManager === undefined && hasDetails(payload)
  const isKnownThere = revision_id !== undefined && isOwn && (await manager.findRevision(revision_id)) !== undefined
  if (isOwn && !isKnownThere) return inline(context, subscription, payload, known)
  if (subscription.remote_property_id === null) return UNMAPPED
  if (revision_id === undefined) return readFeedSoon(context, subscription)
  // A booking that was not acknowledged is acknowledged once more.
  if (known.event !== 'non_acked_booking' && (await isApplied(context, subscription, revision_id)))
    return KNOWN_REVISION
  const revision = await findRevision(context, manager, subscription, revision_id)
  if (revision === 'refused') return ignored('too many unknown revisions: the feed has those that exist', true)
  if (!revision) {
    const error = `the channel manager does not know revision ${revision_id}`
    if (attempts + 1 >= UNKNOWN_TRIES) return ignored(error, true)
    // Not there yet, perhaps; the job is tried again.
    throw new Error(error)
  }
  // The key opens the bookings of every owner: only the assignment of its home there says whose this one is.
  if (revision.property_id !== subscription.remote_property_id)
    return ignored('not the home of this subscription', true)
  // The details say whether it is cancelled, not the event.
  return takeRevision(context, manager, subscription, revision, { ...known, event: 'booking' })
}

/** Counts what is not known; what is known, or could not be asked for, does not count. */
async function findRevision(
  context: ChannelsContext,
  manager: ChannelManager,
  { id }: Subscription,
  revision_id: string,
) {
  const key = `unknown revisions ${id}`
  if ((await countWithin(context.db, { key, ...UNKNOWN_REVISIONS })) > 0) return 'refused'
  let isUnknown = false
  try {
    const revision = await manager.findRevision(revision_id)
    isUnknown = revision === undefined
    return revision
  } finally {
    if (!isUnknown) await forgiveAttempt(context.db, key)
  }
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
