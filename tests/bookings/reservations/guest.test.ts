import { describe, expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { channelScene, eventOf, modified, sold } from '../../support/channels.ts'
import { feed } from '../../support/feed.ts'
import { makeKey } from '../../support/keys.ts'
import { paid, reserved, show } from '../../support/payments.ts'
import { addEndpoint, sendAll, test as withReceiver } from '../../support/receiver.ts'
import { shift } from '../../support/stays.ts'
import { actingFor, joins } from '../../support/team.ts'

const change = (t: TestApp, user: TestUser | { token: string }, id: number, body: object) =>
  t.call('PATCH', `/reservations/${id}`, body, user)
const listed = async (t: TestApp, user: TestUser | { token: string }, query = '?as=owner') =>
  (await t.call('GET', `/reservations${query}`, undefined, user)).body.data[0]

/** A booking of a channel, with everything that it says. */
async function soldScene(t: TestApp, fields: Record<string, unknown> = {}) {
  const people = await channelScene(t)
  const customer = {
    name: 'Grace',
    surname: 'Hopper',
    mail: 'grace@guest.example',
    phone: '+1 555 0100',
    language: 'en',
  }
  await people.deliver(
    eventOf(
      sold(30, 33, {
        customer,
        ota_commission: '61.63',
        payment_collect: 'ota',
        arrival_hour: '18:00',
        notes: 'A cot, please',
        ...fields,
      }),
    ),
  )
  const [{ id } = { id: 0 }] = await t.db<{ id: number }[]>`select max(id) as id from reservations`
  return { ...people, id }
}

describe('how the guest of a stay is reached', () => {
  test('is shown to the company once the stay is confirmed, never to others, and no longer a year after it', async ({
    t,
  }) => {
    const open = await reserved(t)
    expect((await show(t, open.owner, open.id)).contact).toBeNull()
    const { owner, guest, id } = await paid(t)
    const contact = { email: guest.email, name: expect.any(String), phone: null, language: 'en', country: 'FR' }
    expect((await show(t, owner, id)).contact).toMatchObject(contact)
    expect((await listed(t, owner)).contact).toMatchObject(contact)
    expect((await show(t, guest, id)).contact).toBeNull()
    expect((await listed(t, guest, '')).contact).toBeNull()
    await t.call('PUT', '/user', { phone: '+33 6 12 34 56 78' }, guest)
    await shift(t, id, -360)
    expect((await show(t, owner, id)).contact).not.toBeNull()
    await shift(t, id, -370)
    expect((await show(t, owner, id)).contact).toBeNull()
  })

  test('needs `guests.read` of a key and of a member', async ({ t }) => {
    const { owner, id } = await paid(t)
    const blind = await makeKey(t, owner, { scopes: ['reservations.read', 'events.read', 'exports.read'] })
    const seeing = await makeKey(t, owner, {
      scopes: ['reservations.read', 'guests.read', 'events.read', 'exports.read'],
    })
    const desk = await joins(t, owner, 'desk')
    const accountant = await joins(t, owner, 'accountant')
    for (const [who, sees] of [
      [blind, false],
      [seeing, true],
      [desk, true],
      [accountant, false],
    ] as const) {
      const { body } = await t.call('GET', `/reservations/${id}`, undefined, who)
      expect([body.data.contact !== null, (await listed(t, who)).contact !== null]).toEqual([sees, sees])
    }
    for (const [key, sees] of [
      [blind, false],
      [seeing, true],
    ] as const) {
      await t.app.dispatchEvents()
      const events = await t.call('GET', '/events?types=reservation.confirmed', undefined, key)
      expect(events.body.data.at(-1).data.contact !== null).toBe(sees)
      const copy = await t.call('GET', '/mirror/reservations', undefined, key)
      expect(copy.body.data.at(-1).contact !== null).toBe(sees)
      const file = await t.call('GET', '/exports/reservations.csv', undefined, key)
      expect(String(file.body).includes('@')).toBe(sees)
    }
    expect((await change(t, blind, id, { note: 'x' })).body.code).toBe('scope_missing')
  })

  test('is never stored with an event', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const { events } = await feed(t, owner, '', '&types=reservation.confirmed')
    expect(events.at(-1)?.data?.contact).toMatchObject({ email: guest.email })
    expect(
      await t.db`select from events where data::text like ${`%${guest.email}%`} and type like 'reservation.%'`,
    ).toEqual([])
    // A new address is an event, and shown with the old ones too.
    const { next } = await feed(t, owner, 'latest')
    await t.db`update users set email = 'new@example.org' where id = ${guest.id}`
    const told = (await feed(t, owner, next)).events
    expect(told).toMatchObject([
      { type: 'reservation.changed', subject_id: String(id), data: { contact: { email: 'new@example.org' } } },
    ])
    expect(JSON.stringify(told[0]?.previous)).not.toContain(guest.email)
  })

  test('of a channel is changed by the company, until the channel says something else', async ({ t }) => {
    const { owner, id, deliver } = await soldScene(t)
    expect(await show(t, owner, id)).toMatchObject({
      contact: {
        name: 'Grace Hopper',
        first_name: 'Grace',
        last_name: 'Hopper',
        email: 'grace@guest.example',
        language: 'en',
      },
      expected_arrival: '18:00',
      remarks: 'A cot, please',
      commission: 61.63,
      collected_by: 'channel',
    })
    const corrected = { contact: { phone: '+1 555 0199', country: 'fr' }, note: 'Arrives late', labels: ['VIP', 'VIP'] }
    const { body } = await change(t, owner, id, corrected)
    expect(body.data).toMatchObject({
      contact: { email: 'grace@guest.example', phone: '+1 555 0199', country: 'FR' },
      note: 'Arrives late',
      labels: ['VIP'],
      remarks: 'A cot, please',
    })
    await deliver(eventOf(modified(30, 33, 10)))
    expect(await show(t, owner, id)).toMatchObject({
      contact: { phone: '+1 555 0100' },
      note: 'Arrives late',
      expected_arrival: '18:00',
      commission: null,
      collected_by: 'property',
      collector_assumed: true,
    })
    await t.db`update contacts set departs_on = departs_on - 400 where id = (select contact_id from reservations where id = ${id})`
    await t.app.jobs.enqueue(t.db, housekeeping, {})
    await t.drain()
    expect((await show(t, owner, id)).contact).toMatchObject({ name: 'Grace Hopper', email: null, phone: null })
  })

  test('of a channel has the price by parts, as far as it names them', async ({ t }) => {
    const { owner, id } = await soldScene(t, {
      amount: '410.88',
      services: [{ type: 'Cleaning fee', total_price: '48.00' }],
      rooms: [
        {
          taxes: [
            { name: 'City tax', total_price: '12.88' },
            { name: 'City tax', total_price: '5', is_inclusive: false },
          ],
        },
      ],
    })
    expect((await show(t, owner, id)).price).toMatchObject({
      total: 410.88,
      lines: [
        { code: 'accommodation', amount: 350 },
        { code: 'cleaning', amount: 48 },
        { code: 'tourist_tax', amount: 12.88 },
      ],
    })
  })

  test('leaves with the account', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    await change(t, guest, id, { remarks: 'Two cats', expected_arrival: '20:00' })
    await change(t, owner, id, { note: 'Camille is a friend' })
    await shift(t, id, -10)
    await t.db`update reservations set status = 'completed' where id = ${id}`
    await t.db`update users set password_hash = null where id = ${guest.id}`
    expect((await t.call('DELETE', '/user', {}, guest)).status).toBe(200)
    await t.drain()
    expect(await show(t, owner, id)).toMatchObject({ contact: null, remarks: null, note: null })
  })
})

withReceiver('an endpoint gets the guest of a stay only where it was made for that', async ({ t, receiver }) => {
  const { owner, guest, id } = await paid(t)
  await sendAll(t)
  const plain = await addEndpoint(t, owner, receiver.url, { types: ['reservation.changed'] })
  await change(t, owner, id, { note: 'First' })
  await sendAll(t)
  const on = await t.call('PATCH', `/webhook-endpoints/${plain.id}`, { include_guest: true }, owner)
  expect(on.body.data.include_guest).toBe(true)
  await change(t, owner, id, { note: 'Second' })
  await sendAll(t)
  const contacts = receiver.received.map(({ raw }) => JSON.parse(raw).data.object.contact?.email ?? null)
  expect(contacts).toEqual([null, guest.email])
})

describe('what is written down of a stay', () => {
  test('is changed by each side for itself, and the note and the labels stay with the company', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    expect(
      (await change(t, owner, id, { note: 'Key box 4711', labels: ['late'], expected_arrival: '22:15' })).status,
    ).toBe(200)
    const seen = (await change(t, guest, id, { remarks: 'We bring a dog', expected_arrival: null })).body.data
    expect(seen).toMatchObject({
      remarks: 'We bring a dog',
      expected_arrival: null,
      note: null,
      labels: [],
      commission: null,
    })
    expect(await show(t, owner, id)).toMatchObject({
      note: 'Key box 4711',
      labels: ['late'],
      remarks: 'We bring a dog',
    })
    for (const [user, body] of [
      [guest, { note: 'x' }],
      [guest, { labels: [] }],
      [owner, { remarks: 'x' }],
    ] as const)
      expect((await change(t, user, id, body)).status).toBe(403)
  })

  test('changes of several people at once are all kept', async ({ t }) => {
    const { owner, id } = await soldScene(t)
    const changes = [{ email: 'a@example.org' }, { phone: '1' }, { first_name: 'A' }, { last_name: 'B' }]
    await Promise.all(changes.map((contact) => change(t, owner, id, { contact })))
    expect((await show(t, owner, id)).contact).toMatchObject(Object.assign({}, ...changes))
  })

  test('the note and the labels are not in the file of the guest', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    await change(t, owner, id, { note: 'Key box 4711', labels: ['late'] })
    const { body } = await t.call('GET', '/user/export', undefined, guest)
    expect(JSON.stringify(body)).not.toMatch(/4711|"late"/)
  })

  test('refuses what is none, and strangers', async ({ t }) => {
    const { owner, id } = await paid(t)
    for (const [body, field] of [
      [{ contact: { phone: '1' } }, 'contact'],
      [{ expected_arrival: '25:00' }, 'expected_arrival'],
      [{ labels: ['1', '2', '3', '4', '5', '6'] }, 'labels'],
      [{ note: 'x'.repeat(5_001) }, 'note'],
      [{ check_in: '2030-01-01' }, 'check_in'],
    ] as const) {
      const refused = await change(t, owner, id, body)
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]])
    }
    const stranger = await t.user()
    expect((await change(t, stranger, id, { note: 'x' })).status).toBe(404)
    // A member of the team is the guest of their own stay, and nothing more.
    const { guest, owner: other, id: own } = await paid(t)
    await joins(t, other, 'desk', null, guest)
    expect((await change(t, actingFor(guest, other), own, { note: 'x' })).body.code).toBe('own_stay')
  })
})
