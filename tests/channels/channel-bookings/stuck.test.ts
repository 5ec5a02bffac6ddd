import { describe, expect } from 'vitest'
import { readFeed } from '../../../src/channels/channel-bookings/feed.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { inDays, type TestApp } from '../../support/app.ts'
import { mapHome, test } from '../../support/channel-manager.ts'
import { eventOf, notifiedTypes, send, sold, stays } from '../../support/channels.ts'

async function scene(t: TestApp, manager: ChannelStandin) {
  const owner = await t.user()
  const support = await t.user({ role: 'support' })
  const home = await t.home(owner)
  const { secret } = await mapHome(t, support, home)
  await t.drain()
  const read = async () => {
    manager.asked.length = 0
    // An hour passes between readings: people are notified of one revision an hour and home.
    await t.db`delete from attempt_counters where key like 'unreadable bookings%'`
    await t.app.jobs.enqueue(t.db, readFeed, {})
    await t.drain()
  }
  const pages = () => manager.asked.filter((request) => request.endsWith('/feed')).length
  return { owner, support, home, secret, read, pages }
}

type Kind = 'unmapped' | 'unreadable' | 'broken'

/** Puts a revision that cannot be taken at the end of the feed. */
function put(manager: ChannelStandin, kind: Kind, index: number): string {
  const id = `stuck-${String(index).padStart(3, '0')}`
  const booking = { booking_id: id, ...(kind === 'unreadable' ? { departure_date: inDays(1) } : {}) }
  const revision = { ...sold(30, 33, booking), id, property_id: kind === 'unmapped' ? 'NOWHERE' : 'P' }
  if (kind === 'broken') Object.assign(revision, { property_id: undefined })
  manager.revisions.push(revision)
  return id
}

const good = (manager: ChannelStandin, index: number) =>
  void manager.revisions.push({
    ...sold(10 + 3 * index, 12 + 3 * index, { booking_id: `good-${index}` }),
    ...{ id: `good-${index}`, property_id: 'P' },
  })

const kept = async (t: TestApp) =>
  t.db<{ revision_id: string; kind: string; reason: string; is_told: boolean }[]>`
    select revision_id, kind, reason, told_at is not null as is_told from stuck_revisions
    where revision_id <> 'neighbour' order by revision_id`

describe('revisions that stay in the feed', () => {
  test.for([
    ['unmapped', 10, 1],
    ['unreadable', 10, 1],
    ['broken', 10, 1],
    ['unmapped', 35, 25],
    ['unreadable', 61, 3],
  ] as const)('%s ones, %i of them, keep %i behind them not out', async ([kind, count, behind], { t, manager }) => {
    const { read, pages } = await scene(t, manager)
    for (let index = 0; index < count; index++) put(manager, kind, index)
    for (let index = 0; index < behind; index++) good(manager, index)
    await read()
    expect(await stays(t)).toHaveLength(behind)
    expect(manager.acknowledged.size).toBe(behind)
    expect(await kept(t)).toHaveLength(count)
    await read()
    // The end of the feed is found with a page for each ten of them.
    expect([pages(), await stays(t)]).toEqual([Math.ceil(count / 10), expect.objectContaining({ length: behind })])
  })

  test('between others in any order are passed over', async ({ t, manager }) => {
    const { read } = await scene(t, manager)
    const kinds = ['unmapped', 'good', 'unreadable', 'good', 'good', 'broken'] as const
    for (let index = 0; index < 36; index++) {
      const kind = kinds[(index * 7 + (index >> 2)) % kinds.length] ?? 'good'
      if (kind === 'good') good(manager, index)
      else put(manager, kind, index)
    }
    const wanted = manager.revisions.filter(({ id }) => id.startsWith('good')).map(({ id }) => id)
    await read()
    expect(manager.acknowledged).toEqual(new Set(wanted))
    expect(await stays(t)).toHaveLength(wanted.length)
  })

  test('are told once each, an hour after another', async ({ t, manager }) => {
    const { owner, support, read } = await scene(t, manager)
    for (let index = 0; index < 3; index++) put(manager, 'unreadable', index)
    const told = async () => [
      (await notifiedTypes(t, owner)).length,
      (await kept(t)).filter((one) => one.is_told).length,
    ]
    const rounds = []
    for (let round = 0; round < 5; round++) {
      await read()
      rounds.push(await told())
    }
    expect(rounds).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [3, 3],
      [3, 3],
    ])
    expect(new Set(await notifiedTypes(t, support))).toEqual(new Set(['channel_event_unreadable']))
  })

  test('are counted with the age of the oldest, until they are taken', async ({ t, manager }) => {
    const { read } = await scene(t, manager)
    const id = put(manager, 'unreadable', 0)
    await read()
    await t.db`update stuck_revisions set since = now() - interval '3 hours' where revision_id = ${id}`
    const age = async () =>
      Number(/^channel_revisions_stuck_seconds (\S+)/m.exec((await t.call('GET', '//metrics')).body)?.[1])
    expect(await age()).toBeGreaterThanOrEqual(10_800)
    Object.assign(manager.revisions[0] ?? {}, { departure_date: inDays(33) })
    // Another release reads it.
    await t.db`update stuck_revisions set release = '0.0.1' where revision_id = ${id}`
    await read()
    expect([await kept(t), await stays(t)]).toMatchObject([[], [{ status: 'confirmed' }]])
    expect(await age()).toBeLessThan(10_800)
  })
})

describe('an unreadable revision', () => {
  test('is not read again by the same release, and by another one although the feed has dropped it', async ({
    t,
    manager,
  }) => {
    const { read } = await scene(t, manager)
    const id = put(manager, 'unreadable', 0)
    await read()
    const [row] = await kept(t)
    expect(row).toMatchObject({ kind: 'unreadable', reason: 'departure_date is not after arrival_date' })
    Object.assign(manager.revisions[0] ?? {}, { departure_date: inDays(33) })
    await read()
    expect(await stays(t)).toEqual([])
    manager.acknowledged.add(id)
    await t.db`update stuck_revisions set release = '0.0.1' where revision_id = ${id}`
    await read()
    expect([await stays(t), await kept(t)]).toMatchObject([[{ status: 'confirmed' }], []])
  })

  test('that an event has brought is kept too, without its contents', async ({ t, manager }) => {
    const { secret } = await scene(t, manager)
    const id = put(manager, 'unreadable', 0)
    await send(t, secret, eventOf({ booking_id: id, revision_id: id, property_id: 'P' }))
    await t.drain()
    expect(await kept(t)).toMatchObject([{ revision_id: id, kind: 'unreadable' }])
    expect(JSON.stringify(await t.db`select * from stuck_revisions`)).not.toContain('Grace')
  })
})

test('a revision of an unmapped home is taken when the home is mapped, although the feed has dropped it', async ({
  t,
  manager,
}) => {
  const { owner, support, read } = await scene(t, manager)
  const id = put(manager, 'unmapped', 0)
  await read()
  expect(await kept(t)).toMatchObject([{ revision_id: id, kind: 'unmapped', is_told: true }])
  manager.acknowledged.add(id)
  await mapHome(t, support, await t.home(owner), '2', { remote_property_id: 'NOWHERE' })
  await read()
  expect([await stays(t), await kept(t)]).toMatchObject([[{ status: 'confirmed' }], []])
})

test('a revision that the channel manager has forgotten is forgotten', async ({ t, manager }) => {
  const { read } = await scene(t, manager)
  const id = put(manager, 'unreadable', 0)
  await read()
  manager.revisions.length = 0
  await t.db`update stuck_revisions set release = '0.0.1' where revision_id = ${id}`
  await read()
  expect(await kept(t)).toEqual([])
})

test('two readings at once take and keep each revision once', async ({ t, manager }) => {
  const { owner } = await scene(t, manager)
  for (let index = 0; index < 12; index++) put(manager, 'unreadable', index)
  for (let index = 0; index < 5; index++) good(manager, index)
  await Promise.all([readFeed.run(t.app, {}), readFeed.run(t.app, {})])
  await t.drain()
  expect([await stays(t), await kept(t)]).toEqual([
    expect.objectContaining({ length: 5 }),
    expect.objectContaining({ length: 12 }),
  ])
  expect((await notifiedTypes(t, owner)).filter((type) => type === 'channel_event_unreadable')).toHaveLength(1)
})
