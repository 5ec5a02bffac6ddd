import { expect } from 'vitest'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { conflictsOf, dismiss, disputed, notifiedOf } from '../../support/conflicts.ts'
import { calendarOf, closed, ical, importAgain, shared, test } from '../../support/feeds.ts'

const feedOf = async (t: TestApp, owner: TestUser, home: string) => (await shared(t, owner, home)).feeds[0]
const nights = (from: number, until: number) => ({ check_in: inDays(from), check_out: inDays(until) })
const byHand = (t: TestApp, owner: TestUser, home: string, from: number, until: number) =>
  t.call(
    'POST',
    `/properties/${home}/reservations`,
    { ...nights(from, until), guest: { name: 'Ada' }, pay: 'later', force_rules: true },
    owner,
  )

test('an event becomes a stay in one call, which takes it over until it leaves its platform', async ({
  t,
  platform,
}) => {
  const { owner, guest, home, says } = await disputed(t, platform)
  await says(calendarOf([20, 24], [30, 32]))
  const { id } = await feedOf(t, owner, home)
  const events = () => t.call('GET', ical(home, `/feeds/${id}/events`), undefined, owner)
  expect((await events()).body.data).toEqual([
    { ...nights(20, 24), is_block: false, is_echo: false, reservation_id: null },
    { ...nights(30, 32), is_block: false, is_echo: false, reservation_id: null },
  ])
  const write = (body: object, user = owner, feed = id) =>
    t.call('POST', ical(home, `/feeds/${feed}/stays`), body, user)
  const wanted = { ...nights(20, 24), guest: { name: 'Ada Lovelace' }, total: 480 }
  expect((await write({ ...wanted, ...nights(20, 23) })).status).toBe(404)
  expect((await write(wanted, owner, 999_999)).status).toBe(404)
  expect((await write(wanted, guest)).status).toBe(403)
  expect((await write({ ...nights(20, 24), guest: {} })).body.errors).toHaveProperty('guest.name')
  const written = await write(wanted)
  expect([written.status, (await write(wanted)).status]).toEqual([201, 409])
  const { reservation_id } = written.body.data
  const stay = (await t.call('GET', `/reservations/${reservation_id}`, undefined, owner)).body.data
  expect(stay).toMatchObject({ status: 'confirmed', source: 'channel', payment_status: null })
  expect((await events()).body.data[0]).toMatchObject({ reservation_id })
  await importAgain(t)
  expect(await conflictsOf(t, owner, home)).toEqual([])
  expect(await closed(t, home)).toEqual([[inDays(30), inDays(31)]])
  expect(await notifiedOf(t, owner, 'calendar_conflict')).toEqual([])

  await says(calendarOf([30, 32]))
  await importAgain(t)
  const [gone] = await conflictsOf(t, owner, home)
  expect(gone).toMatchObject({ kind: 'gone', reservation_id, ...nights(20, 24), feed: 'Airbnb' })
  expect(await notifiedOf(t, owner, 'event_gone')).toMatchObject([{ data: { reservation_id, feed: 'Airbnb' } }])
  const desk = (await t.call('GET', '/desk', undefined, owner)).body.data.conflicts
  expect(desk).toMatchObject({ total: 1, items: [{ kind: 'gone', reservation_id }] })
  // The company cancels it, as no connection will.
  const cancelled = await t.call(
    'POST',
    `/reservations/${reservation_id}/cancel`,
    { reason: 'gone', done_at_channel: true, refund: 'by_terms' },
    owner,
  )
  expect([cancelled.status, cancelled.body.errors]).toEqual([200, undefined])
  await importAgain(t)
  expect(await conflictsOf(t, owner, home)).toEqual([])
})

test('a booking by telephone that equals an event is that event, whichever was first', async ({ t, platform }) => {
  const { owner, home, says } = await disputed(t, platform)
  await says(calendarOf([20, 24]))
  expect((await byHand(t, owner, home, 20, 24)).status).toBe(201)
  expect((await byHand(t, owner, home, 30, 33)).status).toBe(201)
  await says(calendarOf([20, 24], [30, 33]))
  expect(await conflictsOf(t, owner, home)).toEqual([])
  // Other nights than those that were written down are a conflict.
  await says(calendarOf([20, 24], [30, 34]))
  expect(await conflictsOf(t, owner, home)).toMatchObject([{ kind: 'certain', start_date: inDays(30) }])
})

test('a stay that is kept although its event has gone is not asked about again, and one that comes back is', async ({
  t,
  platform,
}) => {
  const { owner, home, says } = await disputed(t, platform)
  await says(calendarOf([20, 24]))
  await byHand(t, owner, home, 20, 24)
  await says(calendarOf())
  const [{ id, kind }] = await conflictsOf(t, owner, home)
  expect(kind).toBe('gone')
  expect((await dismiss(t, owner, home, id, { reason: 'they pay here now' })).status).toBe(200)
  await importAgain(t)
  expect(await conflictsOf(t, owner, home)).toEqual([])
  await says(calendarOf([20, 24]))
  await says(calendarOf())
  expect(await conflictsOf(t, owner, home)).toMatchObject([{ kind: 'gone' }])
  expect(await notifiedOf(t, owner, 'event_gone')).toHaveLength(1)
})

test('a website with a key sells the nights of an event twice, and is no event', async ({ t, platform }) => {
  const { owner, home, says } = await disputed(t, platform)
  await says(calendarOf([20, 24]))
  const key = (
    await t.call('POST', '/api-keys', { name: 'site', scopes: ['reservations.write', 'properties.read'] }, owner)
  ).body.data
  const booked = await byHand(t, { ...owner, token: key.secret ?? key.key }, home, 20, 24)
  expect(booked.status).toBe(201)
  await importAgain(t)
  expect(await conflictsOf(t, owner, home)).toMatchObject([{ kind: 'possible' }])
})

test('an event that is shortened stays its stay, and is asked about when it leaves', async ({ t, platform }) => {
  const { owner, home, says } = await disputed(t, platform)
  await says(calendarOf([20, 25]))
  await byHand(t, owner, home, 20, 25)
  await says(calendarOf([20, 23]))
  expect(await conflictsOf(t, owner, home)).toMatchObject([{ kind: 'possible' }])
  await says(calendarOf())
  expect(await conflictsOf(t, owner, home)).toMatchObject([
    { kind: 'gone', start_date: inDays(20), end_date: inDays(24) },
  ])
})

test('a stay that was written down stays its event while the guest is in the house', async ({ t, platform }) => {
  const { owner, home, says } = await disputed(t, platform)
  await says(calendarOf([1, 5]))
  await byHand(t, owner, home, 1, 5)
  await t.db`update reservations set check_in = check_in - 4 where property_id = ${home} and is_written_down`
  await t.db`
    update occupancy o set stay = daterange(r.check_in, r.check_out) from reservations r
    where r.id = o.reservation_id and r.property_id = ${home} and r.is_written_down`
  await says(calendarOf([-3, 5]))
  expect(await conflictsOf(t, owner, home)).toEqual([])
  const { id } = await feedOf(t, owner, home)
  const events = (await t.call('GET', ical(home, `/feeds/${id}/events`), undefined, owner)).body.data
  expect(events).toMatchObject([{ reservation_id: expect.any(Number) }])
})

test('a feed that is read differently by its owner is believed at once', async ({ t, platform }) => {
  const { owner, home, says } = await disputed(t, platform)
  await says(calendarOf([20, 24]).replace('SUMMARY:Reserved', 'SUMMARY:Airbnb (Not available)'))
  expect(await closed(t, home)).toHaveLength(1)
  const { id } = await feedOf(t, owner, home)
  await t.call('PATCH', ical(home, `/feeds/${id}`), { ignore_blocks: true }, owner)
  await t.drain()
  expect(await closed(t, home)).toEqual([])
  expect((await t.mails(owner.email)).filter(({ subject }) => /vid/.test(subject))).toEqual([])
})
