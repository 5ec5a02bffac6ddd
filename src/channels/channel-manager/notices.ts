import { countWithin, DAY_SECONDS, forgiveAttempt, isFirstOfHour } from '../../accounts/auth/throttle.ts'
import { type Notification, notify } from '../../accounts/notifications/notify.ts'
import type { NotificationText } from '../../accounts/notifications/texts.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ChannelsContext } from '../context.ts'
import type { Subscription } from './secrets.ts'

/** The booking, and why it could not be taken. */
interface Problem {
  /** The revision or the event. */
  id: string
  reason: string
}

/**
 * Notifies owner and support of an unreadable booking: its nights are sold, and are not taken here. Homes without a mapping
 * cause no notification, because their owners could send anything. Returns whether they know of it now.
 */
export async function notifyUnreadable(
  context: ChannelsContext,
  { owner_id, property_id, remote_property_id, home }: Subscription,
  problem: Problem,
): Promise<boolean> {
  if (remote_property_id === null) return false
  return notifyHourly(context, noticeOf(home, problem, property_id), { about: property_id, owner_id })
}

/** Tells support of a booking whose home is not mapped. Returns whether they know of it now. */
export async function notifyUnmapped(
  context: ChannelsContext,
  remote_property_id: string,
  id: string,
): Promise<boolean> {
  const problem = { id, reason: `no home is mapped to ${remote_property_id}` }
  return notifyHourly(context, noticeOf(remote_property_id, problem), { about: remote_property_id })
}

/**
 * Tells owner and support of a booking whose room has no mapping at the channel manager: its nights are taken here, and
 * other platforms may still sell them.
 */
export async function notifyUnmappedRoom(
  context: ChannelsContext,
  { owner_id, property_id, remote_property_id, home }: Subscription,
  id: string,
): Promise<void> {
  if (remote_property_id === null) return
  const notice = {
    content: { type: 'channel_room_unmapped' as const, home },
    data: { id, property_id },
    property_id,
    dedupe_key: `channel-room:${property_id}:${id}`,
  }
  await notifyHourly(context, notice, { about: `rooms ${property_id}`, owner_id })
}

/** Tells owner and support that the channel manager refuses the webhook of a home: its bookings come by the feed only. */
export async function notifyRefused(
  context: ChannelsContext,
  tx: Transaction,
  subscription: { id: string; property_id: string; owner_id: number; home: string; registration_version: number },
  reason: string,
): Promise<void> {
  const { id, property_id, owner_id, home, registration_version } = subscription
  const notice = {
    content: { type: 'channel_registration_refused' as const, home },
    data: { property_id, webhook_id: id, error: reason },
    property_id,
    dedupe_key: `channel-registration:${id}:${registration_version}`,
  }
  for (const user_id of await peopleToTell(tx, owner_id)) await notify(context, tx, { ...notice, user_id })
}

/** Tells owner and support that the channel manager refuses the list of bookings of a home, once a day: those sold before it was mapped are missing. */
export async function notifyListRefused(
  context: ChannelsContext,
  { id, owner_id, property_id, home, today }: Subscription,
  error: string,
): Promise<void> {
  const notice = {
    content: { type: 'channel_bookings_refused' as const, home },
    data: { property_id, webhook_id: id, error },
    property_id,
    dedupe_key: `channel-bookings:${id}:${today}`,
  }
  await transaction(context.db, async (tx) => {
    for (const user_id of await peopleToTell(tx, owner_id)) await notify(context, tx, { ...notice, user_id })
  })
}

/** A trouble of a channel. */
export interface Trouble {
  type: 'channel_update_failed' | 'channel_disconnected'
  about: 'calendar' | 'prices' | 'channel' | 'listing'
  /** The event. */
  id: string
  channel: string | null
  /** Tells the channel, and its listing, from others of the home. */
  key: string
}

/** The time for which a trouble is the same one, if nothing says that it is over. */
const SAME_TROUBLE_SECONDS = 7 * DAY_SECONDS

const troubleKey = ({ property_id }: Subscription, { about, key }: Pick<Trouble, 'about' | 'key'>): string =>
  `channel trouble ${property_id} ${about} ${key}`

/** Notifies owner and support of a trouble of a channel, once and not by each event of it. */
export async function notifyTrouble(
  context: ChannelsContext,
  subscription: Subscription,
  { type, about, id, channel, ...trouble }: Trouble,
): Promise<void> {
  const { property_id, owner_id, home } = subscription
  const notice = {
    content: { type, home, channel, about },
    data: { property_id },
    property_id,
    dedupe_key: `channel-trouble:${id}`,
  }
  const seen = { key: troubleKey(subscription, { about, ...trouble }), limit: 1, seconds: SAME_TROUBLE_SECONDS }
  await transaction(context.db, async (tx) => {
    // Counted once, so that its end takes it back.
    if ((await countWithin(tx, seen)) > 0) return forgiveAttempt(tx, seen.key)
    for (const user_id of await peopleToTell(tx, owner_id)) await notify(context, tx, { ...notice, user_id })
  })
}

/** Ends the disconnection of a channel: the next one is a new trouble. */
export const endTrouble = ({ db }: ChannelsContext, subscription: Subscription, key: string): Promise<void> =>
  forgiveAttempt(db, troubleKey(subscription, { about: 'channel', key }))

/** Notifies owner and support of a kind of event that is not known here, each person once. */
export async function notifyUnknownEvent(
  context: ChannelsContext,
  { owner_id, property_id, remote_property_id, home }: Subscription,
  event: string,
): Promise<void> {
  if (remote_property_id === null) return
  const notice = {
    content: { type: 'channel_event_unknown' as const, home, event },
    data: { property_id },
    property_id,
    dedupe_key: `channel-event:${event}`,
  }
  await notifyHourly(context, notice, { about: `events ${property_id}`, owner_id })
}

/** Notifies the owner of a request or message that has no stay here. */
export async function notifyWaiting(
  context: ChannelsContext,
  { owner_id, property_id, home }: Pick<Subscription, 'owner_id' | 'property_id' | 'home'>,
  { id, ...waiting }: { id: string } & Omit<Extract<NotificationText, { type: 'channel_waiting' }>, 'type' | 'home'>,
): Promise<void> {
  await transaction(context.db, (tx) =>
    notify(context, tx, {
      user_id: owner_id,
      content: { type: 'channel_waiting', home, ...waiting },
      data: { property_id },
      property_id,
      dedupe_key: `channel-waiting:${id}`,
    }),
  )
}

/** Notifies of each problem once, and of one an hour for each home; returns whether people know of it now. Others are in the inbox or the feed, and are notified when they come again. */
async function notifyHourly(
  context: ChannelsContext,
  notice: Omit<Notification, 'user_id'>,
  { about, owner_id }: { about: string; owner_id?: number },
): Promise<boolean> {
  return transaction(context.db, async (tx) => {
    const people = await peopleToTell(tx, owner_id)
    const [first] = people
    const { dedupe_key } = notice
    if (first === undefined) return false
    if (await queries.notifications.findByKey(tx, { user_id: first, dedupe_key })) return true
    if (!(await isFirstOfHour(tx, `unreadable bookings ${about}`))) return false
    for (const user_id of people) await notify(context, tx, { ...notice, user_id })
    return true
  })
}

/** Support, after the owner where there is one: each person once. */
async function peopleToTell(tx: Transaction, owner_id?: number): Promise<Set<number>> {
  const support = (await queries.auth.listSupport(tx, {})).map(({ id }) => id)
  return new Set(owner_id === undefined ? support : [owner_id, ...support])
}

const noticeOf = (home: string, { id, reason }: Problem, property_id?: string) => ({
  property_id: property_id ?? null,
  content: { type: 'channel_event_unreadable' as const, home },
  data: { id, reason, ...(property_id === undefined ? {} : { property_id }) },
  dedupe_key: `channel-booking:${property_id ?? home}:${id}`,
})
