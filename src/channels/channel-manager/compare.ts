import { createHash } from 'node:crypto'
import { z } from 'zod'
import { notifySupport } from '../../accounts/notifications/notify.ts'
import { notifyOwner } from '../../bookings/states/notices.ts'
import { transaction } from '../../platform/db/client.ts'
import type { ChannelUpdateKind } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { addDays } from '../../platform/lib/days.ts'
import type { ChannelsContext } from '../context.ts'
import type { ChannelManager, DayRules } from './client.ts'
import { HORIZON_DAYS, listNights } from './push.ts'
import { availabilityOf, rulesOf } from './values.ts'

/** A run ends before the limit of jobs; the next one continues. */
const RUN_MS = 80_000
const BATCH = 20

type Room = Awaited<ReturnType<typeof queries.channelManager.listMapped>>[number]

/**
 * Compares the calendar of each room with that of the channel manager, once a day and soon after midnight at the room, and when
 * the channel manager says that it has changed something, and marks the days that differ, so that they are sent. Tells owners and support what could not be sent for a day.
 */
export const compareCalendars = defineJob({
  name: 'channel-manager.compare',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  async run(context: ChannelsContext) {
    await reportFailures(context)
    const manager = context.channelManager
    if (!manager) return
    const end = Date.now() + RUN_MS
    const failed = new Set<string>()
    for (;;) {
      const rows = await queries.channelManager.listUncompared(context.db, { limit: BATCH + failed.size })
      const due = rows.filter(({ remote_property_id }) => !failed.has(remote_property_id))
      if (due.length === 0) return
      for (const { remote_property_id } of due) {
        if (context.stopping || Date.now() > end) return
        try {
          await compareHome(context, manager, remote_property_id)
        } catch (error) {
          // The other homes are compared all the same; this one again at the next run.
          failed.add(remote_property_id)
          context.log.warn({ err: error, remote_property: remote_property_id }, 'a calendar was not compared')
          if (context.outages.isAway('channels')) return
        }
      }
    }
  },
})

/**
 * Requests a comparison of the rooms of a home there, at most once in ten minutes, because the channel manager has changed something:
 * perhaps only what it was sent. Returns false when nothing is mapped.
 */
export async function requestComparison(context: ChannelsContext, remote_property_id: string): Promise<boolean> {
  const rooms = await queries.channelManager.requestComparison(context.db, { remote_property_id })
  // Otherwise the schedule of the job finds the request.
  if (rooms.some(({ is_due }) => is_due)) await context.jobs.enqueue(context.db, compareCalendars, {})
  return rooms.length > 0
}

/** Compares all rooms of one home there. Reading a kind takes one call, whatever the number of rooms. */
async function compareHome(context: ChannelsContext, manager: ChannelManager, property_id: string): Promise<void> {
  const rooms = await queries.channelManager.listMapped(context.db, { remote_property_id: property_id })
  const [first, last] = [
    rooms.map(({ today }) => today).toSorted()[0],
    rooms
      .map(({ today }) => today)
      .toSorted()
      .at(-1),
  ]
  if (first === undefined || last === undefined) return
  const range = { property_id, from: first, to: addDays(last, HORIZON_DAYS - 1) }
  const hasRooms = rooms.some(({ room_type_id }) => room_type_id !== null)
  const hasRates = rooms.some(({ rate_plan_id }) => rate_plan_id !== null)
  const availability = hasRooms ? await manager.readAvailability(range) : {}
  const restrictions = hasRates ? await manager.readRestrictions(range) : {}
  for (const room of rooms) {
    const days = `{[${room.today},${addDays(room.today, HORIZON_DAYS)})}`
    const present = await listNights(context, { subscription_id: room.id, days })
    const mark = (kind: ChannelUpdateKind, ours: DayValue[], theirs: Record<string, unknown>) =>
      markDifferences(context, room, kind, ours, theirs)
    if (room.room_type_id !== null) {
      const ours = present.map((day): DayValue => [day.day, availabilityOf(day)])
      await mark('availability', ours, availability[room.room_type_id] ?? {})
    }
    if (room.rate_plan_id !== null) {
      const ours = present.map((day): DayValue => [day.day, ordered(rulesOf(day))])
      const theirs = Object.entries(restrictions[room.rate_plan_id] ?? {})
      await mark('restrictions', ours, Object.fromEntries(theirs.map(([day, rules]) => [day, ordered(rules)])))
    }
    const { today, began_at } = room
    await queries.channelManager.noteComparison(context.db, { subscription_id: room.id, today, began_at })
  }
}

type DayValue = [day: string, value: unknown]

async function markDifferences(
  context: ChannelsContext,
  { id: subscription_id, property_id }: Room,
  kind: ChannelUpdateKind,
  ours: DayValue[],
  theirs: Record<string, unknown>,
): Promise<void> {
  const known = ours.map(([day]): DayValue => [day, theirs[day]])
  if (checksum(ours) === checksum(known)) return
  const days = ours.filter(([day, value]) => JSON.stringify(value) !== JSON.stringify(theirs[day])).map(([day]) => day)
  await queries.channelManager.markDays(context.db, { subscription_id, kind, days })
  context.log.warn({ property: property_id, kind, days: days.length }, 'the channel manager had different days')
}

const checksum = (values: DayValue[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')

/** The rules of a day in one order, with the price in cents as numbers, however they are written. */
const ordered = (rules: DayRules): unknown[] => [
  Math.round(Number(rules.rate) * 100),
  rules.min_stay_arrival,
  rules.max_stay,
  rules.closed_to_arrival,
  rules.closed_to_departure,
  rules.stop_sell,
]

/** Tells owner and support of each room whose days could not be sent for a day. The days stay, and are tried further. */
function reportFailures(context: ChannelsContext): Promise<void> {
  return transaction(context.db, async (tx) => {
    for (const row of await queries.channelManager.takeAlerts(tx, {})) {
      const { subscription_id, property_id, owner_id, home, kind, failing_since, error } = row
      context.log.error(
        { property: property_id, kind, reason: error },
        'days could not be sent to the channel manager for 24 hours',
      )
      const notice = {
        content: { type: 'channel_update_failed' as const, home },
        data: { property_id, kind, error },
        property_id,
        dedupe_key: `channel:${subscription_id}:${kind}:${failing_since}`,
      }
      await notifyOwner(context, tx, { owner_id }, notice)
      await notifySupport(context, tx, notice)
    }
  })
}
