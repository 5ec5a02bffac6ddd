import { describe, expect } from 'vitest'
import { CHANNEL_EVENTS } from '../../../src/channels/channel-manager/schemas.ts'
import { EVENT_KINDS, type EventKind, eventOfKind } from '../../../src/dev/channel/events.ts'
import { sendWebhooks } from '../../../src/dev/channel/webhooks.ts'
import type { TestApp, TestUser } from '../../support/app.ts'
import { connected, mappedHome, test } from '../../support/channel-manager.ts'
import { channelScene, eventOf, inbox, notifiedTypes, range, send, stays } from '../../support/channels.ts'
import { joins } from '../../support/team.ts'

/** Notifications of the owner that a kind of event alone causes, with its data and without, about a stay that was sold before. */
const NEWS: Partial<Record<EventKind, [withData: string, withoutData: string]>> = {
  booking_unmapped_room: ['channel_room_unmapped', 'channel_room_unmapped'],
  inquiry: ['channel_request', 'channel_waiting'],
  reservation_request: ['channel_request', 'channel_waiting'],
  alteration_request: ['channel_request', 'channel_waiting'],
  sync_error: ['channel_update_failed', 'channel_update_failed'],
  rate_error: ['channel_update_failed', 'channel_update_failed'],
  deactivate_channel: ['channel_disconnected', 'channel_disconnected'],
  disconnect_channel: ['channel_disconnected', 'channel_disconnected'],
  disconnected_channel: ['channel_disconnected', 'channel_disconnected'],
  disconnect_listing: ['channel_disconnected', 'channel_disconnected'],
}

const deliver = async (t: TestApp, secret: string, event: string, payload: object = {}) => {
  await send(t, secret, eventOf(payload, event))
  await t.drain()
}

const newsOf = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/notifications', undefined, user)).body.data as {
    type: string
    message: string
    data: object
  }[]

test('every kind of event is known, and the stand-in sends each', () => {
  const synonyms = ['availability_update', 'test']
  expect([...EVENT_KINDS, ...synonyms].toSorted()).toEqual([...CHANNEL_EVENTS].toSorted())
})

describe.for([
  ['with data', true],
  ['without data', false],
] as const)('a webhook %s', ([, send_data]) => {
  test('tells people of every kind of event what they need, once', async ({ t, manager }) => {
    const { owner, home, sell, announced } = await connected(t, manager, send_data)
    const { booking_id, ...sold } = sell(30, 33)
    await announced({ booking_id, ...sold })
    const told: Partial<Record<EventKind, string[]>> = {}
    for (const kind of EVENT_KINDS) {
      const before = await notifiedTypes(t, owner)
      const event = eventOfKind(kind, { booking_id, revision_id: sold.id, property_id: 'P' })
      for (let time = 0; time < (send_data ? 2 : 1); time++) await sendWebhooks(manager, event)
      await t.drain()
      told[kind] = (await notifiedTypes(t, owner)).slice(before.length)
      // Without data all channels of a home are one.
      await t.db`delete from attempt_counters where key like ${`channel trouble ${home}%`}`
    }
    const expected = EVENT_KINDS.map((kind) => [kind, NEWS[kind]?.[send_data ? 0 : 1]] as const)
    expect(told).toEqual(Object.fromEntries(expected.map(([kind, type]) => [kind, type === undefined ? [] : [type]])))
    const { data } = await inbox(t, owner, '?per_page=100&status=failed')
    expect(data).toEqual([])
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }, ...(send_data ? [{}, {}] : [])])
  })
})

describe('a trouble of a channel', () => {
  test('is told once to the company and to support, with what to do, until the channel is connected again', async ({
    t,
  }) => {
    const { owner, support, secret } = await mappedHome(t, { title: 'Casa' })
    const manager = await joins(t, owner, 'manager')
    const elsewhere = await joins(t, owner, 'manager', [await t.home(owner)])
    const agoda = { channel_id: 'c1', ota_name: 'Agoda' }
    for (let minute = 0; minute < 3; minute++) await deliver(t, secret, 'disconnect_channel', { ...agoda, minute })
    for (const user of [owner, support, manager])
      expect(await notifiedTypes(t, user)).toEqual(expect.arrayContaining(['channel_disconnected']))
    expect(await notifiedTypes(t, elsewhere)).toEqual([])
    const [news] = await newsOf(t, owner)
    expect(news).toMatchObject({
      message:
        'Agoda is no longer connected to “Casa”. Connect it again in the channel manager. Until then, close the taken nights at the channel.',
      data: { channel: 'Agoda', about: 'channel' },
    })
    const count = async () => (await notifiedTypes(t, owner)).filter((type) => type === 'channel_disconnected').length
    expect(await count()).toBe(1)
    await deliver(t, secret, 'disconnect_channel', { channel_id: 'c2', ota_name: 'Expedia' })
    await deliver(t, secret, 'disconnect_listing', { ...agoda, listing_id: '7' })
    expect(await count()).toBe(3)
    await deliver(t, secret, 'activate_channel', agoda)
    await deliver(t, secret, 'disconnected_channel', agoda)
    expect(await count()).toBe(4)
  })

  test('says what was refused', async ({ t }) => {
    const { owner, secret } = await mappedHome(t, { title: 'Casa' })
    const agoda = { channel_id: 'c1', channel_name: 'Agoda', channel: 'Agoda' }
    for (const kind of ['sync_error', 'rate_error', 'sync_error']) await deliver(t, secret, kind, { ...agoda, kind })
    expect((await newsOf(t, owner)).map(({ message }) => message)).toEqual([
      'Agoda refuses prices of “Casa”. Check the price, its currency and its limits there, and read the error in the channel manager.',
      'Agoda did not accept the calendar of “Casa”. Read the error in the channel manager, and close the taken nights at the channel.',
    ])
  })

  test('of a home without a mapping is told to nobody', async ({ t }) => {
    const { owner, support, secret } = await channelScene(t)
    for (const kind of EVENT_KINDS.filter((one) => !one.startsWith('booking') && one !== 'non_acked_booking'))
      await deliver(t, secret, kind, { channel_id: 'c1' })
    await deliver(t, secret, 'new_kind')
    for (const user of [owner, support]) expect(await notifiedTypes(t, user)).toEqual([])
  })
})

test('an unknown kind of event is told once as unknown', async ({ t }) => {
  const { owner, support, secret } = await mappedHome(t)
  for (let time = 0; time < 3; time++) await deliver(t, secret, 'teleported_guest', { time })
  for (const user of [owner, support]) expect(await notifiedTypes(t, user)).toEqual(['channel_event_unknown'])
  const { data } = await inbox(t, owner)
  expect(data).toHaveLength(3)
  for (const entry of data) expect(entry).toMatchObject({ status: 'ignored', error: 'an unknown kind of event' })
  expect((await newsOf(t, owner))[0]?.message).toContain('teleported_guest')
  await deliver(t, secret, 'sync_warning')
  expect((await inbox(t, owner)).data[0]).toMatchObject({ status: 'ignored', error: 'an event of no effect' })
})
