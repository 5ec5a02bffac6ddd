import { describe, expect, vi } from 'vitest'
import { compareCalendars } from '../../src/channel-manager/compare.ts'
import { pushDue } from '../../src/channel-manager/push.ts'
import type { ChannelStandin } from '../../src/dev/channel/server.ts'
import { inDays, type TestApp } from '../support/app.ts'
import { bookDays, bulk, close, days, url } from '../support/calendars.ts'
import { closedThere, expectAgreement, mapHome, mappedHome, rulesThere, test } from '../support/channel-manager.ts'
import { toldTypes } from '../support/channels.ts'

/** Sends everything, as if the minutes of the limit had passed. */
async function push(t: TestApp): Promise<void> {
  await t.db`update channel_queues set paced_until = now(), paused_until = now()`
  await t.db`update channel_updates set due_at = now()`
  await pushDue(t.app)
}

const waiting = async (t: TestApp) =>
  t.db<{ kind: string; days: string; sending: string; failures: number; is_refused: boolean; error: string | null }[]>`
    select kind, days::text, sending::text, failures, is_refused, error from channel_updates
    where not (isempty(days) and isempty(sending)) order by kind, subscription_id`

/** The ranges of the calls since the last look. */
function sentRanges(manager: ChannelStandin, kind: 'availability' | 'restrictions') {
  const calls = manager.calls.splice(0).filter((call) => call.kind === kind)
  return calls.map(({ values }) => values.map(({ date_from, date_to }) => [date_from, date_to]))
}

describe('a change of the calendar', () => {
  test('is sent for its days only: bookings, closures, prices, rules, seasons, the home itself', async ({
    t,
    manager,
  }) => {
    const { owner, home } = await mappedHome(t, { base_price: 100, weekend_price: 150, weekend_days: [5, 6] })
    const unmapped = await t.home(owner)
    await push(t)
    expect(closedThere(manager)).toEqual([])
    expect(manager.availability.get('R')?.size).toBe(500)
    expect(manager.restrictions.get('T')?.size).toBe(500)
    expect(rulesThere(manager, 10)).toMatchObject({ min_stay_arrival: 1, max_stay: 365, stop_sell: false })
    manager.calls.splice(0)

    const guest = await t.user()
    const booked = await bookDays(t, guest, home, 30, 33)
    expect(booked.status).toBe(201)
    await bookDays(t, await t.user(), unmapped, 50, 53)
    await push(t)
    expect(sentRanges(manager, 'availability')).toEqual([[[inDays(30), inDays(32)]]])
    expect(closedThere(manager)).toEqual([30, 31, 32])

    await close(t, owner, home, 40, 41)
    await bulk(t, owner, home, { action: 'set_price', ...days(44, 45), price_per_night: 80, min_stay: 3 })
    await push(t)
    expect(closedThere(manager)).toEqual([30, 31, 32, 40, 41])
    expect(rulesThere(manager, 45)).toMatchObject({ rate: '80.00', min_stay_arrival: 3 })
    await bulk(t, owner, home, { action: 'set_price', ...days(45, 45), price_per_night: 90, closed_to_arrival: true })
    await push(t)
    expect(rulesThere(manager, 44)).toMatchObject({ rate: '80.00', closed_to_arrival: false })
    expect(rulesThere(manager, 45)).toMatchObject({ rate: '90.00', closed_to_arrival: true })

    const season = {
      property_id: home,
      season_libelle: 'Low',
      season_start_date: inDays(44),
      season_end_date: inDays(50),
    }
    const made = await t.call(
      'POST',
      '/seasons-test',
      { ...season, season_reduction_percent: 10, season_reduction_policy: 'nights' },
      owner,
    )
    expect(made.status).toBe(201)
    await t.call('DELETE', url(home, `close?from=${inDays(40)}&to=${inDays(41)}`), undefined, owner)
    await push(t)
    expect(rulesThere(manager, 44)).toMatchObject({ rate: '72.00' })
    // The price that is sent is that of a quote for the night.
    const stay = { property_id: home, check_in: inDays(47), check_out: inDays(50), adults: 1 }
    const quote = await t.call('POST', '/quotes', stay)
    expect([47, 48, 49].map((day) => Number(rulesThere(manager, day)?.rate))).toEqual(
      quote.body.data.nightly.map(({ net }: { net: number }) => net),
    )
    expect(closedThere(manager)).toEqual([30, 31, 32])

    await t.call('DELETE', `/seasons-test/${made.body.data.id}`, undefined, owner)
    const cancelled = await t.call('POST', `/reservations/${booked.body.data.reservation_id}/cancel`, {}, guest)
    expect(cancelled.status).toBe(200)
    expect((await t.call('PUT', `/properties/${home}`, { lead_time_days: 2, base_price: 110 }, owner)).status).toBe(200)
    await push(t)
    expect(closedThere(manager)).toEqual([])
    // Today at the home can be tomorrow in UTC.
    expect(rulesThere(manager, 1)).toMatchObject({ closed_to_arrival: true })
    expect(rulesThere(manager, 3)).toMatchObject({ closed_to_arrival: false })
    expect(rulesThere(manager, 44)).toMatchObject({ rate: '80.00' })
    expect((await t.call('PUT', `/properties/${home}`, { status: 'draft' }, owner)).status).toBe(200)
    await push(t)
    expect(rulesThere(manager, 60)).toMatchObject({ stop_sell: true })
    expect(closedThere(manager)).toEqual(expect.arrayContaining([1, 60, 119]))
    expect(await waiting(t)).toEqual([])
  })

  test('joins others in one call for all rooms of a home there, within the limit of calls', async ({ t, manager }) => {
    const { owner, support, home } = await mappedHome(t)
    const second = await t.home(owner)
    await mapHome(t, support, second, '2')
    // One call at once, and one a minute later.
    t.app.config.channelCallsPerMinute = 2
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

  test('that comes during a call is sent by the next, and a node that dies leaves its days to another', async ({
    t,
    manager,
  }) => {
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
  })
})

describe('a failure', () => {
  test('keeps the days, pauses as it is asked to, and is told after a day', async ({ t, manager }) => {
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
    for (const user of [owner, support]) expect(await toldTypes(t, user)).toEqual(['channel_update_failed'])
    expect(await waiting(t)).toMatchObject([{ failures: 3 }])
    await push(t)
    expect(closedThere(manager)).toEqual([30, 31])
    expect(await waiting(t)).toEqual([])
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

running(
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
