import { describe, expect, vi } from 'vitest'
import { compareCalendars } from '../../../src/channels/channel-manager/compare.ts'
import { pushDue } from '../../../src/channels/channel-manager/push.ts'
import { inDays } from '../../support/app.ts'
import { bulk, close, days, url } from '../../support/calendars.ts'
import {
  closedThere,
  expectAgreement,
  mapHome,
  mappedHome,
  push,
  rulesThere,
  test,
  waiting,
} from '../../support/channel-manager.ts'
import { notifiedTypes } from '../../support/channels.ts'

/** Counts the rows of all. */
const alone = test.extend({ neighbours: false })

describe('a change of the calendar', () => {
  alone('joins others in one call for all rooms of a home there, within the limit of calls', async ({ t, manager }) => {
    const { owner, support, home } = await mappedHome(t)
    const second = await t.home(owner)
    await mapHome(t, support, second, '2')
    // One call at once, and one a minute later.
    t.app.config.quotas.channelManagerCallsPerMinute = 2
    for (let day = 30; day < 34; day++) for (const one of [home, second]) await close(t, owner, one, day, day)
    await pushDue(t.app)
    expect(manager.calls.map(({ kind }) => kind).toSorted()).toEqual(['availability', 'restrictions'])
    for (const room of ['R', 'R2']) expect(closedThere(manager, room)).toEqual([30, 31, 32, 33])
    for (let day = 40; day < 44; day++) {
      await close(t, owner, home, day, day)
      await pushDue(t.app)
    }
    expect(manager.calls).toHaveLength(2)
    await t.db`update channel_queues set paced_until = paced_until - interval '60 seconds'`
    await pushDue(t.app)
    expect(manager.calls).toHaveLength(3)
    expect(closedThere(manager)).toEqual([30, 31, 32, 33, 40, 41, 42, 43])
    await expectAgreement(t, manager)
  })

  alone(
    'that comes during a call is sent by the next, and a node that dies leaves its days to another',
    async ({ t, manager }) => {
      const { owner, home } = await mappedHome(t)
      await push(t)
      await close(t, owner, home, 30, 31)
      await close(t, owner, home, 28, 29)
      // A node holds its call back until the calendar has changed again.
      const gate = Promise.withResolvers<void>()
      const original = manager.calls.push.bind(manager.calls)
      const arrived = Promise.withResolvers<void>()
      manager.calls.push = (...calls) => {
        arrived.resolve()
        return original(...calls)
      }
      const send = t.app.channelManager?.sendAvailability
      if (!t.app.channelManager || !send) throw new Error('no channel manager')
      t.app.channelManager.sendAvailability = async (values) => {
        await send(values)
        await gate.promise
      }
      const first = push(t)
      await arrived.promise
      await close(t, owner, home, 33, 34)
      await t.call('DELETE', url(home, `close?from=${inDays(28)}&to=${inDays(29)}`), undefined, owner)
      // Its claim ends, as that of a node that died; another node sends what it left and what is new.
      await t.db`update channel_queues set claimed_until = now()`
      const peer = await t.node()
      await pushDue(peer.app)
      expect(await waiting(t)).toEqual([])
      await close(t, owner, home, 50, 50)
      gate.resolve()
      await first
      expect(closedThere(manager)).toEqual([30, 31, 33, 34, 50])
      expect(await waiting(t)).toEqual([])
      await expectAgreement(t, manager)
    },
  )
})

test('what changes is sent to its own home there, the nights apart from their rules', async ({ t, manager }) => {
  const { owner, support, home } = await mappedHome(t)
  const second = await t.home(owner)
  await mapHome(t, support, second, '2', { remote_property_id: 'Q' })
  await push(t)
  manager.calls.splice(0)
  for (const one of [home, second]) await close(t, owner, one, 30, 30)
  await bulk(t, owner, home, { action: 'set_price', ...days(40, 40), price_per_night: 77 })
  await push(t)
  const sent = manager.calls.flatMap(({ kind, property_id, values }) =>
    values.map(({ date_from }) => `${kind} of ${property_id} on ${date_from}`),
  )
  expect(sent.toSorted()).toEqual([
    `availability of P on ${inDays(30)}`,
    `availability of Q on ${inDays(30)}`,
    `restrictions of P on ${inDays(40)}`,
  ])
})

describe('a failure', () => {
  alone('keeps the days, pauses as it is asked to, and is told after a day', async ({ t, manager }) => {
    const { owner, support, home } = await mappedHome(t)
    await push(t)
    await close(t, owner, home, 30, 31)
    manager.failures.push(500)
    await push(t)
    expect(await waiting(t)).toMatchObject([{ kind: 'availability', failures: 1, is_refused: false }])
    await pushDue(t.app)
    expect(closedThere(manager)).toEqual([])
    manager.failures.push(0)
    await push(t)
    expect(await waiting(t)).toMatchObject([{ failures: 2, error: expect.stringContaining('no answer') }])

    manager.failures.push(429)
    manager.retryAfter = 900
    await push(t)
    await t.db`update channel_updates set due_at = now()`
    const asked = manager.asked.length
    await pushDue(t.app)
    expect(manager.asked).toHaveLength(asked)
    const [queue] = await t.db<{ pause: number }[]>`
      select extract(epoch from paused_until - now())::float8 as pause from channel_queues where kind = 'availability'`
    expect(queue?.pause).toBeGreaterThan(600)

    await t.db`update channel_updates set failing_since = now() - interval '25 hours' where failures > 0`
    for (let run = 0; run < 2; run++) {
      await t.app.jobs.enqueue(t.db, compareCalendars, {})
      await t.drain()
    }
    for (const user of [owner, support]) expect(await notifiedTypes(t, user)).toEqual(['channel_update_failed'])
    expect(await waiting(t)).toMatchObject([{ failures: 3 }])
    await push(t)
    expect(closedThere(manager)).toEqual([30, 31])
    expect(await waiting(t)).toEqual([])
  })

  test('of one room is told of that room alone, after a day', async ({ t, manager }) => {
    const { owner, support, home } = await mappedHome(t)
    await mapHome(t, support, await t.home(owner), '2')
    await push(t)
    await close(t, owner, home, 30, 31)
    manager.failures.push(500)
    await push(t)
    for (const [since, told] of [
      ['23 hours', []],
      ['25 hours', ['channel_update_failed']],
    ] as const) {
      await t.db`update channel_updates set failing_since = now() - ${since}::interval where failures > 0`
      await t.app.jobs.enqueue(t.db, compareCalendars, {})
      await t.drain()
      const { body } = await t.call('GET', '/notifications', undefined, owner)
      expect(body.data).toMatchObject(told.map((type) => ({ type, data: { property_id: home } })))
      expect(body.data).toHaveLength(told.length)
    }
  })

  test('of one room holds up no other', async ({ t, manager }) => {
    const { owner, support, home } = await mappedHome(t)
    const second = await t.home(owner)
    await mapHome(t, support, second, '2')
    await push(t)
    manager.unknown.add('R2')
    for (const one of [home, second]) await close(t, owner, one, 30, 30)
    for (let attempt = 0; attempt < 3; attempt++) await push(t)
    expect(await waiting(t)).toMatchObject([{ kind: 'availability', is_refused: true, days: '{}' }])
    await close(t, owner, home, 40, 40)
    await pushDue(t.app)
    expect(closedThere(manager)).toEqual([30, 40])
    expect(closedThere(manager, 'R2')).toEqual([])
    manager.unknown.clear()
    await push(t)
    expect(closedThere(manager, 'R2')).toEqual([30])
  })
})

test('once a day the calendars are compared, and what differs is sent', async ({ t, manager }) => {
  const { owner, support, home } = await mappedHome(t)
  await mapHome(t, support, await t.home(owner), '2')
  await close(t, owner, home, 30, 31)
  await push(t)
  const compare = async () => {
    await t.db`update webhook_subscriptions set compared_on = compared_on - 1`
    await t.app.jobs.enqueue(t.db, compareCalendars, {})
    await t.drain()
  }
  await compare()
  expect(await waiting(t)).toEqual([])
  manager.availability.get('R')?.set(inDays(30), 1)
  manager.availability.get('R')?.delete(inDays(90))
  manager.restrictions.get('T2')?.set(inDays(60), { ...rulesThere(manager, 60, 'T2'), rate: '1.00' })
  const reads = () => manager.asked.filter((request) => request.startsWith('GET')).length
  const before = reads()
  await t.app.jobs.enqueue(t.db, compareCalendars, {})
  await t.drain()
  expect(reads()).toBe(before)
  manager.failures.push(503)
  await compare()
  expect(await waiting(t)).toEqual([])
  await t.app.jobs.enqueue(t.db, compareCalendars, {})
  await t.drain()
  const range = (day: number) => `{[${inDays(day)},${inDays(day + 1)})}`
  expect(await waiting(t)).toMatchObject([
    { kind: 'availability', days: `{[${inDays(30)},${inDays(31)}),[${inDays(90)},${inDays(91)})}` },
    { kind: 'restrictions', days: range(60) },
  ])
  await push(t)
  expect(closedThere(manager)).toEqual([30, 31])
  expect(rulesThere(manager, 60, 'T2')).toMatchObject({ rate: '100.00' })
  await expectAgreement(t, manager, 120)
})

const running = test.extend({ running: { run: true } })

running.extend({ neighbours: false })(
  'two nodes send what is committed by themselves, also after the channel manager was away',
  async ({ t, manager }) => {
    await t.node({ run: true })
    const { owner, home } = await mappedHome(t)
    const soon = (expected: number[]) =>
      vi.waitFor(() => expect(closedThere(manager)).toEqual(expected), { timeout: 20_000 })
    await vi.waitFor(() => expect(manager.availability.get('R')?.size).toBe(500), { timeout: 20_000 })
    await close(t, owner, home, 30, 31)
    await soon([30, 31])
    manager.failures.push(503, 0)
    await close(t, owner, home, 33, 33)
    await vi.waitFor(
      async () => {
        // As time passes.
        await t.db`update channel_updates set due_at = now()`
        await t.db`update channel_queues set paced_until = now()`
        expect(closedThere(manager)).toEqual([30, 31, 33])
      },
      { timeout: 20_000 },
    )
    await vi.waitFor(async () => expect(await waiting(t)).toEqual([]), { timeout: 20_000 })
  },
)
