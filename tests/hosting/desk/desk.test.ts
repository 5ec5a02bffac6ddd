import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { addFeed, calendarOf, importAgain, test as withPlatform } from '../../support/feeds.ts'
import { makeKey } from '../../support/keys.ts'
import { markRead, write } from '../../support/messages.ts'
import { paid, reserved } from '../../support/payments.ts'
import { DEPOSIT } from '../../support/settlement.ts'
import { balancesComeDue, holdUntil, shift } from '../../support/stays.ts'
import { actingFor, joins } from '../../support/team.ts'

type Caller = TestUser | { token: string; headers?: Record<string, string> }

const ask = (t: TestApp, caller: Caller, query = '') => t.call('GET', `/desk${query}`, undefined, caller)
const desk = async (t: TestApp, caller: Caller, query = '') => (await ask(t, caller, query)).body.data
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)
const EMPTY = { total: 0, items: [] }

/** A confirmed stay that begins today. */
async function arriving(t: TestApp) {
  const people = await paid(t)
  await shift(t, people.id, 0)
  return people
}

describe('the desk of a company', () => {
  test('names who arrives and leaves on a day, with everything that a welcome needs', async ({ t }) => {
    const { owner, guest, home, id } = await arriving(t)
    const notes = { note: 'Key box 4711', labels: ['VIP'], expected_arrival: '18:30' }
    await t.call('PATCH', `/reservations/${id}`, notes, owner)
    const { arrivals, departures, occupied, day } = await desk(t, owner)
    expect([day, occupied, departures]).toEqual([null, 1, EMPTY])
    expect(arrivals).toMatchObject({
      total: 1,
      items: [
        {
          id,
          ...notes,
          property: { id: home },
          contact: { email: guest.email },
          adults: 2,
          amount_open: 0,
          status: 'confirmed',
          hold_expires_at: null,
        },
      ],
    })
    const last = await desk(t, owner, `?day=${inDays(3)}`)
    expect([last.day, idsOf(last.departures), last.arrivals, last.occupied]).toEqual([inDays(3), [id], EMPTY, 0])
    const cancelled = await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    expect(cancelled.status).toBe(200)
    expect(await desk(t, owner)).toMatchObject({ arrivals: EMPTY, occupied: 0 })
  })

  test('says what is unpaid: holds, and balances whose day is over or whose charge failed', async ({ t }) => {
    const open = await reserved(t)
    expect(await desk(t, open.owner)).toMatchObject({
      unpaid: { total: 1, items: [{ id: open.id, hold_expires_at: expect.any(String), payment_status: 'unpaid' }] },
    })
    await holdUntil(t, '-1 second', open.id)
    await t.drain()
    const { owner, id } = await paid(t, DEPOSIT)
    expect((await desk(t, owner)).unpaid).toEqual(EMPTY)
    await balancesComeDue(t, id)
    await t.db`
      insert into payments (reservation_id, kind, title, amount_cents, currency, due_on)
      values (${id}, 'balance', 'x', 21000, 'EUR', ${inDays(0)})`
    expect((await desk(t, owner)).unpaid).toEqual(EMPTY)
    await t.db`update payments set status = 'failed' where reservation_id = ${id} and kind = 'balance'`
    expect(idsOf((await desk(t, owner)).unpaid)).toEqual([id])
    await t.db`update payments set status = 'unpaid', due_on = ${inDays(-2)} where reservation_id = ${id} and kind = 'balance'`
    expect(idsOf((await desk(t, owner)).unpaid)).toEqual([id])
    await t.db`update payments set status = 'paid' where reservation_id = ${id} and kind = 'balance'`
    expect((await desk(t, owner)).unpaid).toEqual(EMPTY)
  })

  test('says which inquiries wait, the oldest first, until their time is up', async ({ t }) => {
    const [owner, guest, other] = [await t.user(), await t.user(), await t.user()]
    const home = await t.home(owner)
    const asks = async (user: TestUser, from: number): Promise<number> =>
      (await book(t, user, { ...stay(home, from), inquiry: true })).body.data.reservation_id
    const ids = [await asks(guest, 30), await asks(other, 40)]
    expect((await desk(t, owner)).inquiries).toMatchObject({
      total: 2,
      items: ids.map((id) => ({ id, contact: null })),
    })
    await holdUntil(t, '-1 second', ids[0])
    expect(idsOf((await desk(t, owner)).inquiries)).toEqual([ids[1]])
    expect((await desk(t, owner)).unpaid).toEqual(EMPTY)
  })

  test('says which messages wait, until they are answered', async ({ t }) => {
    const { owner, guest, home } = await paid(t)
    await write(t, guest, owner, { content: 'Bonjour', property_id: home })
    await write(t, guest, owner, { content: 'Un lit ?', property_id: home })
    expect((await desk(t, owner)).messages).toMatchObject({
      total: 1,
      items: [{ user: { id: guest.id }, unread: 2, last_message: { content: 'Un lit ?' }, property: { id: home } }],
    })
    await markRead(t, owner, guest)
    expect((await desk(t, owner)).messages).toMatchObject({ total: 1, items: [{ unread: 0, unanswered: true }] })
    await write(t, owner, guest, { content: 'Oui', property_id: home })
    // The guest is no company: messages to them wait in their list alone.
    expect((await desk(t, guest)).messages).toEqual(EMPTY)
    expect((await desk(t, owner)).messages).toEqual(EMPTY)
  })

  test('says which nights a channel sold twice', async ({ t }) => {
    const { owner, id } = await arriving(t)
    await t.db`update occupancy set overbooked = true where reservation_id = ${id}`
    expect((await desk(t, owner)).overbooked).toMatchObject({ total: 1, items: [{ id, overbooked: true }] })
  })

  test('has the first hundred of each list, and the number of all', async ({ t }) => {
    const { owner, guest, home } = await arriving(t)
    await t.db`
      insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
      select ${home}, ${guest.id}, ${inDays(0)}, ${inDays(1)}, 1, 'confirmed', '{}', 0, 0, 'EUR' from generate_series(1, 104)`
    const { arrivals } = await desk(t, owner)
    expect([arrivals.total, arrivals.items.length]).toEqual([105, 100])
  })
})

withPlatform('the desk says which nights a platform and a stay both claim', async ({ t, platform }) => {
  const { owner, home, id } = await paid(t)
  platform.answer = (response) => response.end(calendarOf())
  await addFeed(t, owner, home, platform.url)
  await t.drain()
  platform.answer = (response) => response.end(calendarOf([29, 32]))
  await importAgain(t)
  expect((await desk(t, owner)).conflicts).toMatchObject({
    total: 1,
    items: [
      {
        reservation_id: id,
        kind: 'certain',
        feed: 'Airbnb',
        property: { id: home },
        check_in: inDays(30),
        start_date: inDays(30),
        end_date: inDays(31),
      },
    ],
  })
  expect((await desk(t, await joins(t, owner, 'accountant'))).conflicts).toBeNull()
  platform.answer = (response) =>
    response.end(calendarOf([29, 32]).replace('SUMMARY:Reserved', 'SUMMARY:Airbnb (Not available)'))
  await importAgain(t)
  expect((await desk(t, owner)).conflicts).toEqual(EMPTY)
})

test('without a day, today is that of each home', async ({ t }) => {
  const { owner, home, guest } = await paid(t)
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  const ids: number[] = []
  for (const zone of zones) {
    const there = zone === zones[0] ? home : await t.home(owner)
    await t.db`update properties set timezone = ${zone} where id = ${there}`
    // One stay a day, so that only the one of today there is the arrival; the two are never on the same day.
    const rows = await t.db<{ id: number; today: boolean }[]>`
      insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
      select ${there}, ${guest.id}, (now() at time zone ${zone})::date + n, (now() at time zone ${zone})::date + n + 1, 1,
        'confirmed', '{}', 0, 0, 'EUR'
      from generate_series(-3, 3) n
      returning id, check_in = (now() at time zone ${zone})::date as today`
    ids.push(...rows.flatMap(({ id, today }) => (today ? [id] : [])))
  }
  const { arrivals, departures } = await desk(t, owner)
  expect(idsOf(arrivals).toSorted()).toEqual(ids.toSorted())
  expect(idsOf(departures).toSorted()).toEqual(ids.map((id) => id - 1).toSorted())
})

describe('who sees what of a desk', () => {
  test('parts that need another scope are null without it', async ({ t }) => {
    const { owner, guest, id } = await arriving(t)
    await t.call('PATCH', `/reservations/${id}`, { note: 'Key box' }, owner)
    const parts = async (caller: Caller) => {
      const { conflicts, unpaid, messages, arrivals } = await desk(t, caller)
      return [conflicts, unpaid, messages, arrivals.items[0].contact].map((part) => part !== null)
    }
    const key = (...scopes: string[]) => makeKey(t, owner, { scopes: ['reservations.read', ...scopes] })
    expect(await parts(owner)).toEqual([true, true, true, true])
    expect(await parts(await joins(t, owner, 'desk'))).toEqual([true, true, true, true])
    expect(await parts(await joins(t, owner, 'accountant'))).toEqual([false, true, false, false])
    expect(await parts(await key())).toEqual([false, false, false, false])
    expect(await parts(await key('calendar.read'))).toEqual([true, false, false, false])
    expect(await parts(await key('messages.read', 'guests.read'))).toEqual([false, false, true, true])
    const other = await makeKey(t, owner, { scopes: ['payments.read'] })
    expect((await ask(t, other)).body.code).toBe('scope_missing')
    // A member of the team who is the guest of the stay sees neither note nor contact.
    await joins(t, owner, 'desk', null, guest)
    const [own] = (await desk(t, actingFor(guest, owner))).arrivals.items
    expect([own.id, own.note, own.contact]).toEqual([id, null, null])
  })

  test('an owner’s stay is there from its first day to the day of departure, by name for who may read guests', async ({
    t,
  }) => {
    const owner = await t.user()
    const [home, other] = [await t.home(owner, { title: 'Mas' }), await t.home(owner)]
    const closed = await t.call(
      'POST',
      `/calendars/properties/${home}/close`,
      {
        start_date: inDays(5),
        end_date: inDays(7),
        kind: 'owner_stay',
        name: 'Famille Roux',
        guests: 3,
        note: 'Chien',
      },
      owner,
    )
    expect(closed.status).toBe(201)
    const of = async (by: object, from: number) =>
      (await t.call('GET', `/desk?day=${inDays(from)}`, undefined, by)).body.data.owner_stays
    const counts = []
    for (const from of [4, 5, 7, 8, 9]) counts.push((await of(owner, from)).total)
    expect(counts).toEqual([0, 1, 1, 1, 0])
    expect((await of(owner, 6)).items).toEqual([
      {
        ...{ closure_id: closed.body.data.id, property: { id: home, title: 'Mas' }, guests: 3 },
        ...{ start_date: inDays(5), end_date: inDays(7), name: 'Famille Roux', note: 'Chien' },
      },
    ])
    const key = await makeKey(t, owner, { scopes: ['reservations.read', 'calendar.read'] })
    expect((await of(key, 6)).items[0]).toMatchObject({ name: null, note: null, guests: 3 })
    expect(await of(await makeKey(t, owner, { property_ids: [other] }), 6)).toEqual(EMPTY)
  })

  test('a member of some homes has the desk of these alone', async ({ t }) => {
    const { owner, guest, id, home } = await arriving(t)
    const second = await t.home(owner)
    await write(t, guest, owner, { property_id: home })
    await book(t, await t.user(), { ...stay(second, 20), inquiry: true })
    await book(t, await t.user(), stay(second, 40))
    const here = await desk(t, await joins(t, owner, 'desk', [home]))
    expect([idsOf(here.arrivals), here.messages.total, here.inquiries, here.unpaid, here.occupied]).toEqual([
      [id],
      1,
      EMPTY,
      EMPTY,
      1,
    ])
    const there = await desk(t, await makeKey(t, owner, { property_ids: [second] }))
    expect([there.arrivals, there.messages, there.inquiries.total, there.unpaid.total, there.occupied]).toEqual([
      EMPTY,
      EMPTY,
      1,
      1,
      0,
    ])
  })

  test('strangers and guests have empty lists, and nobody has none', async ({ t }) => {
    const { owner, guest } = await arriving(t)
    await write(t, owner, guest)
    const empty = {
      day: null,
      conflicts: EMPTY,
      overbooked: EMPTY,
      unpaid: EMPTY,
      disputes: EMPTY,
      failed_refunds: EMPTY,
      identity: EMPTY,
      expired: EMPTY,
      inquiries: EMPTY,
      change_requests: EMPTY,
      messages: EMPTY,
      unreached: EMPTY,
      arrivals: EMPTY,
      departures: EMPTY,
      owner_stays: EMPTY,
      tasks: EMPTY,
      late_tasks: EMPTY,
      occupied: 0,
    }
    const stranger = await t.user()
    await t.home(stranger)
    for (const person of [guest, stranger]) expect(await desk(t, person)).toEqual(empty)
    expect((await t.call('GET', '/desk')).status).toBe(401)
    const refused = await ask(t, owner, '?day=2026-13-01')
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['day']])
  })
})
