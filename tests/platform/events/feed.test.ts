import { describe, expect } from 'vitest'
import { inDays, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { bulk, close, days } from '../../support/calendars.ts'
import { type FeedEvent, feed } from '../../support/feed.ts'
import { write } from '../../support/messages.ts'
import { moveTo } from '../../support/stays.ts'

const typesOf = (events: FeedEvent[]) => events.map(({ type }) => type)

describe('GET /events', () => {
  test('tells an owner of a booking from the hold to its invoice, in order, each as GET shows it', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { next: begin } = await feed(t, owner, 'latest')
    const { reservation_id: id, payment_url } = (await book(t, guest, stay(home))).body.data
    await t.deliver(t.pay(payment_url))
    await t.drain()
    const { events, next } = await feed(
      t,
      owner,
      begin,
      '&types=reservation.created,reservation.held,reservation.confirmed,payment.succeeded,invoice.issued',
    )
    expect(typesOf(events)).toEqual([
      'reservation.created',
      'reservation.held',
      'payment.succeeded',
      'reservation.confirmed',
      'invoice.issued',
    ])
    const { data: listed } = (await t.call('GET', `/reservations?as=owner&q=${id}`, undefined, owner)).body
    const confirmed = events.find(({ type }) => type === 'reservation.confirmed')
    expect(confirmed).toMatchObject({
      subject_id: String(id),
      data: listed[0],
      previous: { status: 'pending' },
      actor: { type: 'system' },
    })
    const { data: shown } = (await t.call('GET', `/reservations/${id}`, undefined, owner)).body
    expect(events.find(({ type }) => type === 'payment.succeeded')?.data).toMatchObject({
      id: shown.payments[0].id,
      reservation_id: id,
      amount: shown.payments[0].amount,
      status: 'paid',
    })
    expect(events.find(({ type }) => type === 'invoice.issued')?.data).toMatchObject({
      number: shown.invoices[0].number,
      url: shown.invoices[0].url,
    })
    expect((await feed(t, owner, next)).events).toEqual([])
  })

  test('tells of nights that are taken and given back, and of prices, night by night', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { base_price: 100 })
    const { next: begin } = await feed(t, owner, 'latest')
    const { reservation_id: id } = (await book(t, guest, stay(home, 30, 2))).body.data
    const taken = await feed(t, owner, begin, '&types=calendar.changed')
    const nights = (price: number, is_available: boolean) =>
      [30, 31].map((day) => expect.objectContaining({ date: inDays(day), price, is_available }))
    expect(taken.events.map(({ data }) => data)).toEqual([
      { property_id: home, from: inDays(30), to: inDays(31), nights: nights(100, false) },
    ])
    await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    await bulk(t, owner, home, { action: 'set_price', ...days(30, 31), price_per_night: 120 })
    const freed = await feed(t, owner, taken.next, '&types=calendar.changed')
    expect(freed.events.map(({ data }) => data?.nights)).toEqual([nights(120, true)])
    // Days without a gap are one event, and two years of them are not listed.
    await close(t, owner, home, 50, 52)
    await close(t, owner, home, 60, 60)
    const closed = await feed(t, owner, freed.next, '&types=calendar.changed')
    expect(closed.events.map(({ data }) => [data?.from, data?.to])).toEqual([
      [inDays(50), inDays(52)],
      [inDays(60), inDays(60)],
    ])
    await t.call('PUT', `/properties/${home}`, { base_price: 90 }, owner)
    const dearer = await feed(t, owner, closed.next)
    expect(typesOf(dearer.events)).toEqual(['property.updated', 'calendar.changed'])
    expect(dearer.events[0]).toMatchObject({
      data: { base_price: 90, title: expect.any(String) },
      previous: { base_price: 100 },
    })
    expect(dearer.events[1]?.data?.nights).toBeNull()
  })

  test('shows nobody what is told to others, and all of it to the staff', async ({ t }) => {
    const [mine, theirs] = [await scene(t), await scene(t)]
    const staff = await t.user({ role: 'support' })
    const { next: begin } = await feed(t, staff, 'latest')
    await book(t, mine.guest, stay(mine.home))
    const created = '&types=reservation.created'
    expect((await feed(t, theirs.owner, begin, created)).events).toEqual([])
    expect((await feed(t, mine.guest, begin, created)).events).toEqual([])
    expect((await feed(t, mine.owner, begin, created)).events).toHaveLength(1)
    expect((await feed(t, staff, begin, created)).events).toHaveLength(1)
    const foreign = `/events?after=${begin}${created}&property_id=${theirs.home}`
    expect((await t.call('GET', foreign, undefined, mine.owner)).status).toBe(404)
    expect((await t.call('GET', '/events')).status).toBe(401)
  })

  test('tells both sides of a conversation who are owners, and no guest', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { next: begin } = await feed(t, owner, 'latest')
    const { data } = (await write(t, guest, owner, { property_id: home })).body
    const { events } = await feed(t, owner, begin)
    expect(events).toMatchObject([
      { type: 'message.created', data: { id: data.id, content: data.content }, actor: { type: 'guest', id: guest.id } },
    ])
    expect((await feed(t, guest, begin)).events).toEqual([])
  })

  test('an inquiry, its acceptance and its end', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { instant_book: false })
    const { next: begin } = await feed(t, owner, 'latest')
    const asked = await book(t, guest, { ...stay(home), inquiry: true, message: 'Hello' })
    const id = asked.body.data.reservation_id
    await moveTo(t, owner, id, 'accept')
    await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    const { events } = await feed(t, owner, begin, '&types=reservation.created,reservation.held,reservation.cancelled')
    expect(events.map(({ type, actor, previous }) => [type, actor?.type, previous])).toEqual([
      ['reservation.created', 'guest', null],
      ['reservation.held', 'owner', { status: 'inquiry' }],
      ['reservation.cancelled', 'guest', { status: 'pending' }],
    ])
  })

  test('pages go on where the last one ended', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner)
    const { next: begin } = await feed(t, owner, 'latest')
    for (let home = 0; home < 3; home++) await t.home(owner)
    const created = '&types=property.created'
    const first = await feed(t, owner, begin, `${created}&limit=2`)
    expect([first.events.length, first.hasMore]).toEqual([2, true])
    const second = await feed(t, owner, first.next, `${created}&limit=2`)
    expect([second.events.length, second.hasMore]).toEqual([1, false])
    const all = await feed(t, owner, begin, created)
    expect([...first.events, ...second.events]).toEqual(all.events)
  })

  test('refuses what is no cursor, and says when one is lost', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner)
    const { next } = await feed(t, owner, 'latest')
    const position = Number(next.split('.')[1])
    for (const wrong of ['1', 'x', '1.-1', '1.1.1', '1.1 ', '99999999999.1'])
      expect([
        wrong,
        (await t.call('GET', `/events?after=${encodeURIComponent(wrong)}`, undefined, owner)).status,
      ]).toEqual([wrong, 400])
    for (const lost of [`2.${position}`, `1.${position + 1}`]) {
      const { status, body } = await t.call('GET', `/events?after=${lost}`, undefined, owner)
      expect([status, body.code]).toEqual([410, 'cursor_lost'])
    }
    await t.db`update event_feed set kept_from = ${position + 1}`
    expect((await t.call('GET', `/events?after=1.${position - 1}`, undefined, owner)).status).toBe(410)
    expect((await t.call('GET', `/events?after=1.${position}`, undefined, owner)).status).toBe(200)
    for (const wrong of ['types=none', 'limit=101', 'wait=31', 'property_id=1'])
      expect([wrong, (await t.call('GET', `/events?${wrong}`, undefined, owner)).status]).toEqual([wrong, 400])
  })
})
