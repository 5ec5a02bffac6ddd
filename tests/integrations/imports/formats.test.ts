import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { calendar } from '../../support/calendars.ts'
import { importFile, problemsIn } from '../../support/imports.ts'

const HEAD = ['external_id', 'title', 'city_id', 'base_price', 'max_guests']
const ROW = ['A-1', 'Gîte à la ferme', '2988507', '100', '2']

const sendBytes = (t: TestApp, user: TestUser, bytes: Buffer, { type = 'text/csv', query = '' } = {}) =>
  t.call('POST', `/imports/properties${query}`, bytes, { token: user.token, headers: { 'content-type': type } })

const titles = async (t: TestApp) =>
  (await t.db<{ title: string }[]>`select title from properties where title like 'G%'`).map(({ title }) => title)

describe('a file of a spreadsheet', () => {
  test('has semicolons or tabs, a line `sep=`, and decimal commas where no comma separates', async ({ t }) => {
    const { owner, home } = await scene(t)
    const files = [
      [`sep=;`, `property_id;date;price`, `${home};${inDays(3)};77,5`],
      [`property_id;date;price`, `${home};${inDays(4)};78,25`],
      [`property_id\tdate\tprice`, `${home}\t${inDays(5)}\t79,1`],
      [`sep=,`, `property_id,date,price`, `${home},${inDays(6)},80.5`],
    ]
    for (const file of files)
      expect((await importFile(t, owner, 'calendar', file)).body.data, file[0]).toMatchObject({ changed: 1 })
    expect((await calendar(t, home, 3, 6)).map(({ price }) => price)).toEqual([77.5, 78.25, 79.1, 80.5])
    const ambiguous = ['property_id,date,price', `${home},${inDays(7)},"81,5"`]
    expect(problemsIn((await importFile(t, owner, 'calendar', ambiguous)).body.data)).toEqual([
      [2, 'price', 'invalid_amount'],
    ])
  })

  test('counts its rows as the spreadsheet does, which hides the line `sep=`', async ({ t }) => {
    const { owner, home } = await scene(t)
    const file = ['sep=;', 'property_id;date;price', `${home};${inDays(3)};much`]
    expect(problemsIn((await importFile(t, owner, 'calendar', file)).body.data)).toEqual([
      [2, 'price', 'invalid_amount'],
    ])
  })

  isolated('is in Windows-1252 where that is declared or certain, and refused where it is in doubt', async ({ t }) => {
    const owner = await t.user()
    const text = [HEAD, ROW].map((cells) => cells.join(',')).join('\r\n')
    const western = Buffer.from(text, 'latin1')
    for (const how of [
      {},
      { type: 'text/csv; charset=windows-1252' },
      { type: 'text/csv; charset="ISO-8859-1"' },
      { query: '?charset=windows-1252' },
    ]) {
      expect((await sendBytes(t, owner, western, how)).status, JSON.stringify(how)).toBe(200)
      expect(await titles(t)).toEqual(['Gîte à la ferme'])
    }
    const polish = Buffer.concat([Buffer.from(text.replace('à', 'a').replace('î', 'i'), 'latin1'), Buffer.from([0xb3])])
    for (const [bytes, how] of [
      [polish, {}],
      [western, { type: 'text/csv; charset=utf-8' }],
      [western, { type: 'text/csv; charset=utf-16' }],
      [western, { query: '?charset=nonsense' }],
      // Greek letters, as ISO-8859-7 has them.
      [Buffer.concat([Buffer.from(text.replaceAll(/[àî]/g, ''), 'latin1'), Buffer.from([0xe1, 0xe2, 0xe3])]), {}],
    ] as const) {
      const refused = await sendBytes(t, owner, bytes, how)
      expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['file']])
    }
  })

  test('has amounts of two decimals at most', async ({ t }) => {
    const { owner, home } = await scene(t)
    const days = ['property_id,date,price', `${home},${inDays(3)},77.125`]
    expect(problemsIn((await importFile(t, owner, 'calendar', days)).body.data)).toEqual([
      [2, 'price', 'amount_decimals'],
    ])
    const homes = [HEAD.join(','), 'A-1,T,2988507,100.999,2']
    expect(problemsIn((await importFile(t, owner, 'properties', homes)).body.data)).toEqual([
      [2, 'base_price', 'amount_decimals'],
    ])
    const change = await t.call('PUT', `/properties/${home}`, { base_price: 99.999 }, owner)
    expect([change.status, change.body.errors]).toEqual([400, { base_price: [{ code: 'amount_decimals' }] }])
    // The specification takes any number, so that it is rounded.
    const bulk = { action: 'set_price', start_date: inDays(3), end_date: inDays(3), price_per_night: 77.125 }
    expect((await t.call('POST', `/calendars/properties/${home}/bulk`, bulk, owner)).status).toBe(200)
    expect((await calendar(t, home, 3, 3))[0]?.price).toBe(77.13)
  })
})

describe('what the service writes', () => {
  test('is read again: an exported calendar sells and costs the same afterwards', async ({ t }) => {
    const owner = await t.user()
    const home = [HEAD.join(','), ROW.join(',')]
    const [{ property_id }] = (await importFile(t, owner, 'properties', home)).body.data.homes
    const days = ['external_id,from,to,price,min_stay,closed,reason', `A-1,${inDays(3)},${inDays(5)},77.5,3,true,works`]
    expect((await importFile(t, owner, 'calendar', days)).status).toBe(200)
    const csv = (await t.call('GET', `/exports/calendar.csv?property_id=${property_id}`, undefined, owner)).body
    const before = await calendar(t, property_id, 0, 90)
    const again = () => importFile(t, owner, 'calendar', String(csv).trimEnd().split('\r\n'))
    expect((await again()).body.data).toMatchObject({ rows: 91, problem_count: 0 })
    expect(await calendar(t, property_id, 0, 90)).toEqual(before)
    expect((await again()).body.data).toMatchObject({ changed: 0, unchanged: 91 })
    // Two names of two homes are no home.
    const other = await t.home(owner)
    const mixed = ['external_id,property_id,date,price', `A-1,${other},${inDays(3)},1`]
    expect(problemsIn((await importFile(t, owner, 'calendar', mixed)).body.data)).toEqual([
      [2, 'external_id', 'which_home'],
    ])
  })

  test('has the name of a home in imports, for its owner only', async ({ t }) => {
    const owner = await t.user()
    const [{ property_id }] = (await importFile(t, owner, 'properties', [HEAD.join(','), ROW.join(',')])).body.data
      .homes
    await t.db`update properties set status = 'published' where id = ${property_id}`
    const shown = async (user?: TestUser) =>
      (await t.call('GET', `/properties/${property_id}`, undefined, user)).body.data.external_id
    expect([await shown(owner), await shown(), await shown(await t.user())]).toEqual(['A-1', null, null])
    expect((await t.call('GET', '/properties/mine', undefined, owner)).body.data).toMatchObject([
      { external_id: 'A-1' },
    ])
    expect((await t.call('GET', '/mirror/properties', undefined, owner)).body.data).toMatchObject([
      { external_id: 'A-1' },
    ])
    const csv = String((await t.call('GET', '/exports/calendar.csv', undefined, owner)).body)
    expect(
      csv
        .split('\r\n')
        .slice(0, 2)
        .map((line) => line.split(',').at(-2)),
    ).toEqual(['external_id', 'A-1'])
    for (const name of ['reservations', 'payments'])
      expect(String((await t.call('GET', `/exports/${name}.csv`, undefined, owner)).body)).toContain(',external_id')
  })
})
