import { describe, expect } from 'vitest'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { inDays, type TestApp } from '../../support/app.ts'
import { mapHome, mappedHome, push, test } from '../../support/channel-manager.ts'
import { cancelled, modified, notifiedTypes, range, send, sold, stays } from '../../support/channels.ts'
import { importFile } from '../../support/imports.ts'
import { skipBackOff } from '../../support/jobs.ts'
import { show } from '../../support/payments.ts'

/** A revision of the channel manager, of a booking of the room `R` of the home `P` there. */
const book = (manager: ChannelStandin, id: string, details: Record<string, unknown>, room: string | null = 'R') => {
  const rooms = 'arrival_date' in details && room !== null ? [{ room_type_id: room }] : []
  manager.revisions.push({ rooms, ...details, id, property_id: 'P' })
  manager.acknowledged.add(id)
}

const days = (rows: { status: string; stay: string | null }[]) => rows.map(({ status, stay }) => [status, stay])

describe('bookings that a channel sold before its home was mapped', () => {
  test('are read once, and past and cancelled ones are left out', async ({ t, manager }) => {
    book(manager, 'r1', sold(30, 33, { booking_id: 'b1' }))
    book(manager, 'r2', modified(40, 43, 10, { booking_id: 'b2' }))
    book(manager, 'r3', sold(50, 53, { booking_id: 'b3' }))
    book(manager, 'r4', cancelled(20, { booking_id: 'b3', departure_date: inDays(53) }))
    book(manager, 'r5', sold(-9, -5, { booking_id: 'b4' }))
    book(manager, 'r6', { ...sold(60, 63, { booking_id: 'b5' }) }, null)
    const { owner, home } = await mappedHome(t)
    await t.drain()
    const present = await stays(t)
    expect(present.map(({ property_id }) => property_id)).toEqual([home, home, home])
    expect(days(present).toSorted()).toEqual([
      ['confirmed', range(30, 33)],
      ['confirmed', range(40, 43)],
      ['confirmed', range(60, 63)],
    ])
    expect((await notifiedTypes(t, owner)).filter((type) => type !== 'reservation_confirmed')).toEqual([])
    // The owner finds each in the application, and has no mail of each.
    expect((await t.mails(owner.email)).map(({ subject }) => subject)).not.toContain('Reservation confirmed')
    await push(t)
    expect(manager.availability.get('R')?.get(inDays(31))).toBe(0)
  })

  test('take over stays that the company has imported: their note stays, price and guest follow', async ({
    t,
    manager,
  }) => {
    const owner = await t.user({ locale: 'en' })
    const support = await t.user({ role: 'support' })
    const home = await t.home(owner)
    const header =
      'external_id,property,guest_name,check_in,check_out,total,paid,paid_by,source,channel,channel_code,note'
    const imported = await importFile(t, owner, 'reservations', [
      header,
      ['R1', home, 'G. H.', inDays(30), inDays(33), 400, 100, 'transfer', 'channel', 'AirBNB', 'HM1234', 'Late'].join(),
      ['R2', home, 'I. J.', inDays(50), inDays(53), 400, '', '', 'channel', 'AirBNB', 'HM5', 'Early'].join(),
    ])
    const [{ reservation_id: id }, { reservation_id: other }] = imported.body.data.stays
    const money = () => t.db`select kind, status, amount_cents from payments where reservation_id = ${id} order by id`
    const before = await money()
    book(manager, 'r1', sold(30, 33, { booking_id: 'b1' }))
    book(manager, 'r2', sold(40, 43, { booking_id: 'b2', ota_reservation_code: 'HM2' }))
    book(manager, 'r3', cancelled(9, { booking_id: 'b3', ota_reservation_code: 'HM5', ota_name: 'Airbnb' }))
    await mapHome(t, support, home)
    await t.drain()
    expect(await stays(t)).toMatchObject([
      { id, status: 'confirmed', stay: range(30, 33), total_cents: 41_088 },
      { id: other, status: 'cancelled' },
      { status: 'confirmed', stay: range(40, 43) },
    ])
    expect(await show(t, owner, id)).toMatchObject({ note: 'Late', contact: { name: 'Grace Hopper' } })
    expect(await money()).toEqual(before)
  })

  test('are one stay when the webhook brings them at the same moment, and never an older revision', async ({
    t,
    manager,
  }) => {
    book(manager, 'r1', sold(30, 33))
    const { owner, secret, home } = await mappedHome(t)
    const event = (revision_id: string) =>
      send(t, secret, { event: 'booking', payload: { booking_id: 'booking-1', revision_id, property_id: 'P' } })
    book(manager, 'r2', modified(31, 34, 10))
    await Promise.all([event('r2'), event('r1'), t.drain()])
    await t.drain()
    expect(await stays(t)).toMatchObject([{ property_id: home, status: 'confirmed', stay: range(31, 34) }])
    const told = await notifiedTypes(t, owner)
    expect(told.filter((type) => type === 'reservation_confirmed')).toHaveLength(1)
    // The list is read again with the next mapping, and changes nothing.
    await map(t, home, { room_type_id: 'R9' })
    await map(t, home, { room_type_id: 'R' })
    expect([await notifiedTypes(t, owner), days(await stays(t))]).toEqual([told, [['confirmed', range(31, 34)]]])
  })

  test('come in pages, and go on after the channel manager has failed', async ({ t, manager }) => {
    for (let index = 0; index < 25; index++)
      book(manager, `r${index}`, sold(10 + 3 * index, 12 + 3 * index, { booking_id: `b${index}` }))
    await mappedHome(t)
    const { asked, failures } = manager
    const record = asked.push.bind(asked)
    let lists = 0
    asked.push = (...requests) => {
      if (requests.includes('GET /api/v1/bookings') && ++lists === 2) failures.push(503)
      if (requests.includes('GET /api/v1/booking_revisions/r3') && !asked.some((one) => one.endsWith('/r3')))
        failures.push(429)
      return record(...requests)
    }
    await expect(t.drain()).rejects.toThrow(/answered (503|429)/)
    await skipBackOff(t.app)
    await t.drain()
    expect(await stays(t)).toHaveLength(25)
    expect(asked.filter((request) => request === 'GET /api/v1/bookings')).toHaveLength(4)
  })

  test('are told to owner and support when their list is refused, or a revision is missing', async ({ t, manager }) => {
    const { owner, support, home, id } = await mappedHome(t)
    await t.drain()
    manager.failures.push(422)
    manager.failing = '/bookings'
    await map(t, home, { room_type_id: 'R9' })
    for (const user of [owner, support]) {
      const { body } = await t.call('GET', '/notifications', undefined, user)
      expect(body.data).toMatchObject([
        { type: 'channel_bookings_refused', data: { property_id: home, webhook_id: id } },
      ])
    }
    book(manager, 'r1', sold(30, 33))
    const find = manager.revisions.find.bind(manager.revisions)
    manager.revisions.find = () => undefined
    await map(t, home, { room_type_id: 'R' })
    manager.revisions.find = find
    expect(await stays(t)).toEqual([])
    expect(await notifiedTypes(t, owner)).toEqual(['channel_bookings_refused', 'channel_event_unreadable'])
  })
})

describe('rooms of one home at the channel manager', () => {
  test('bring the bookings of each room to its own home, whatever is mapped first', async ({ t, manager }) => {
    book(manager, 'r1', sold(30, 33, { booking_id: 'b1' }), 'R')
    book(manager, 'r2', sold(30, 33, { booking_id: 'b2' }), 'R2')
    const { owner, support, home } = await mappedHome(t)
    await t.drain()
    expect(await stays(t)).toMatchObject([{ property_id: home, stay: range(30, 33), overbooked: false }])
    const second = await t.home(owner)
    await mapHome(t, support, second, '2')
    await t.drain()
    expect(await stays(t)).toMatchObject([{ property_id: home }, { property_id: second, overbooked: false }])
  })

  test('take the stays that came before the room was mapped from the other home', async ({ t, manager }) => {
    const { owner, support, home, secret } = await mappedHome(t)
    await t.drain()
    const both = [{ room_type_id: 'R' }, { room_type_id: 'R2' }]
    book(manager, 'r1', { ...sold(30, 33), rooms: both })
    await send(t, secret, { event: 'booking', payload: { booking_id: 'booking-1', revision_id: 'r1' } })
    await t.drain()
    expect(await stays(t)).toMatchObject([{ property_id: home }, { property_id: home, overbooked: true }])
    const second = await t.home(owner)
    await mapHome(t, support, second, '2')
    await t.drain()
    expect(await stays(t)).toMatchObject([
      { property_id: home, status: 'confirmed', overbooked: false },
      { property_id: home, status: 'cancelled' },
      { property_id: second, status: 'confirmed', overbooked: false },
    ])
  })
})

async function map(t: TestApp, home: string, changes: object): Promise<void> {
  const support = await t.user({ role: 'support' })
  const [subscription] = (await t.call('GET', `/webhook/${home}/show`, undefined, support)).body.data
  const answer = await t.call('PUT', `/webhook/${subscription.id}/${home}/update`, changes, support)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await t.drain()
}
