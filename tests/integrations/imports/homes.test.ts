import { describe, expect } from 'vitest'
import { lockQuota } from '../../../src/accounts/quotas/quotas.ts'
import { transaction } from '../../../src/platform/db/client.ts'
import { PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'
import { importFile, problemsIn } from '../../support/imports.ts'

const HEADER = 'external_id,title,city_id,base_price,max_guests'
const FILE = [HEADER, `A,First,${PARIS},100,4`, `B,Second,${PARIS},80.5,2`]

/** A cell that is wrong, and what is said of it. */
type Wrong = [column: string, cell: string, code: string]

const homesOf = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/properties/mine', undefined, user)).body.data
    .map(({ title, base_price }: { title: string; base_price: number }) => [title, base_price])
    .toSorted()

describe('homes from a file', () => {
  test('are created once, changed where they differ, and left alone otherwise', async ({ t }) => {
    const owner = await t.user()
    const trial = await importFile(t, owner, 'properties', FILE, { isTrial: true })
    expect([trial.status, trial.body.data]).toMatchObject([
      200,
      {
        ...{ dry_run: true, rows: 2, created: 2, updated: 0, unchanged: 0, problem_count: 0, problems: [] },
        homes: [
          { row: 2, external_id: 'A', property_id: null, outcome: 'created' },
          { row: 3, external_id: 'B', property_id: null, outcome: 'created' },
        ],
      },
    ])
    expect(await homesOf(t, owner)).toEqual([])
    const first = await importFile(t, owner, 'properties', FILE)
    expect(first.body.data).toMatchObject({ dry_run: false, created: 2 })
    expect(await homesOf(t, owner)).toEqual([
      ['First', 100],
      ['Second', 80.5],
    ])
    const told = await t.db`select updated_at from properties where owner_id = ${owner.id} order by id`
    const again = await importFile(t, owner, 'properties', FILE)
    expect(again.body.data).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await t.db`select updated_at from properties where owner_id = ${owner.id} order by id`).toEqual(told)
    const [{ property_id }] = first.body.data.homes
    const next = await importFile(t, owner, 'properties', ['base_price,external_id', '101,A', '80.5,B'])
    expect(next.body.data).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect(next.body.data.homes[0]).toEqual({ row: 2, external_id: 'A', property_id, outcome: 'updated' })
  })

  test('have the fields of a home, whatever the spreadsheet', async ({ t }) => {
    const owner = await t.user()
    const values: Record<string, string> = {
      ...{ external_id: 'A', title: "'=Été", description: '"deux\nlignes; ""vues"""', property_type: 'house' },
      ...{ room_type: 'entire_home', city_id: PARIS, address: '1 rue', latitude: '48.85', longitude: '2.35' },
      ...{ timezone: 'Europe/Paris', currency: 'EUR', max_guests: '4', included_guests: '2', bedrooms: '2', beds: '3' },
      ...{ bathrooms: '1', amenities: 'wifi|pool', base_price: '100', weekend_price: '120.5', weekend_days: '5|6' },
      ...{ cleaning_fee: '10', extra_guest_fee: '5', security_deposit: '200', deposit_percent: '30' },
      ...{ balance_due_days: '20', min_stay: '2', max_stay: '30', lead_time_days: '1', booking_window_days: '365' },
      ...{ instant_book: 'false', cancellation_policy: 'strict', check_in_time: '15:00', check_out_time: '10:00' },
      ...{ owner_days: '60', tourist_tax: '5% max 4.5', registration_number: 'R1', status: 'draft' },
    }
    const names = Object.keys(values)
    const cells = Object.values(values)
    const file = [`\ufeff${names.join(';')}`, cells.join(';'), '']
    const made = await importFile(t, owner, 'properties', file)
    expect([made.status, made.body.data]).toMatchObject([200, { created: 1 }])
    const { body } = await t.call('GET', `/properties/${made.body.data.homes[0].property_id}`, undefined, owner)
    expect(body.data).toMatchObject({
      ...{ title: '=Été', description: 'deux\nlignes; "vues"', amenities: ['wifi', 'pool'], weekend_days: [5, 6] },
      ...{ weekend_price: 120.5, instant_book: false, check_in_time: '15:00', status: 'draft', security_deposit: 200 },
      ...{ owner_days: 60, registration_number: 'R1', tourist_tax: { per_adult_night: null, percent: 5, cap: 4.5 } },
    })
    expect((await importFile(t, owner, 'properties', file)).body.data).toMatchObject({ unchanged: 1 })
  })

  test('that are wrong are named, each cell, and nothing is done', async ({ t }) => {
    const owner = await t.user()
    const wrong: Wrong[] = [
      ...([
        ['title', `"a\nb"`, 'invisible'],
        ['property_type', 'castle', 'not_one_of'],
      ] satisfies Wrong[]),
      ...([
        ['city_id', '1', 'unknown'],
        ['latitude', '91', 'too_high'],
        ['longitude', '1;2', 'invalid_number'],
      ] satisfies Wrong[]),
      ...([
        ['timezone', 'Mars/Base', 'unknown'],
        ['currency', 'XXX', 'not_one_of'],
      ] satisfies Wrong[]),
      ...([
        ['max_guests', '2.5', 'not_whole'],
        ['included_guests', '9', 'guest_range'],
      ] satisfies Wrong[]),
      ...([
        ['bedrooms', 'two', 'invalid_number'],
        ['beds', '-1', 'too_low'],
        ['bathrooms', '1e1', 'invalid_number'],
      ] satisfies Wrong[]),
      ...([
        ['amenities', 'wifi|lava', 'not_one_of'],
        ['base_price', '"100,5"', 'invalid_amount'],
      ] satisfies Wrong[]),
      ...([
        ['weekend_price', '-1', 'too_low'],
        ['weekend_days', '8', 'too_high'],
      ] satisfies Wrong[]),
      ...([
        ['cleaning_fee', '=1', 'invalid_amount'],
        ['extra_guest_fee', 'x', 'invalid_amount'],
      ] satisfies Wrong[]),
      ...([
        ['security_deposit', 'x', 'invalid_amount'],
        ['deposit_percent', '101', 'too_high'],
      ] satisfies Wrong[]),
      ...([
        ['balance_due_days', '-1', 'too_low'],
        ['min_stay', '0', 'too_low'],
        ['max_stay', 'x', 'invalid_number'],
      ] satisfies Wrong[]),
      ...([
        ['lead_time_days', '999', 'too_high'],
        ['booking_window_days', '0', 'too_low'],
      ] satisfies Wrong[]),
      ...([
        ['instant_book', 'maybe', 'not_boolean'],
        ['cancellation_policy', 'x', 'not_one_of'],
      ] satisfies Wrong[]),
      ...([
        ['check_in_time', '25:00', 'invalid_time'],
        ['check_out_time', 'noon', 'invalid_time'],
      ] satisfies Wrong[]),
      ...([
        ['status', 'archived', 'not_one_of'],
        ['description', 'a\0b', 'invalid_text'],
      ] satisfies Wrong[]),
      ...([
        ['neighborhood_id', '9', 'in_city'],
        ['address', `"a\nb"`, 'invisible'],
      ] satisfies Wrong[]),
    ]
    const columns = wrong.map(([column]) => column)
    const right: Record<string, string> = { title: 'T', city_id: PARIS, base_price: '100', max_guests: '4' }
    const rows = wrong.map(([column, cell], index) =>
      [index, ...columns.map((name) => (name === column ? cell : (right[name] ?? '')))].join(),
    )
    const file = [['external_id', ...columns].join(), ...rows]
    const trial = await importFile(t, owner, 'properties', file, { isTrial: true, locale: 'en' })
    expect(trial.status).toBe(200)
    expect(problemsIn(trial.body.data)).toEqual(wrong.map(([column, , code], index) => [index + 2, column, code]))
    expect(trial.body.data.problems[1]).toEqual({
      ...{ row: 3, column: 'property_type', value: 'castle', code: 'not_one_of' },
      ...{ values: expect.arrayContaining(['house']), message: expect.stringMatching(/^Unknown value/) },
    })
    const refused = await importFile(t, owner, 'properties', [...file, `Z,Good`], { locale: 'en' })
    expect([refused.status, refused.body.code, refused.body.data.problem_count]).toEqual([400, 'bad_cells', 36])
    expect(await homesOf(t, owner)).toEqual([])
  })

  test('need their columns, their names and no more', async ({ t }) => {
    const owner = await t.user()
    const codes = async (...lines: string[]) =>
      problemsIn((await importFile(t, owner, 'properties', lines, { isTrial: true })).body.data)
    expect(await codes('title,colour,title', 'x')).toEqual([
      [1, 'colour', 'unknown_column'],
      [1, 'title', 'duplicate'],
      [1, 'external_id', 'required'],
    ])
    expect(await codes(HEADER, `A,T,${PARIS},100,4`, '', `A,T,${PARIS},100,4,5`, `,T,${PARIS},1,4`)).toEqual([
      [4, null, 'surplus_cell'],
      [4, 'external_id', 'duplicate'],
      [5, 'external_id', 'required'],
    ])
    expect(await codes(HEADER, 'A')).toEqual([
      [2, 'title', 'required'],
      [2, 'city_id', 'required'],
      [2, 'max_guests', 'required'],
      [2, 'base_price', 'required'],
    ])
  })

  test('that are no file of CSV are refused', async ({ t }) => {
    const owner = await t.user()
    const send = async (body: Buffer | string, type = 'text/csv') => {
      const answer = await t.call('POST', '/imports/properties', body, { ...owner, headers: { 'content-type': type } })
      return [answer.status, answer.body.errors?.file?.[0].code ?? answer.body.code]
    }
    expect(await send('a,"b\n')).toEqual([400, 'invalid_csv'])
    expect(await send(Buffer.from('external_id\n\x81', 'latin1'))).toEqual([400, 'not_utf8'])
    expect(await send('')).toEqual([400, 'required'])
    expect(await send('{}', 'application/json')).toEqual([415, 'unsupported_media_type'])
    const large = 'x'.repeat(5 * 1024 * 1024 + 1)
    expect(await send(large)).toEqual([413, 'too_large'])
    const rows = Array.from({ length: 1_001 }, (_, index) => `${index}`)
    expect(await send(['external_id', ...rows].join('\n'))).toEqual([413, 'too_large'])
    const form = (file: string | Blob) => t.form('/imports/properties', { file }, owner)
    const refused = await form(new Blob([large]))
    expect([refused.status, refused.body.data]).toEqual([413, { limit: 5 * 1024 * 1024, unit: 'bytes' }])
    expect((await form('external_id')).body.errors).toEqual({ file: [{ code: 'not_a_file' }] })
    const sent = await form(new Blob([FILE.join('\n')], { type: 'text/csv' }))
    expect([sent.status, sent.body.data.created]).toEqual([200, 2])
    expect((await importFile(t, undefined, 'properties', FILE)).status).toBe(401)
  })
})

test('names of homes are each owner’s own, and one whose home is gone names another', async ({ t }) => {
  const [one, other] = [await t.user(), await t.user()]
  const [first, second] = [await importFile(t, one, 'properties', FILE), await importFile(t, other, 'properties', FILE)]
  expect([first.body.data.created, second.body.data.created]).toEqual([2, 2])
  await t.call('DELETE', `/properties/${first.body.data.homes[0].property_id}`, undefined, one)
  expect((await importFile(t, one, 'properties', FILE)).body.data).toMatchObject({ created: 1, unchanged: 1 })
})

test('one file twice at once makes its homes once', async ({ t }) => {
  const owner = await t.user()
  const nodes = [t, await t.node(), await t.node()]
  const answers = await Promise.all(nodes.map((node) => importFile(node, owner, 'properties', FILE)))
  expect(answers.map(({ body }) => body.data.created).toSorted()).toEqual([0, 0, 2])
  expect(await homesOf(t, owner)).toHaveLength(2)
  // On one node there is no second one while the first waits for its turn.
  const here = await transaction(t.app.db, async (tx) => {
    await lockQuota(tx, owner.id)
    const both = [1, 2].map(() => importFile(t, owner, 'properties', FILE))
    expect((await Promise.race(both)).status).toBe(429)
    return { both }
  })
  expect((await Promise.all(here.both)).map(({ status }) => status).toSorted()).toEqual([200, 429])
})

const few = test.extend({ env: { HOMES_PER_ACCOUNT: '2' } })
few('quotas hold, also for a trial', async ({ t }) => {
  const owner = await t.user()
  const three = [...FILE, `C,Third,${PARIS},90,2`]
  const trial = await importFile(t, owner, 'properties', three, { isTrial: true })
  expect(problemsIn(trial.body.data)).toEqual([[4, null, 'limit_reached']])
  expect((await importFile(t, owner, 'properties', three)).status).toBe(400)
  expect((await importFile(t, owner, 'properties', FILE)).body.data.created).toBe(2)
})
