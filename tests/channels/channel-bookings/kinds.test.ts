import { describe, expect } from 'vitest'
import { BOOKING_EVENTS } from '../../../src/channels/channel-manager/schemas.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { test as base, inDays } from '../../support/app.ts'
import { connected, mappedHome, test } from '../../support/channel-manager.ts'
import { eventOf, inbox, notifiedTypes, range, send, sold, stays } from '../../support/channels.ts'

const named = (booking_revision_id: string) => ({ booking_id: 'booking-1', booking_revision_id, property_id: 'P' })
const fetched = (manager: ChannelStandin) =>
  manager.asked.filter((request) => /GET .*\/booking_revisions\/(?!feed)/.test(request)).length

describe.for([
  ['with data', true],
  ['without data', false],
] as const)('a webhook %s for all events', ([, send_data]) => {
  test('brings a booking, its change and its cancellation, and alarms nobody', async ({ t, manager }) => {
    const { owner, support, sell, announced } = await connected(t, manager, send_data)
    const revision = sell(30, 33)
    await announced(revision)
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
    const id = String(revision.booking_id)
    await announced(manager.modify(id, { arrival_date: inDays(30), departure_date: inDays(34) }))
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 34) }])
    await announced(manager.cancel(id))
    expect(await stays(t)).toMatchObject([{ status: 'cancelled', stay: null }])
    const told = ['reservation_confirmed', 'reservation_modified', 'reservation_cancelled']
    expect([await notifiedTypes(t, owner), await notifiedTypes(t, support)]).toEqual([told, []])
    const { data } = await inbox(t, owner)
    expect(data).toHaveLength(6)
    expect(data.filter(({ status }: { status: string }) => status === 'failed')).toEqual([])
    expect(manager.acknowledged.size).toBe(3)
  })
})

test.for(BOOKING_EVENTS)('%s alone brings the revision that it names', async (kind, { t, manager }) => {
  const { owner, secret } = await mappedHome(t)
  await t.drain()
  manager.revisions.push({ ...sold(30, 33), id: 'r1', property_id: 'P' })
  await send(t, secret, eventOf(named('r1'), kind))
  await t.drain()
  expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
  expect(manager.acknowledged).toEqual(new Set(['r1']))
  expect((await inbox(t, owner)).data).toMatchObject([{ event: kind, status: 'applied', error: null }])
})

test('a revision that is known is not fetched again, except to be acknowledged', async ({ t, manager }) => {
  const { owner, secret } = await mappedHome(t)
  await t.drain()
  manager.revisions.push({ ...sold(30, 33), id: 'r1', property_id: 'P' })
  const deliver = async (kind: string) => {
    await send(t, secret, eventOf(named('r1'), kind))
    await t.drain()
  }
  await deliver('booking_new')
  await deliver('booking_modification')
  expect(fetched(manager)).toBe(1)
  manager.acknowledged.clear()
  await deliver('non_acked_booking')
  expect([fetched(manager), manager.acknowledged]).toEqual([2, new Set(['r1'])])
  expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed'])
})

test('a room without a mapping is sold all the same: its nights are taken, and owner and support are told once', async ({
  t,
  manager,
}) => {
  const { owner, support, home, sell, announced } = await connected(t, manager, true)
  const rooms = [{ room_type_id: null, checkin_date: inDays(30), checkout_date: inDays(33) }]
  for (const from of [30, 40]) {
    const revision = sell(from, from + 3)
    await announced({ ...revision, rooms })
  }
  expect(await stays(t)).toMatchObject([
    { property_id: home, stay: range(30, 33) },
    { property_id: home, stay: range(40, 43) },
  ])
  for (const user of [owner, support])
    expect((await notifiedTypes(t, user)).filter((type) => type === 'channel_room_unmapped')).toHaveLength(1)
})

test('events that name no revision have the feed read sixty times an hour', async ({ t, manager }) => {
  const { owner, secret } = await mappedHome(t)
  await t.drain()
  for (let index = 0; index < 63; index++) await send(t, secret, { event: 'booking_new', property_id: 'P', index })
  await t.drain()
  expect((await inbox(t, owner, '?status=applied')).meta.total).toBe(60)
  expect((await inbox(t, owner, '?status=ignored')).data).toHaveLength(3)
  expect(manager.asked).toContain('GET /api/v1/booking_revisions/feed')
})

base('without a channel manager events by id alarm nobody about a booking that is known', async ({ t }) => {
  const { owner, secret } = await mappedHome(t)
  const deliver = async (payload: object, kind: string) => {
    await send(t, secret, eventOf(payload, kind))
    await t.drain()
  }
  await deliver(sold(30, 33, { revision_id: 'r1', property_id: 'P' }), 'booking')
  for (const kind of ['booking_new', 'booking_unmapped_rate', 'non_acked_booking']) await deliver(named('r1'), kind)
  expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed'])
  await deliver(named('r2'), 'booking_new')
  expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed', 'channel_event_unreadable'])
})
