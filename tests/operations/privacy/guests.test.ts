import { describe, expect } from 'vitest'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { columnsWith } from '../../support/columns-with.ts'
import { auditPlayer } from '../../support/effects.ts'
import { MARK } from '../../support/marked-person.ts'
import { paid } from '../../support/payments.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, prove, read, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

const data = (t: TestApp, user: Pick<TestUser, 'token'> | undefined, id: number, method = 'GET') =>
  t.call(method, `/reservations/${id}/guest-data`, undefined, user)
const email = `${MARK}@example.org`
const MARKED = { name: MARK, email, phone: '+33612345678', language: 'en' }

/** Ends a stay that owes nothing, as time and money would. */
const end = (t: TestApp, id: number, status = 'completed') =>
  t.db.begin(async (tx) => {
    await tx`update payments set status = 'cancelled' where reservation_id = ${id}`
    await tx`update reservations set status = ${status}, balance_due_on = null where id = ${id}`
  })

/** Another stay at the home of a first one, for whoever is named. */
async function alsoBooked(t: TestApp, owner: TestUser, home: string, guest: object, from: number): Promise<number> {
  const day = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
  const body = { check_in: day(from), check_out: day(from + 3), adults: 2, guest, pay: 'later' }
  const { status, body: booked } = await t.call('POST', `/properties/${home}/reservations`, body, owner)
  expect([status, booked]).toEqual([201, expect.anything()])
  await t.drain()
  return Number(booked.data.reservation_id)
}

describe('a guest without an account', () => {
  alone('is exported as a whole, and after the erasure the database names them nowhere', async ({ t }) => {
    const { owner, id, link } = await bookedByHand(t, { guest: MARKED })
    await prove(t, id, email)
    await send(t, link, 'messages', { content: `Said by ${MARK}` })
    await writeToGuest(t, owner, id, { content: `About ${MARK}`, source: 'note' })
    await t.call('PATCH', `/reservations/${id}`, { note: MARK, labels: [MARK] }, owner)
    await t.db`update reservations set message = ${MARK}, remarks = ${MARK} where id = ${id}`
    await t.db`update tasks set note = ${MARK} where reservation_id = ${id}`
    await t.db`
      insert into change_requests (reservation_id, change, message, open_until, status, closed_at)
      values (${id}, '{}', ${MARK}, current_date, 'declined', now())`
    await t.drain()
    await end(t, id)
    const { body } = await data(t, owner, id)
    expect(body.data).toMatchObject({
      contacts: [{ name: MARK, email, phone: MARKED.phone }],
      reservations: [{ id, note: MARK, remarks: MARK, message: MARK, labels: [MARK] }],
      change_requests: [{ message: MARK }],
      messages: [{ content: `Said by ${MARK}` }, { content: `About ${MARK}` }],
      mails: expect.arrayContaining([expect.objectContaining({ state: 'completed' })]),
    })
    expect(JSON.stringify(body)).not.toContain(link.split('.').at(-1))
    const { play, skip } = auditPlayer(t)
    await skip()
    const erase = () => data(t, owner, id, 'DELETE')
    await play('eraseGuest', owner, erase, ['reservation.guest_erased', 'reservation.link'])
    await t.drain()
    // Limits of mails to an address end after a day; without them an erasure would start them anew.
    expect(await columnsWith(t, MARK)).toEqual(['attempt_counters.key'])
    expect(await columnsWith(t, MARKED.phone)).toEqual([])
    expect((await t.call('GET', link)).status).toBe(404)
    await play('eraseGuest', owner, erase, [])
  })

  test('is the same one by a proved address alone; a name or a typed address gives no stay of somebody else', async ({
    t,
  }) => {
    const { owner, home, id } = await bookedByHand(t)
    const [same, typed, named] = [
      await alsoBooked(t, owner, home, { name: 'A. Lovelace', email: 'ADA@example.org' }, 40),
      await alsoBooked(t, owner, home, { name: 'Ada Lovelace', email: 'ada@example.org' }, 50),
      await alsoBooked(t, owner, home, { name: 'Ada Lovelace', email: 'other@example.org' }, 60),
    ]
    const elsewhere = (await bookedByHand(t)).id
    for (const one of [id, same, named, elsewhere])
      await t.db`update contacts set proved_email = email where id = (select contact_id from reservations where id = ${one})`
    const listed = async (one: number) =>
      (await data(t, owner, one)).body.data.reservations.map(({ id }: { id: number }) => id)
    expect(await listed(id)).toEqual([id, same])
    expect([await listed(typed), await listed(named)]).toEqual([[typed], [named]])
    expect((await data(t, owner, elsewhere)).status).toBe(404)
    await end(t, id)
    const refused = await data(t, owner, id, 'DELETE')
    expect([refused.status, refused.body.code]).toEqual([409, 'guest_is_expected'])
    await end(t, same, 'cancelled')
    expect((await data(t, owner, id, 'DELETE')).body.data).toEqual({ reservation_ids: [id, same] })
    const kept = await t.db`select from contacts where name = 'Ada Lovelace' and email is not null`
    expect(kept.length).toBeGreaterThanOrEqual(3)
  })

  test('is exported and erased by the owner and managers, not while money is due or with an account', async ({ t }) => {
    const { owner, id } = await bookedByHand(t)
    const [manager, desk, stranger] = [await joins(t, owner, 'manager'), await joins(t, owner, 'desk'), await t.user()]
    expect((await data(t, manager, id)).status).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      expect((await data(t, desk, id, method)).status).toBe(403)
      expect((await data(t, stranger, id, method)).status).toBe(404)
    }
    await t.db`update reservations set status = 'completed' where id = ${id}`
    const owing = await data(t, owner, id, 'DELETE')
    expect([owing.status, owing.body.code]).toEqual([409, 'guest_owes'])
    await end(t, id)
    expect((await data(t, manager, id, 'DELETE')).status).toBe(200)
    const other = await paid(t)
    for (const method of ['GET', 'DELETE']) {
      const refused = await data(t, other.owner, other.id, method)
      expect([refused.status, refused.body.code]).toEqual([409, 'guest_keeps_data'])
    }
  })

  test('leaves no message behind that they write beside two erasures', async ({ t }) => {
    for (let round = 0; round < 4; round += 1) {
      const { owner, id, link } = await bookedByHand(t)
      await end(t, id)
      expect(await read(t, link)).toBeDefined()
      const answers = await Promise.all([
        t.call('POST', `${link}/messages`, { content: 'Beside' }),
        data(t, owner, id, 'DELETE'),
        t.call('POST', `${link}/messages`, { content: 'Beside it' }),
        data(t, owner, id, 'DELETE'),
      ])
      const [first, erased, second, again] = answers.map(({ status }) => status)
      expect([erased, again]).toEqual([200, 200])
      for (const status of [first, second]) expect([200, 404]).toContain(status)
      expect(await t.db`select from stay_messages where reservation_id = ${id}`).toHaveLength(0)
      const marks =
        await t.db`select from audit_entries where action = 'reservation.guest_erased' and object_id = ${String(id)}`
      expect(marks).toHaveLength(1)
    }
  })
})
