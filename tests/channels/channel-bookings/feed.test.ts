import { describe, expect } from 'vitest'
import { readFeed } from '../../../src/channels/channel-bookings/feed.ts'
import { loadConfig } from '../../../src/config.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { test as base, inDays, type TestApp } from '../../support/app.ts'
import { test } from '../../support/channel-manager.ts'
import {
  cancelled,
  eventOf,
  inbox,
  modified,
  notifiedTypes,
  range,
  send,
  sold,
  stays,
  subscribe,
} from '../../support/channels.ts'
import { skipBackOff } from '../../support/jobs.ts'

async function scene(t: TestApp, manager: ChannelStandin, remote = 'P') {
  const owner = await t.user()
  const home = await t.home(owner)
  const support = await t.user({ role: 'support' })
  const { secret } = await subscribe(t, support, home, { remote_property_id: remote })
  /** Stores a revision at the channel manager. */
  const book = (id: string, details: object) => {
    manager.revisions.push({ ...details, id, property_id: remote })
    return {
      event: 'booking',
      property_id: remote,
      payload: { booking_id: 'booking-1', revision_id: id, property_id: remote },
    }
  }
  const read = async () => {
    await t.app.jobs.enqueue(t.db, readFeed, {})
    await t.drain()
  }
  // The webhook is registered.
  await t.drain()
  return { owner, home, support, secret, book, read }
}

describe('with a channel manager', () => {
  test('an event by id is fetched, applied and acknowledged', async ({ t, manager }) => {
    const { owner, secret, book } = await scene(t, manager)
    expect((await send(t, secret, book('r1', sold(30, 33)))).status).toBe(200)
    expect(manager.acknowledged.size).toBe(0)
    await t.drain()
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
    expect(manager.acknowledged).toEqual(new Set(['r1']))
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'applied' }])
  })

  test('the details of an event do not count, only those of the channel manager', async ({ t, manager }) => {
    const { secret, book } = await scene(t, manager)
    book('r1', sold(30, 33))
    const lie = sold(50, 60, { revision_id: 'r1', property_id: 'P' })
    expect((await send(t, secret, eventOf(lie, 'booking_cancellation'))).status).toBe(200)
    await t.drain()
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
  })

  test('the revision of another owner’s home is neither applied nor acknowledged', async ({ t, manager }) => {
    const mine = await scene(t, manager, 'MINE')
    const theirs = await scene(t, manager, 'THEIRS')
    const { secret: unmapped } = await subscribe(t, mine.owner, mine.home)
    theirs.book('r1', sold(30, 33))
    for (const secret of [mine.secret, unmapped])
      expect((await send(t, secret, { event: 'booking', payload: { revision_id: 'r1' } })).status).toBe(200)
    await t.drain()
    expect(await stays(t)).toEqual([])
    expect(manager.acknowledged.size).toBe(0)
    expect((await inbox(t, mine.owner, '?status=ignored')).meta.total).toBe(2)
  })

  test.for([429, 500, 401])('an answer of %i is tried again', async (status, { t, manager }) => {
    const { owner, secret, book } = await scene(t, manager)
    const event = book('r1', sold(30, 33))
    manager.failures.push(status)
    await send(t, secret, event)
    await expect(t.drain()).rejects.toThrow(`answered ${status}`)
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'received', attempts: 1 }])
    await skipBackOff(t.app)
    await t.drain()
    expect(await stays(t)).toMatchObject([{ status: 'confirmed' }])
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'applied', attempts: 2 }])
  })

  test('an acknowledgement that fails is repeated, and the booking is made once', async ({ t, manager }) => {
    const { owner, secret, book, read } = await scene(t, manager)
    const event = book('r1', sold(30, 33))
    await send(t, secret, event)
    // The first request fetches, the second acknowledges.
    const { asked, failures } = manager
    const original = asked.push.bind(asked)
    asked.push = (...requests) => {
      if (
        requests.some((request) => request.endsWith('/ack')) &&
        !asked.includes('POST /api/v1/booking_revisions/r1/ack')
      )
        failures.push(503)
      return original(...requests)
    }
    await expect(t.drain()).rejects.toThrow('answered 503')
    expect(await stays(t)).toMatchObject([{ status: 'confirmed' }])
    expect(manager.acknowledged.size).toBe(0)
    await read()
    expect(manager.acknowledged).toEqual(new Set(['r1']))
    expect(await stays(t)).toHaveLength(1)
    expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed'])
  })
})

describe('the feed', () => {
  test('brings what no webhook brought, over several pages, once', async ({ t, manager }) => {
    const { owner, book, read } = await scene(t, manager)
    for (let index = 0; index < 25; index++)
      book(`r${index}`, sold(10 + 3 * index, 12 + 3 * index, { booking_id: `b${index}` }))
    await read()
    expect(await stays(t)).toHaveLength(25)
    expect(manager.acknowledged.size).toBe(25)
    await read()
    expect(await stays(t)).toHaveLength(25)
    expect(await notifiedTypes(t, owner)).toHaveLength(25)
  })

  test('and webhooks at once end in the latest revision', async ({ t, manager }) => {
    const { secret, book } = await scene(t, manager)
    const events = [
      book('r1', sold(30, 33)),
      book('r2', modified(31, 34, 10)),
      book('r3', cancelled(20)),
      book('r4', modified(32, 36, 30)),
    ]
    await t.app.jobs.enqueue(t.db, readFeed, {})
    await Promise.all(events.toReversed().map((event) => send(t, secret, event)))
    await t.drain()
    expect((await stays(t)).filter(({ status }) => status === 'confirmed')).toMatchObject([{ stay: range(32, 36) }])
    expect(manager.acknowledged.size).toBe(4)
  })

  test('leaves what is not mapped or cannot be read, and takes the rest', async ({ t, manager }) => {
    const { book, read } = await scene(t, manager)
    manager.revisions.push({ ...sold(10, 12, { booking_id: 'x' }), id: 'foreign', property_id: 'NOWHERE' })
    book('backwards', sold(30, 33, { booking_id: 'y', departure_date: inDays(2) }))
    book('good', sold(40, 43, { booking_id: 'z' }))
    await read()
    expect(manager.acknowledged).toEqual(new Set(['good']))
    expect(await stays(t)).toMatchObject([{ stay: range(40, 43) }])
  })

  test('leaves what is for a home whose subscription is not active', async ({ t, manager }) => {
    const { book, read } = await scene(t, manager)
    await t.db`update webhook_subscriptions set is_active = false where remote_property_id = 'P'`
    book('r1', sold(30, 33))
    await read()
    expect([await stays(t), manager.acknowledged.size]).toEqual([[], 0])
  })
})

base('payment cards are not stored', async ({ t }) => {
  const owner = await t.user()
  const { secret } = await subscribe(t, owner, await t.home(owner))
  const guarantee = { card_number: '4111111111111111' }
  expect((await send(t, secret, eventOf(sold(30, 33, { guarantee })))).status).toBe(200)
  await t.drain()
  expect(await stays(t)).toHaveLength(1)
  expect(JSON.stringify(await t.db`select payload from inbound_events`)).not.toContain('4111')
})

base('the address and the key of a channel manager go together', () => {
  expect(() => loadConfig({ CHANNEL_MANAGER_KEY: 'x' })).toThrow('go together')
  expect(
    loadConfig({ CHANNEL_MANAGER_URL: 'https://c.example/api/', CHANNEL_MANAGER_KEY: 'x' }).channelManager,
  ).toEqual({
    url: 'https://c.example/api',
    key: 'x',
  })
})
