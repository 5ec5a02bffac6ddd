import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import type { ChannelStandin } from '../../src/dev/channel/store.ts'
import { announce } from '../../src/dev/channel/webhooks.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { addDays } from '../../src/platform/lib/days.ts'
import type { Random } from './random.ts'
import { type Script, startScript } from './script.ts'

const SERVICE = path.join(import.meta.dirname, 'limitless-service.ts')

/** Two sellers of the same nights: our guests, and the platforms behind the stand-in of a channel manager. */

export interface StormOptions {
  manager: ChannelStandin
  random: Random
  /** Homes of this service and their rooms there. */
  rooms: { property_id: string; room_type_id: string }[]
  /** Tokens of guests; each books by itself. */
  guests: string[]
  /** The first night that is sold. */
  from: string
  nights: number
  /** Requests of our guests in all. */
  steps: number
  /** Number of times the service is killed and started again. */
  kills: number
  /** The environment of the service, which runs in a process of its own. */
  env: Record<string, string>
}

export interface StormTally {
  booked: number
  taken: number
  cancelled: number
  sold: number
  modified: number
  cancelledThere: number
  /** Requests without an answer, because the service had been killed. */
  lost: number
}

/** Platforms that sell at once. */
const PLATFORMS = 4
/** Each platform thinks this long before it sells. */
const PAUSE_MS = 10
/** Number of offers that the platforms make while the service is away. */
const AHEAD = 60

/** Sells until the steps are done. The service runs afterwards, until `stop`. */
export async function runStorm(options: StormOptions): Promise<StormTally & { service: Script }> {
  const { manager, random, rooms, guests, from, nights, steps, kills, env } = options
  const tally: StormTally = { booked: 0, taken: 0, cancelled: 0, sold: 0, modified: 0, cancelledThere: 0, lost: 0 }
  let service = await start()
  let done = 0
  let killed = 0
  let restart: Promise<void> | undefined
  let isOver = false
  let offers = 0

  async function start(): Promise<Script> {
    const started = await startScript(SERVICE, env)
    for (const webhook of manager.webhooks.values())
      webhook.callback_url = `${started.url}/api/v1/webhook/notifications`
    return started
  }

  /** Counts a step of our guests; every so many the service is killed. They wait for it; the platforms sell on. */
  async function step(): Promise<boolean> {
    await restart
    if (done >= steps) return false
    done++
    if (killed < kills && done >= ((killed + 1) * steps) / (kills + 1)) {
      killed++
      service.stop()
      restart = start().then((started) => {
        service = started
        restart = undefined
      })
      await restart
    }
    return true
  }

  function someNights() {
    const first = addDays(from, random.below(nights))
    return { first, last: addDays(first, 1 + random.below(3)) }
  }

  async function post(path: string, token: string, body: object): Promise<{ status: number; id: number | undefined }> {
    try {
      const answer = await request(`${service.url}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { data } = (await answer.body.json()) as { data?: { reservation_id?: number } }
      return { status: answer.statusCode, id: data?.reservation_id }
    } catch {
      tally.lost++
      await restart
      return { status: 0, id: undefined }
    }
  }

  async function book(token: string): Promise<void> {
    const mine: number[] = []
    while (await step()) {
      const id = mine[random.below(mine.length || 1)]
      if (id !== undefined && random.below(3) === 0) {
        const { status } = await post(`/reservations/${id}/cancel`, token, {})
        if (status === 200) {
          mine.splice(mine.indexOf(id), 1)
          tally.cancelled++
        }
        continue
      }
      const { first, last } = someNights()
      const { property_id } = random.pick(rooms)
      const stay = { property_id, check_in: first, check_out: last, adults: 2 }
      const answer = await post('/reservations', token, stay)
      if (answer.status === 201 && answer.id !== undefined) {
        mine.push(answer.id)
        tally.booked++
      } else if (answer.status === 409) tally.taken++
      else if (answer.status !== 0) throw new Error(`a booking was answered ${answer.status}`)
    }
  }

  async function sell(): Promise<void> {
    while (!isOver) {
      await delay(PAUSE_MS)
      // On a slow machine the platforms wait for our guests, and not for the service.
      if (offers >= 2 * done + AHEAD) continue
      offers++
      const { first: arrival_date, last: departure_date } = someNights()
      const open = [...manager.bookings.values()].filter((booking) => !booking.is_cancelled)
      const booking = open[random.below(open.length || 1)]
      const choice = random.below(4)
      const length = 1 + random.below(4)
      const revision =
        booking === undefined || choice < 2
          ? manager.sell({ ...random.pick(rooms), property_id: 'P', arrival_date, departure_date })
          : choice === 2
            ? manager.modify(booking.booking_id, {
                arrival_date: booking.arrival_date,
                departure_date: addDays(booking.arrival_date, length),
              })
            : manager.cancel(booking.booking_id)
      if (!revision) continue
      if (revision.status === 'new') tally.sold++
      else if (revision.status === 'modified') tally.modified++
      else tally.cancelledThere++
      await announce(manager, revision)
    }
  }

  try {
    const platforms = Array.from({ length: PLATFORMS }, sell)
    await Promise.all(guests.map(book)).finally(() => {
      isOver = true
    })
    await Promise.all(platforms)
  } catch (error) {
    service.stop()
    throw error
  }
  return { ...tally, service }
}

/** The time that a killed node's claims and jobs take to end, gone by at once. */
export async function passLeases(db: Database): Promise<void> {
  await db`update channel_queues set claimed_until = now(), paced_until = now(), paused_until = now()`
  await db`update channel_updates set due_at = now()`
}

/** Differences between both sides, or broken promises, as one line each. */
export async function findDisagreements(
  db: Database,
  manager: ChannelStandin,
  { from, nights }: Pick<StormOptions, 'from' | 'nights'>,
): Promise<string[]> {
  const horizon = nights + 5
  const days = await db<{ room: string; day: string; free: number; guests: number }[]>`
    select s.room_type_id as room, d.day, (count(o.id) = 0)::integer as free,
      count(*) filter (where not o.overbooked) as guests
    from webhook_subscriptions s
    cross join lateral (select ${from}::date + i as day from generate_series(0, ${horizon}::integer) i) d
    left join occupancy o on o.property_id = s.property_id and o.stay @> d.day
    where s.room_type_id is not null
    group by s.room_type_id, d.day`
  const unalerted = await db<{ reservation_id: number }[]>`
    select o.reservation_id from occupancy o
    where o.overbooked and not exists (
      select from notifications n
      where n.type = 'reservation_overbooked' and (n.data ->> 'reservation_id')::bigint = o.reservation_id)`
  const stays = await db<{ booking_id: string; room: string; status: string; check_in: string; check_out: string }[]>`
    select b.booking_id, w.room_type_id as room, r.status, r.check_in, r.check_out
    from channel_bookings b
    join channel_stays s on s.channel_booking_id = b.id
    join reservations r on r.id = s.reservation_id
    join webhook_subscriptions w on w.property_id = s.property_id and w.room_type_id is not null`
  const ours = new Map(stays.map((stay) => [stay.booking_id, stay]))
  const problems = [
    ...days
      .filter(({ room, day, free }) => (manager.availability.get(room)?.get(day) ?? -1) !== free)
      .map(({ room, day, free }) => `${room} ${day}: ${free} here, ${manager.availability.get(room)?.get(day)} there`),
    ...days.filter(({ guests }) => guests > 1).map(({ room, day }) => `${room} ${day}: two guests`),
    ...unalerted.map(({ reservation_id }) => `overbooked and not told: ${reservation_id}`),
    ...manager.revisions.filter(({ id }) => !manager.acknowledged.has(id)).map(({ id }) => `not acknowledged: ${id}`),
  ]
  for (const booking of manager.bookings.values()) {
    const stay = ours.get(booking.booking_id)
    // A booking that was cancelled before it came in was never made.
    const isRight = booking.is_cancelled
      ? stay === undefined || stay.status === 'cancelled'
      : stay?.status === 'confirmed' &&
        stay.room === booking.room_type_id &&
        stay.check_in === booking.arrival_date &&
        stay.check_out === booking.departure_date
    if (!isRight) problems.push(`booking ${booking.booking_id}: ${JSON.stringify(stay)}`)
  }
  return problems
}
