import { expect } from 'vitest'
import { inDays, isolated, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'
import { exported } from '../../support/exports.ts'
import { importFile, problemsIn } from '../../support/imports.ts'

/** A home in a city that takes 1 of an adult and night. */
async function taxed(t: TestApp) {
  const admin = await t.user({ role: 'admin' })
  await t.call('PUT', `/cities/${PARIS}/tax`, { tax: { per_adult_night: 1 } }, admin)
  const owner = await t.user()
  const home = await t.home(owner, { base_price: 100 })
  const put = (tourist_tax: unknown) => t.call('PUT', `/properties/${home}`, { tourist_tax }, owner)
  return { owner, home, put }
}

/** The tax of three nights of two adults and a child, in the quote and in the search. */
async function taxOf(t: TestApp, home: string): Promise<[quoted: number, found: number]> {
  const stay = { check_in: inDays(10), check_out: inDays(13), adults: 2, children: 1 }
  const { body } = await t.call('POST', '/quotes', { property_id: home, ...stay })
  const line = body.data.lines.find(({ code }: { code: string }) => code === 'tourist_tax')
  const query = new URLSearchParams({ ...stay, adults: '2', children: '1', city_id: PARIS }).toString()
  const [hit] = (await t.call('GET', `/properties/search?${query}`)).body.data
  return [line?.amount ?? 0, hit.price_total - 300]
}

const stayAt = (t: TestApp, owner: TestUser, home: string, from: number) =>
  t.call(
    'POST',
    `/properties/${home}/reservations`,
    { check_in: inDays(from), check_out: inDays(from + 2), adults: 1, guest: { name: 'Ada' }, pay: 'later' },
    owner,
  )

isolated('a home’s own tax prevails over that of its city, in quotes and in the search', async ({ t }) => {
  const { home, put } = await taxed(t)
  expect(await taxOf(t, home)).toEqual([6, 6])
  const cases = [
    [{ per_adult_night: 2.5 }, [15, 15], { per_adult_night: 2.5, percent: null, cap: null }],
    [{ percent: 3 }, [6, 6], { per_adult_night: null, percent: 3, cap: null }],
    [{ percent: 30, cap: 4.5 }, [27, 27], { per_adult_night: null, percent: 30, cap: 4.5 }],
    [{ per_adult_night: 0 }, [0, 0], { per_adult_night: 0, percent: null, cap: null }],
    [null, [6, 6], null],
  ] as const
  for (const [tax, expected, shown] of cases) {
    const { status, body } = await put(tax)
    expect([status, body.data.tourist_tax]).toEqual([200, shown])
    expect([tax, await taxOf(t, home)]).toEqual([tax, expected])
  }
})

test('a tax that is two, a cap alone and a wrong amount are refused', async ({ t }) => {
  const { put } = await taxed(t)
  for (const [tax, field] of [
    [{ per_adult_night: 1, percent: 1 }, 'tourist_tax.per_adult_night'],
    [{}, 'tourist_tax.per_adult_night'],
    [{ per_adult_night: 1, cap: 1 }, 'tourist_tax.cap'],
    [{ per_adult_night: 1.001 }, 'tourist_tax.per_adult_night'],
    [{ percent: 101 }, 'tourist_tax.percent'],
    [{ per_adult_night: 1, per_child: 1 }, 'tourist_tax.per_child'],
    [5, 'tourist_tax'],
  ] as const) {
    const { status, body } = await put(tax)
    expect([tax, status, Object.keys(body.data)]).toEqual([tax, 400, [field]])
  }
})

test('a stay keeps the tax that it was sold with, and the export names its rate', async ({ t }) => {
  const { owner, home, put } = await taxed(t)
  await put({ per_adult_night: 2.5 })
  await stayAt(t, owner, home, 5)
  await put(null)
  await stayAt(t, owner, home, 10)
  const { rows } = await exported(t, owner, '/exports/tourist-tax.csv')
  expect(rows.map(({ rate, tourist_tax }) => [rate, tourist_tax])).toEqual([
    ['2.50', '5.00'],
    ['1.00', '2.00'],
  ])
})

test('a change of the tax is in the audit', async ({ t }) => {
  const { owner, put } = await taxed(t)
  await put({ percent: 5, cap: 4 })
  const { body } = await t.call('GET', '/audit', undefined, owner)
  expect(body.data[0]).toMatchObject({
    action: 'property.prices',
    changes: { tax_percent_hundredths: [null, '500'], tax_cap_cents: [null, '400'] },
  })
})

test('a file of homes has the tax as an amount, or as a percentage with a cap', async ({ t }) => {
  const { owner, home } = await taxed(t)
  await t.db`insert into imported_homes ${t.db({ owner_id: owner.id, external_id: 'A', property_id: home })}`
  const send = (cell: string) => importFile(t, owner, 'properties', ['external_id;tourist_tax', `A;${cell}`])
  for (const [cell, tax] of [
    ['1,65', { per_adult_night: 1.65, percent: null, cap: null }],
    ['5%', { per_adult_night: null, percent: 5, cap: null }],
    ['2,5 % max 4.30', { per_adult_night: null, percent: 2.5, cap: 4.3 }],
  ] as const) {
    expect((await send(cell)).body.data).toMatchObject({ updated: 1 })
    expect((await send(cell)).body.data).toMatchObject({ unchanged: 1 })
    expect((await t.call('GET', `/properties/${home}`)).body.data.tourist_tax).toEqual(tax)
  }
  for (const cell of ['x', '5% max', '1.001'])
    expect([cell, problemsIn((await send(cell)).body.data).map(([row, column]) => [row, column])]).toEqual([
      cell,
      [[2, 'tourist_tax']],
    ])
})
