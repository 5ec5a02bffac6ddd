import { expect } from 'vitest'
import { queries } from '../../../src/platform/db/queries.ts'
import { inDays, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'
import { exported } from '../../support/exports.ts'
import { makeKey } from '../../support/keys.ts'
import { joins } from '../../support/team.ts'

const FILE = '/exports/tourist-tax.csv'

/** A stay that a company books by hand, confirmed at once. */
const stayOf = (t: TestApp, owner: TestUser, home: string, from: number, party: object) =>
  t.call(
    'POST',
    `/properties/${home}/reservations`,
    { check_in: inDays(from), check_out: inDays(from + 3), guest: { name: 'Ada' }, pay: 'later', ...party },
    owner,
  )

/** Two homes in a city that takes 1.65 of an adult and night, and three stays that end ten, ten and forty days from today. */
async function taxed(t: TestApp) {
  const admin = await t.user({ role: 'admin' })
  await t.call('PUT', `/cities/${PARIS}/tax`, { tax: { per_adult_night: 1.65 } }, admin)
  const owner = await t.user()
  const [first, second] = [await t.home(owner, { title: 'Un' }), await t.home(owner, { title: 'Deux' })]
  await stayOf(t, owner, first, 7, { adults: 2, children: 1, infants: 1 })
  await stayOf(t, owner, second, 7, { adults: 3 })
  await stayOf(t, owner, first, 37, { adults: 1 })
  return { owner, first, second, admin }
}

const sums = (t: TestApp, user: object, more = '') =>
  t.call('GET', `/exports/tourist-tax?from=${inDays(0)}&to=${inDays(60)}${more}`, undefined, user)

test('each stay is a row with its nights, exempt guests, rate and amount, by its day of departure', async ({ t }) => {
  const { owner, first } = await taxed(t)
  const { status, rows } = await exported(t, owner, `${FILE}?from=${inDays(10)}&to=${inDays(39)}`)
  expect(status).toBe(200)
  expect(rows).toHaveLength(2)
  expect(rows.find(({ property_id }) => property_id === first)).toMatchObject({
    ...{ property_title: 'Un', city: 'Paris', status: 'confirmed', source: 'direct', nights: '3', adults: '2' },
    ...{ exempt: '2', rate: '1.65', tourist_tax: '9.90', currency: 'EUR', check_out: inDays(10) },
  })
  const [last] = (await exported(t, owner, `${FILE}?from=${inDays(11)}`)).rows
  expect(last).toMatchObject({ adults: '1', tourist_tax: '4.95' })
})

test('totals are of all homes, also of those for which an answer has no room', async ({ t }) => {
  const { owner, first, second } = await taxed(t)
  const asked = { user_id: owner.id, homes: [first, second], from: inDays(0), to: inDays(60) }
  const parts = new Set(['as-owner', 'on-homes', 'left-from', 'left-to'] as const)
  const rows = await queries.exports.sumTouristTax(t.db, parts, { ...asked, limit: 2 })
  expect(rows.map(({ title, stays, tax_cents }) => [title, stays, tax_cents])).toEqual([
    [null, 3, 2_970],
    ['Deux', 1, 1_485],
  ])
})

test('the sums are those of the rows; cancelled stays owe nothing, and a channel collects its own', async ({ t }) => {
  const { owner, first, second } = await taxed(t)
  const given = (await stayOf(t, owner, second, 20, { adults: 1 })).body.data.reservation_id
  await t.call('POST', `/reservations/${given}/cancel`, { refund: 'all' }, owner)
  await t.db`update reservations set collected_by = 'channel' where property_id = ${second} and status = 'confirmed'`
  const { homes, totals } = (await sums(t, owner)).body.data
  expect(homes).toMatchObject([
    {
      property_id: second,
      stays: 1,
      nights: 3,
      adult_nights: 9,
      exempt_nights: 0,
      tourist_tax: 0,
      tourist_tax_by_channels: 14.85,
    },
    {
      property_id: first,
      stays: 2,
      nights: 6,
      adult_nights: 9,
      exempt_nights: 6,
      tourist_tax: 14.85,
      tourist_tax_by_channels: 0,
    },
  ])
  expect(totals).toEqual([
    {
      currency: 'EUR',
      stays: 3,
      nights: 9,
      adult_nights: 18,
      exempt_nights: 6,
      tourist_tax: 14.85,
      tourist_tax_by_channels: 14.85,
    },
  ])
  const { rows } = await exported(t, owner, FILE)
  const total = rows.reduce((sum, { tourist_tax }) => sum + Math.round(Number(tourist_tax) * 100), 0)
  expect(total).toBe(2 * 1485)
  const [one] = (await sums(t, owner, `&property_id=${first}`)).body.data.homes
  expect(one.stays).toBe(2)
})

test('is read by the accountant and by keys with the scopes, for their homes, and by nobody else', async ({ t }) => {
  const { owner, first } = await taxed(t)
  const accountant = await joins(t, owner, 'accountant', [first])
  expect((await exported(t, accountant, FILE)).rows.map(({ property_id }) => property_id)).toEqual([first, first])
  expect((await sums(t, accountant)).body.data.homes).toHaveLength(1)
  const key = await makeKey(t, owner, { name: 'k', scopes: ['exports.read', 'payments.read'] })
  expect((await sums(t, { token: key.token })).body.data.homes).toHaveLength(2)
  const desk = await joins(t, owner, 'desk')
  expect((await sums(t, desk)).body.code).toBe('scope_missing')
  const stranger = await t.user()
  expect((await sums(t, stranger)).body.data).toEqual({ homes: [], totals: [] })
  expect((await exported(t, stranger, FILE)).rows).toEqual([])
  expect((await sums(t, {})).status).toBe(401)
})

test('a range is needed, in order, and of 400 days at most', async ({ t }) => {
  const owner = await t.user()
  const asked = async (query: string) => (await t.call('GET', `/exports/tourist-tax${query}`, undefined, owner)).status
  expect(await asked('')).toBe(400)
  expect(await asked(`?from=${inDays(2)}&to=${inDays(1)}`)).toBe(400)
  expect(await asked(`?from=${inDays(0)}&to=${inDays(401)}`)).toBe(400)
  expect(await asked(`?from=${inDays(0)}&to=${inDays(400)}`)).toBe(200)
  expect(await asked(`?from=yesterday&to=${inDays(1)}`)).toBe(400)
  expect(await asked(`?from=${inDays(0)}&to=${inDays(1)}&property_id=1`)).toBe(400)
})
