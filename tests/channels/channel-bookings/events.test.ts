import { describe, expect, vi } from 'vitest'
import { alone, inDays, isolated, test } from '../../support/app.ts'
import { expectHomesInStep } from '../../support/booking.ts'
import { bookDays } from '../../support/calendars.ts'
import {
  cancelled,
  channelScene,
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

describe('a booking of a channel', () => {
  isolated('becomes a confirmed reservation of a contact, which its owner sees with its source', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)))
    expect(await stays(t)).toMatchObject([
      { status: 'confirmed', stay: range(30, 33), overbooked: false, total_cents: 41_088 },
    ])
    const summary = {
      source: 'channel',
      ota_name: 'Airbnb',
      ota_reservation_code: 'HM1234',
      guest_name: 'Grace Hopper',
      guest_id: null,
      payment_status: 'scheduled',
      amount_open: 410.88,
      overbooked: false,
    }
    const list = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(list.body.data).toMatchObject([{ ...summary, total: 410.88 }])
    const id = list.body.data[0].id
    const details = await t.call('GET', `/reservations/${id}`, undefined, owner)
    expect(details.body.data).toMatchObject({
      ...summary,
      contact_email: 'alias@guest.airbnb.com',
      contact_phone: '+1 555 0100',
      adults: 2,
      children: 1,
      price: { total: 410.88, due_now: 0, nights: 3 },
      timeline: [{ from: null, to: 'confirmed', actor: 'channel' }],
    })
    expect((await t.call('GET', `/reservations/${id}`, undefined, await t.user())).status).toBe(404)
  })

  isolated('takes its nights in the calendar, its feed, the search and from other guests', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)))
    const days = `from=${inDays(29)}&to=${inDays(33)}`
    const calendar = await t.call('GET', `/calendars/properties/${home}/availability?${days}`, undefined, owner)
    expect(JSON.stringify(calendar.body.data)).toContain('reserved')
    const { url } = (await t.call('GET', `/calendars/properties/${home}/ical`, undefined, owner)).body.data
    const ics = (await t.call('GET', url.replace('http://sejour.test/api/v1', ''))).body
    expect(ics).toContain(`DTSTART;VALUE=DATE:${inDays(30).replaceAll('-', '')}`)
    const found = async (from: number, to: number) =>
      (await t.call('GET', `/properties/search?check_in=${inDays(from)}&check_out=${inDays(to)}`)).body.meta.total
    expect([await found(31, 32), await found(33, 35)]).toEqual([0, 1])
    expect((await bookDays(t, await t.user(), home, 32, 34)).status).toBe(409)
    await expectHomesInStep(t)
  })

  test('is told to the owner, and its event is in the list of whom the home is', async ({ t }) => {
    const { owner, home, deliver, support } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)))
    expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed'])
    expect(await inbox(t, owner)).toMatchObject({
      data: [{ event: 'booking', property_id: home, status: 'applied', attempts: 1, error: null }],
      meta: { total: 1 },
    })
    expect((await inbox(t, support, `?property_id=${home}&status=applied&event=booking`)).meta.total).toBe(1)
    expect((await inbox(t, support, '?status=failed')).meta.total).toBe(0)
    expect((await inbox(t, await t.user())).data).toEqual([])
  })

  isolated('is modified: nights move, the owner is told, the price and the guest change', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    const customer = { name: 'Margaret', surname: 'Hamilton' }
    await deliver(
      eventOf(sold(30, 33)),
      eventOf(modified(32, 36, 10, { amount: 500, customer }), 'booking_modification'),
    )
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(32, 36), total_cents: 50_000 }])
    const list = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(list.body.data).toMatchObject([{ guest_name: 'Margaret Hamilton', check_in: inDays(32) }])
    expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed', 'reservation_modified'])
    expect((await bookDays(t, await t.user(), home, 30, 32)).status).toBe(201)
    await expectHomesInStep(t)
  })

  isolated('is cancelled: its nights are free, and it can be sold again', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)), eventOf(cancelled(10), 'booking_cancellation'))
    expect(await stays(t)).toMatchObject([{ status: 'cancelled', stay: null }])
    expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed', 'reservation_cancelled'])
    await deliver(eventOf(modified(31, 33, 20)))
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(31, 33) }])
    await expectHomesInStep(t)
  })

  isolated('is cancelled at the channel, not by the owner, who may mark it as no show', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33, { booking_id: 'ahead' })), eventOf(sold(-2, 2)))
    const [ahead, begun] = await stays(t)
    const turn = (id: number | undefined, status: string) =>
      t.call('POST', `/reservations/change-status-reservation-by-proprio/${id}/${status}`, undefined, owner)
    expect((await turn(ahead?.id, 'cancelled')).status).toBe(409)
    expect((await turn(begun?.id, 'no_show')).status).toBe(200)
    // A stay that is over is not changed by the channel any more.
    await deliver(eventOf(modified(-2, 5, 10)), eventOf(cancelled(20)))
    expect(await stays(t)).toMatchObject([
      { status: 'confirmed', stay: range(30, 33) },
      { status: 'no_show', check_out: inDays(2) },
    ])
  })

  alone('whose cancellation comes first is never made', async ({ t }) => {
    const { deliver } = await channelScene(t)
    await deliver(eventOf(cancelled(10), 'booking_cancellation'), eventOf(sold(30, 33)))
    expect(await stays(t)).toEqual([])
    expect(await t.db`select is_cancelled from channel_bookings`).toEqual([{ is_cancelled: true }])
  })

  isolated('ends in the same state in every order of its revisions', async ({ t }) => {
    const { deliver } = await channelScene(t)
    const steps = (booking_id: string, from: number) => [
      eventOf(sold(from, from + 2, { booking_id })),
      eventOf(modified(from + 1, from + 4, 10, { booking_id }), 'booking_modification'),
      eventOf(modified(from + 2, from + 5, 20, { booking_id }), 'booking_modification'),
    ]
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const [index, order] of orders.entries()) {
      const events = steps(`order-${index}`, 30 + index * 10)
      await deliver(...order.map((step) => events[step] ?? {}))
    }
    const expected = orders.map((_, index) => ({ stay: range(32 + index * 10, 35 + index * 10), status: 'confirmed' }))
    expect(await stays(t)).toMatchObject(expected)
    await expectHomesInStep(t)
  })

  isolated('without times of its revisions is not undone by its first one, nor by a capital letter', async ({ t }) => {
    const { deliver } = await channelScene(t)
    const untimed = (payload: object) => ({ event: 'booking', payload: { ...payload, inserted_at: undefined } })
    await deliver(untimed(modified(31, 34, 0)), untimed(sold(30, 33)))
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(31, 34) }])
    await deliver(untimed({ ...cancelled(20), status: ' Cancelled' }))
    expect(await stays(t)).toMatchObject([{ status: 'cancelled', stay: null }])
    await deliver(untimed(sold(30, 33, { revision_id: 'again' })))
    expect(await stays(t)).toMatchObject([{ status: 'cancelled' }])
  })

  isolated('of several rooms becomes a reservation each; a modification may drop one', async ({ t }) => {
    const { owner, home, support, webhook, deliver } = await channelScene(t)
    const second = await t.home(owner)
    const map = { remote_property_id: 'P', room_type_id: 'R1' }
    expect((await t.call('PUT', `/webhook/${webhook}/${home}/update`, map, support)).status).toBe(200)
    await subscribe(t, support, second, { remote_property_id: 'P', room_type_id: 'R2' })
    const room = (room_type_id: string, from: number, amount?: string) => ({
      room_type_id,
      checkin_date: inDays(from),
      checkout_date: inDays(from + 2),
      amount,
    })
    const rooms = [room('R1', 30, '100.00'), room('R2', 30, '80.50')]
    await deliver(eventOf(sold(30, 32, { rooms }), 'booking', { property_id: 'P' }))
    expect(await stays(t)).toMatchObject([
      { property_id: home, status: 'confirmed', total_cents: 10_000 },
      { property_id: second, status: 'confirmed', total_cents: 8_050 },
    ])
    await deliver(eventOf(modified(30, 32, 10, { rooms: [room('R2', 31)], amount: '90' })))
    expect(await stays(t)).toMatchObject([
      { property_id: home, status: 'cancelled', stay: null },
      { property_id: second, status: 'confirmed', stay: range(31, 33), total_cents: 9_000 },
    ])
  })
})

isolated('a booking of a room that nobody has mapped stays at one home of its property', async ({ t }) => {
  const { owner, home, support, webhook, deliver } = await channelScene(t)
  const second = await t.home(owner)
  const map = { remote_property_id: 'P', room_type_id: 'R1' }
  expect((await t.call('PUT', `/webhook/${webhook}/${home}/update`, map, support)).status).toBe(200)
  const other = await subscribe(t, support, second, { remote_property_id: 'P', room_type_id: 'R2' })
  for (const [index, room_type_id] of [null, 'R9'].entries()) {
    const booking_id = `unmapped-${index}`
    const from = 30 + 10 * index
    const rooms = [{ room_type_id, checkin_date: inDays(from), checkout_date: inDays(from + 3) }]
    const details = sold(from, from + 3, { booking_id, revision_id: booking_id, rooms })
    const event = eventOf(details, 'booking', { property_id: 'P' })
    // Each home of the property has a webhook, which brings it.
    await deliver(event)
    expect((await send(t, other.secret, event)).status).toBe(200)
    await t.drain()
  }
  expect(await stays(t)).toMatchObject([
    { property_id: home, status: 'confirmed' },
    { property_id: home, status: 'confirmed' },
  ])
})

const running = test.extend({ running: { run: true } })

running('a booking comes in over a socket, and the workers of production apply it', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  const { secret } = await subscribe(t, owner, home)
  const { url } = await t.listen()
  const post = async (event: object) =>
    fetch(`${url}/api/v1/webhook/notifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
      body: JSON.stringify(event),
    })
  const settled = (state: object) =>
    vi.waitFor(async () => expect(await stays(t)).toMatchObject([state]), { timeout: 20_000 })
  expect((await post(eventOf(sold(30, 33)))).status).toBe(200)
  await settled({ status: 'confirmed', stay: range(30, 33) })
  expect((await post(eventOf(modified(31, 35, 10), 'booking_modification'))).status).toBe(200)
  await settled({ status: 'confirmed', stay: range(31, 35) })
  expect((await post(eventOf(cancelled(20), 'booking_cancellation'))).status).toBe(200)
  await settled({ status: 'cancelled', stay: null })
})
