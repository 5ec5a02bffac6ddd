import { expect } from 'vitest'
import { pushDue } from '../../src/channels/channel-manager/push.ts'
import { startChannelStandin } from '../../src/dev/channel/server.ts'
import type { ChannelStandin } from '../../src/dev/channel/store.ts'
import { announce } from '../../src/dev/channel/webhooks.ts'
import { test as base, inDays, type TestApp, type TestUser } from './app.ts'
import { subscribe } from './channels.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'

export const KEY = 'key of a channel manager'

/** `test` with a channel manager that the service is configured for. */
export const test = base.extend<{ manager: ChannelStandin; env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  manager: async ({}, use) => {
    const manager = await startChannelStandin(KEY)
    await use(manager)
    await manager.close()
  },
  env: async ({ manager }, use) => use({ CHANNEL_MANAGER_URL: manager.url, CHANNEL_MANAGER_KEY: KEY }),
})

/** Maps a home to the room `R<name>` and the rate `T<name>` of the home `P` there. */
export const mapHome = (t: TestApp, support: TestUser, home: string, name = '', body: object = {}) =>
  subscribe(t, support, home, {
    remote_property_id: 'P',
    room_type_id: `R${name}`,
    rate_plan_id: `T${name}`,
    ...body,
  })

/** A home that is mapped. */
export async function mappedHome(t: TestApp, fields: Record<string, unknown> = {}) {
  const owner = await t.user({ locale: 'en' })
  const support = await t.user({ role: 'support' })
  const home = await t.home(owner, fields)
  return { owner, support, home, ...(await mapHome(t, support, home)) }
}

/** A mapped home whose webhook reaches the service, and what the stand-in then sells. */
export async function connected(t: TestApp, manager: ChannelStandin, send_data = true) {
  const people = await mappedHome(t)
  const { url } = await t.listen()
  await t.drain()
  for (const webhook of manager.webhooks.values())
    Object.assign(webhook, { callback_url: `${url}/api/v1/webhook/notifications`, send_data })
  const days = new Map(Array.from({ length: 100 }, (_, day) => [inDays(day), 1]))
  manager.availability.set('R', days)
  const sell = (from: number, to: number, details: object = {}) => {
    const nights = { arrival_date: inDays(from), departure_date: inDays(to) }
    const revision = manager.sell({ property_id: 'P', room_type_id: 'R', ...nights })
    if (!revision) throw new Error('not free')
    return Object.assign(revision, details)
  }
  const announced = async (revision: ReturnType<typeof sell> | undefined) => {
    if (!revision) throw new Error('no revision')
    for (const status of await announce(manager, revision)) expect(status).toBe(200)
    await t.drain()
  }
  return { ...people, sell, announced }
}

/** The days, numbered from today, that the channel manager believes to be taken. */
export const closedThere = (manager: ChannelStandin, room = 'R'): number[] =>
  Array.from({ length: 120 }, (_, day) => day).filter((day) => manager.availability.get(room)?.get(inDays(day)) === 0)

export const rulesThere = (manager: ChannelStandin, day: number, rate = 'T') =>
  manager.restrictions.get(rate)?.get(inDays(day))

/** The nights of every mapped home, as the database and as the channel manager has them. */
export async function expectAgreement(t: TestApp, manager: ChannelStandin, horizon = 60): Promise<void> {
  const rows = await t.db<{ room: string; day: string; free: number }[]>`
    select s.room_type_id as room, d.day,
      (not exists (select from occupancy o where o.property_id = s.property_id and o.stay @> d.day))::integer as free
    from webhook_subscriptions s
    join properties p on p.id = s.property_id
    cross join lateral (select current_date + 1 + i as day from generate_series(0, ${horizon}::integer - 1) i) d
    where s.room_type_id is not null and p.currency <> ${NEIGHBOURS_CURRENCY}`
  expect(rows.length).toBeGreaterThanOrEqual(horizon)
  const differing = rows.filter(({ room, day, free }) => manager.availability.get(room)?.get(day) !== free)
  expect(differing).toEqual([])
}

/** Sends everything, as if the minutes of the limit had passed. */
export async function push(t: TestApp): Promise<void> {
  await t.db`
    update channel_queues set paced_until = now(), paused_until = now()
    where remote_property_id not in (
      select remote_property_id from webhook_subscriptions s join properties p on p.id = s.property_id
      where p.currency = ${NEIGHBOURS_CURRENCY})`
  await t.db`update channel_updates set due_at = now()`
  await pushDue(t.app)
}

/** The updates that wait to be sent. */
export const waiting = async (t: TestApp) =>
  t.db<{ kind: string; days: string; sending: string; failures: number; is_refused: boolean; error: string | null }[]>`
    select kind, days::text, sending::text, failures, is_refused, error from channel_updates
    where not (isempty(days) and isempty(sending)) order by kind, subscription_id`

/** The ranges of the calls since the last look. */
export function sentRanges(manager: ChannelStandin, kind: 'availability' | 'restrictions') {
  const calls = manager.calls.splice(0).filter((call) => call.kind === kind)
  return calls.map(({ values }) => values.map(({ date_from, date_to }) => [date_from, date_to]))
}
