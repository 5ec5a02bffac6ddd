import { expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { alone, inDays, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { exported } from '../../support/exports.ts'
import { feed } from '../../support/feed.ts'
import { makeKey } from '../../support/keys.ts'
import { paid } from '../../support/payments.ts'
import { shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

const MARCO = {
  ...{ last_name: 'Rossi', first_name: 'Marco', birth_date: '1984-05-17', birth_place: 'Torino', nationality: 'IT' },
  ...{ address: 'Via Po 12', city: 'Torino', country: 'IT', phone: '+39 011 555 0100', email: 'marco@example.org' },
}
const FRENCH = { nationality: 'FR' }

type Person = Pick<TestUser, 'token'> & { headers?: Record<string, string> }
const read = (t: TestApp, user: Person, id: number) => t.call('GET', `/reservations/${id}/guests`, undefined, user)
const write = (t: TestApp, user: Person, id: number, travellers: object[]) =>
  t.call('PUT', `/reservations/${id}/guests`, { travellers }, user)
const audited = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/audit', undefined, user)).body.data
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('travellers.'))

test('travellers are written and read by the guest and the company, encrypted, and each reading is audited', async ({
  t,
}) => {
  const { owner, guest, id } = await paid(t)
  const empty = (await read(t, guest, id)).body.data
  expect(empty).toMatchObject({
    country_id: 'FR',
    people: 2,
    kept_until: inDays(33 + 183),
    written_at: null,
    travellers: [],
  })
  expect(empty.asked).toHaveLength(10)
  // There was nothing to read.
  expect(await audited(t, owner)).toEqual([])
  const written = await write(t, guest, id, [MARCO, FRENCH])
  expect([written.status, written.body.data.travellers]).toEqual([200, [MARCO, FRENCH]])
  expect((await read(t, guest, id)).body.data).toEqual(written.body.data)
  expect((await read(t, owner, id)).body.data.travellers).toEqual([MARCO, FRENCH])
  expect(await audited(t, owner)).toEqual(['travellers.read', 'travellers.read', 'travellers.written'])
  const [row] = await t.db<{ sealed: Buffer; entries: string }[]>`
    select sealed, (select jsonb_agg(data)::text from audit_entries) as entries from travellers where reservation_id = ${id}`
  for (const text of ['Rossi', 'Torino', 'YA1'])
    expect(`${row?.sealed.toString('latin1')}${row?.entries}`).not.toContain(text)

  // It is in no event, list, export or copy of an account.
  const places = [
    (await feed(t, owner)).events,
    (await t.call('GET', '/reservations?as=owner', undefined, owner)).body,
    (await exported(t, owner, '/exports/reservations.csv')).body,
    (await t.call('GET', '/user/export', undefined, guest)).body,
  ]
  expect(JSON.stringify(places)).not.toContain('Torino')
  expect((await write(t, owner, id, [])).body.data.travellers).toEqual([])
  expect(await t.db`select from travellers where reservation_id = ${id}`).toHaveLength(0)
})

test('a list has what the country asks, of at most the people of a stay that takes place', async ({ t }) => {
  const { owner, guest, home, id } = await paid(t)
  const { city: _, ...incomplete } = MARCO
  const wrong: [object[], string[]][] = [
    [[MARCO, FRENCH, FRENCH], ['travellers']],
    [[incomplete], ['travellers.0.city']],
    [[{ ...FRENCH, last_name: 'Durand' }], ['travellers.0.last_name']],
    [[FRENCH, { ...MARCO, document_number: 'YA1' }], ['travellers.1.document_number']],
    [[{}], ['travellers.0.nationality']],
    [[{ nationality: 'Italy' }], ['travellers.0.nationality']],
    [[{ nationality: 'ZZ' }], ['travellers.0.nationality']],
    [[{ ...MARCO, country: 'QQ' }], ['travellers.0.country']],
    [[{ ...MARCO, birth_date: inDays(40) }], ['travellers.0.birth_date']],
    [[{ ...MARCO, email: 'x' }], ['travellers.0.email']],
    [[{ ...MARCO, room: '1' }], ['travellers.0.room']],
  ]
  for (const [travellers, fields] of wrong) {
    const { status, body } = await write(t, guest, id, travellers)
    expect([travellers, status, Object.keys(body.errors ?? {}).slice(0, 1)]).toEqual([travellers, 400, fields])
  }
  const { reservation_id: held } = (await book(t, guest, stay(home, 60))).body.data
  expect((await write(t, guest, held, [MARCO])).body.code).toBe('not_confirmed')
  expect((await read(t, owner, held)).body.code).toBe('not_confirmed')
  // Only listed countries are known.
  await t.db`update properties set country_id = 'NL' where id = ${home}`
  expect((await read(t, owner, id)).body.data).toMatchObject({
    known: false,
    asked: [],
    kept_until: null,
    travellers: [],
  })
  expect((await write(t, owner, id, [FRENCH])).body.errors.travellers[0].code).toBe('not_known_here')
  expect((await write(t, owner, id, [])).status).toBe(200)
})

alone('a list from before 0.3 is enabled stays as it was, and the next one has what is asked then', async ({ t }) => {
  const { owner, home, id } = await paid(t)
  await t.db`update properties set country_id = 'IT' where id = ${home}`
  const enabled = await t.db`delete from enabled_releases returning *`
  const papers = { document_type: 'passport', document_number: 'YA1', document_country: 'IT' }
  const { address: _a, city: _c, country: _o, phone: _p, email: _e, ...born } = { ...MARCO, sex: 'male' }
  const list = [
    { ...born, ...papers },
    { ...born, first_name: 'Luca' },
  ]
  expect((await write(t, owner, id, list)).body.data.travellers).toEqual(list)
  await t.db`insert into enabled_releases ${t.db(enabled)}`
  expect((await read(t, owner, id)).body.data.travellers).toEqual(list)
  expect(Object.keys((await write(t, owner, id, list)).body.errors)).toEqual(
    expect.arrayContaining(['travellers.0.birth_country', 'travellers.1.document_number']),
  )
})

test('whoever has no business with travellers has no way to them', async ({ t }) => {
  const { owner, home, id } = await paid(t)
  await write(t, owner, id, [MARCO])
  const desk = await joins(t, owner, 'desk', [home])
  expect((await read(t, desk, id)).body.data.travellers).toEqual([MARCO])
  const key = await makeKey(t, owner, { scopes: ['register.read', 'exports.read'], property_ids: [home] })
  expect((await read(t, key, id)).status).toBe(200)
  expect((await write(t, key, id, [MARCO])).body.code).toBe('scope_missing')
  const elsewhere = await makeKey(t, owner, { scopes: ['register.read'], property_ids: [await t.home(owner)] })
  const refused: [Person, number][] = [
    [await joins(t, owner, 'cleaner', [home]), 403],
    [await joins(t, owner, 'owner', [home]), 403],
    [await joins(t, owner, 'accountant', [home]), 403],
    [await t.user({ role: 'support' }), 403],
    [await t.user({ role: 'admin' }), 403],
    [await makeKey(t, owner, { scopes: ['reservations.read', 'guests.read', 'exports.read'] }), 403],
    [elsewhere, 404],
    [await t.user(), 404],
  ]
  for (const [person, status] of refused) {
    expect((await read(t, person, id)).status).toBe(status)
    expect((await write(t, person, id, [FRENCH])).status).toBeGreaterThanOrEqual(403)
  }
})

test('the export has a row for each traveller by the day of arrival, and an audit entry for each stay', async ({
  t,
}) => {
  const { owner, home, id } = await paid(t)
  const { adults, check_in, check_out } = stay(home, 50)
  const byHand = { adults, check_in, check_out, guest: { name: 'Ada' }, pay: 'later' }
  const { reservation_id: later } = (await t.call('POST', `/properties/${home}/reservations`, byHand, owner)).body.data
  await write(t, owner, id, [MARCO, FRENCH])
  await write(t, owner, later, [FRENCH])
  const path = (query: string) => `/exports/register.csv${query}`
  const { rows } = await exported(t, owner, path(''))
  expect(rows.map((row) => [row.reservation_id, row.traveller, row.last_name, row.nationality])).toEqual([
    [String(id), '1', 'Rossi', 'IT'],
    [String(id), '2', '', 'FR'],
    [String(later), '1', '', 'FR'],
  ])
  expect(rows[0]).toMatchObject({ property_id: home, property_country: 'FR', check_in: inDays(30), city: 'Torino' })
  expect((await audited(t, owner)).slice(0, 2)).toEqual(['travellers.read', 'travellers.read'])
  expect((await exported(t, owner, path(`?from=${inDays(31)}&to=${inDays(50)}`))).rows).toHaveLength(1)
  const signed = await t.call('POST', '/exports', { export: 'register', to: inDays(40) }, owner)
  const address = new URL(signed.body.data.url)
  expect((await exported(t, undefined, path(address.search))).rows).toHaveLength(2)
  // The staff have their own homes only.
  expect((await exported(t, await t.user({ role: 'admin' }), path(''))).rows).toEqual([])
  expect((await exported(t, await joins(t, owner, 'accountant'), path(''))).status).toBe(403)
})

alone('travellers leave with the term of their country, with their stay and with their guest', async ({ t }) => {
  const { owner, guest, home, id } = await paid(t)
  await write(t, owner, id, [MARCO])
  const left = async () => (await t.db`select reservation_id from travellers`).length
  const sweep = async () => {
    await housekeeping.run(t.app, {})
    return left()
  }
  await shift(t, id, -186)
  expect(await sweep()).toBe(1)
  await shift(t, id, -187)
  expect(await sweep()).toBe(0)
  // Germany counts from the arrival.
  await t.db`update properties set country_id = 'DE' where id = ${home}`
  const { phone: _p, email: _e, birth_place: _b, ...german } = MARCO
  await shift(t, id, -366, 10)
  expect((await write(t, owner, id, [{ ...german, document_number: 'YA1' }])).status).toBe(200)
  expect(await sweep()).toBe(1)
  await shift(t, id, -367, 10)
  expect(await sweep()).toBe(0)
  await t.db`update properties set country_id = 'FR' where id = ${home}`
  await shift(t, id, 30)
  await write(t, owner, id, [MARCO])
  await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
  expect((await read(t, owner, id)).body.code).toBe('not_confirmed')
  expect(await sweep()).toBe(0)

  const { id: past } = await paid(t)
  await t.db`update reservations set guest_id = ${guest.id} where id = ${past}`
  await t.db`update reservations set status = 'completed' where id = ${past}`
  await shift(t, past, -20)
  expect((await write(t, guest, past, [MARCO])).status).toBe(200)
  await shift(t, id, -30)
  expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)).status).toBe(200)
  expect(await left()).toBe(0)
})

alone('a list whose key is lost is said to be unreadable, and can be written again', async ({ t }) => {
  const { owner, id } = await paid(t)
  await write(t, owner, id, [MARCO])
  const keys = { registerKey: 'k'.repeat(32), registerPreviousKeys: ['j'.repeat(32)] }
  // A key that is set later opens what the secret of tokens has encrypted.
  Object.assign(t.app.config, keys)
  expect((await read(t, owner, id)).body.data.travellers).toEqual([MARCO])
  await write(t, owner, id, [MARCO])
  Object.assign(t.app.config, { registerKey: 'n'.repeat(32), registerPreviousKeys: ['k'.repeat(32)] })
  expect((await read(t, owner, id)).status).toBe(200)
  Object.assign(t.app.config, { registerPreviousKeys: [] })
  expect((await read(t, owner, id)).body.code).toBe('register_unreadable')
  expect((await exported(t, owner, '/exports/register.csv')).rows).toMatchObject([
    { reservation_id: String(id), traveller: '', last_name: '' },
  ])
  expect((await write(t, owner, id, [MARCO])).status).toBe(200)
  expect((await read(t, owner, id)).status).toBe(200)
})

test('a list that is written while its stay is cancelled does not outlive it', async ({ t }) => {
  const { owner, guest, id } = await paid(t)
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => write(t, owner, id, [MARCO])),
    t.call('POST', `/reservations/${id}/cancel`, {}, guest),
    ...Array.from({ length: 6 }, () => write(t, guest, id, [FRENCH])),
  ])
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
  expect((await read(t, owner, id)).body.code).toBe('not_confirmed')
  await housekeeping.run(t.app, {})
  expect(await t.db`select from travellers where reservation_id = ${id}`).toHaveLength(0)
})
