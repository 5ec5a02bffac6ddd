import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { book, expectHomesInStep, occupied, scene, stay } from '../../support/booking.ts'
import { close } from '../../support/calendars.ts'
import { range } from '../../support/channels.ts'
import { moneyShown } from '../../support/elsewhere.ts'
import { addFeed, calendarOf, closed, importAgain, test } from '../../support/feeds.ts'
import { importFile, problemsIn } from '../../support/imports.ts'
import { expectLedger, show } from '../../support/payments.ts'

const COLUMNS = ['external_id', 'property', 'guest_name', 'check_in', 'check_out', 'total'] as const
type Cells = Record<string, string | number>

/** A file of stays at a home; days are numbers from today. */
function fileOf(home: string, ...stays: { from?: number; to?: number; more?: Cells }[]): string[] {
  const rows = stays.map(({ from = 30, to = 33, more = {} }, index): Cells => {
    const days = { check_in: inDays(from), check_out: inDays(to) }
    return { external_id: `R${index}`, property: home, guest_name: 'Ada Lovelace', ...days, total: 300, ...more }
  })
  const columns = [...new Set([...COLUMNS, ...rows.flatMap(Object.keys)])]
  return [columns.join(), ...rows.map((row) => columns.map((column) => row[column] ?? '').join())]
}

const send = (t: Pick<TestApp, 'call'>, owner: TestUser, lines: string[], isTrial = false) =>
  importFile(t, owner, 'reservations', lines, { isTrial, locale: 'en' })

const listed = async (t: TestApp, owner: TestUser, query = '') =>
  (await t.call('GET', `/reservations?as=owner${query}`, undefined, owner)).body.data

const CONTACT = { guest_email: 'ada@example.org', guest_phone: '+44 20 7946 0000' }

/** `test` with a service of its own: it reads the mails of a fixed address. */
const isolated = test.extend({ own: true })

describe('stays from a file', () => {
  test('are created once, followed in guest and note, and left alone otherwise', async ({ t }) => {
    const { owner, home } = await scene(t)
    const file = fileOf(home, { more: { ...CONTACT, cleaning: 40, tourist_tax: 12.5 } }, { from: 40, to: 42 })
    const trial = await send(t, owner, file, true)
    expect([trial.status, trial.body.data]).toMatchObject([
      200,
      {
        ...{ dry_run: true, rows: 2, created: 2, updated: 0, unchanged: 0, problem_count: 0 },
        stays: [
          { row: 2, external_id: 'R0', reservation_id: null, outcome: 'created' },
          { row: 3, external_id: 'R1', reservation_id: null, outcome: 'created' },
        ],
      },
    ])
    expect(await listed(t, owner)).toEqual([])
    const { body } = await send(t, owner, file)
    expect(body.data).toMatchObject({ dry_run: false, created: 2 })
    const { reservation_id: id } = body.data.stays[0]
    expect(await show(t, owner, id)).toMatchObject({
      ...{ status: 'confirmed', source: 'direct', guest_name: 'Ada Lovelace', payment_status: null, amount_open: 0 },
      price: { total: 300, due_now: 0 },
    })
    expect((await listed(t, owner, '&q=lovelace')).length).toBe(2)
    expect(await occupied(t, home)).toEqual([{ stay: range(30, 33) }, { stay: range(40, 42) }])
    const again = await send(t, owner, file)
    expect(again.body.data).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const other = { ...CONTACT, cleaning: 40, tourist_tax: 12.5, guest_name: 'Grace', note: 'Key', guest_phone: '' }
    const next = fileOf(home, { more: other }, { from: 40, to: 42 })
    expect((await send(t, owner, next)).body.data).toMatchObject({ updated: 1, unchanged: 1 })
    expect((await send(t, owner, next)).body.data).toMatchObject({ unchanged: 2 })
    expect(await show(t, owner, id)).toMatchObject({ note: 'Key', contact: { name: 'Grace', phone: null } })
    await t.drain()
    expect(await t.mails(CONTACT.guest_email)).toEqual([])
    await expectHomesInStep(t)
  })

  test('that were changed here, or are to be, point to it', async ({ t }) => {
    const { owner, home } = await scene(t)
    const [first] = (await send(t, owner, fileOf(home, {}))).body.data.stays
    const changed = await send(t, owner, fileOf(home, { from: 31, to: 34, more: { total: 310 } }))
    expect([changed.status, problemsIn(changed.body.data).toSorted()]).toEqual([
      400,
      [
        [2, 'check_in', 'change_here'],
        [2, 'check_out', 'change_here'],
        [2, 'total', 'change_here'],
      ],
    ])
    expect(changed.body.data.problems[0].message).toContain(`/reservations/${first.reservation_id}/change`)
    await t.call('PATCH', `/reservations/${first.reservation_id}`, { note: 'Ours' }, owner)
    expect((await send(t, owner, fileOf(home, {}))).body.data).toMatchObject({ unchanged: 1 })
    const noted = await send(t, owner, fileOf(home, { more: { note: 'Theirs' } }))
    expect(problemsIn(noted.body.data)).toEqual([[2, 'guest_name', 'changed_here']])
    const change = { check_out: inDays(34), price: 'keep', reason: 'x' }
    await t.call('POST', `/reservations/${first.reservation_id}/change`, change, owner)
    expect((await send(t, owner, fileOf(home, {}))).body.data).toMatchObject({ unchanged: 1 })
  })

  test('of the past are completed, cancelled ones take no nights, and homes have names', async ({ t }) => {
    const { owner, home } = await scene(t)
    await t.db`insert into imported_homes (owner_id, external_id, property_id) values (${owner.id}, 'A', ${home})`
    const booking = { source: 'channel', channel: 'Booking.com', channel_code: '123', commission: 45 }
    const rows = [
      { from: -10, to: -7 },
      { from: 30, to: 33, more: { status: 'cancelled' } },
      { from: 30, to: 33, more: booking },
    ]
    const { body } = await send(t, owner, fileOf('A', ...rows))
    expect(body.data).toMatchObject({ created: 3 })
    const [past, cancelled, channel] = body.data.stays.map((one: { reservation_id: number }) => one.reservation_id)
    expect(await show(t, owner, past)).toMatchObject({ status: 'completed', amount_open: 0 })
    expect(await show(t, owner, cancelled)).toMatchObject({ status: 'cancelled' })
    expect(await show(t, owner, channel)).toMatchObject({
      ...{ status: 'confirmed', ota_name: 'Booking.com', ota_reservation_code: '123', commission: 45 },
      payment_status: 'collected_by_channel',
    })
    expect(await occupied(t, home)).toEqual([{ stay: range(-10, -7) }, { stay: range(30, 33) }])
    const twice = fileOf('A', ...rows, { from: 50, to: 53, more: booking })
    expect(problemsIn((await send(t, owner, twice)).body.data)).toEqual([[5, 'channel_code', 'code_of_stay']])
  })

  test('take the nights that feeds have closed, and no others', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    platform.answer = (response) => response.end(calendarOf([30, 33]))
    await addFeed(t, owner, home, platform.url)
    await importAgain(t)
    expect(await closed(t, home)).toHaveLength(1)
    const booked = (await book(t, guest, stay(home, 40))).body.data.reservation_id
    await close(t, owner, home, 50, 52)
    const file = fileOf(home, {}, { from: 32, to: 35 }, { from: 42, to: 44 }, { from: 52, to: 54 })
    const trial = await send(t, owner, file, true)
    expect(problemsIn(trial.body.data)).toEqual([
      [3, 'check_in', 'taken_by_row'],
      [4, 'check_in', 'taken_by_stay'],
      [5, null, 'closed_days'],
    ])
    expect(trial.body.data.problems.map(({ message }: { message: string }) => message)).toEqual([
      'Row 2 of the file takes these nights.',
      `Reservation ${booked} takes these nights.`,
      expect.any(String),
    ])
    expect((await send(t, owner, file)).status).toBe(400)
    expect(await listed(t, owner)).toHaveLength(1)
    expect((await send(t, owner, fileOf(home, {}))).body.data).toMatchObject({ created: 1 })
    await importAgain(t)
    await expectHomesInStep(t)
  })

  isolated('ask the guest for money where they say so, by one mail', async ({ t }) => {
    const { owner, home } = await scene(t)
    const rows = [
      { more: { ...CONTACT, collect: 'true' } },
      { from: 40, to: 42, more: { ...CONTACT, collect: 'true', paid: 300, paid_by: 'transfer' } },
      { from: 50, to: 52, more: { guest_email: 'grace@example.org', collect: 'true', paid: 90, paid_by: 'cash' } },
      { from: 60, to: 62, more: { guest_email: 'hedy@example.org', paid: 90.5, paid_by: 'cheque' } },
      { from: -9, to: -7, more: { guest_email: 'hedy@example.org', paid: 300, paid_by: 'other' } },
      { from: 70, to: 72, more: { status: 'cancelled', paid: 50, paid_by: 'transfer' } },
    ]
    const { body } = await send(t, owner, fileOf(home, ...rows))
    const ids: number[] = body.data.stays.map((one: { reservation_id: number }) => one.reservation_id)
    const shown = await Promise.all(ids.map((id) => show(t, owner, id)))
    expect(shown.map(({ payment_status, amount_open }) => [payment_status, amount_open])).toEqual([
      ['unpaid', 300],
      ['paid', 0],
      ['unpaid', 210],
      ['paid', 0],
      ['paid', 0],
      ['paid', 0],
    ])
    const money = await Promise.all(ids.map((id) => moneyShown(t, owner, id)))
    expect(money.map(({ kept, due }) => [kept, due])).toEqual([
      [0, 300],
      [300, 0],
      [90, 210],
      [90.5, 0],
      [300, 0],
      [50, 0],
    ])
    await t.drain()
    const mails = await t.mails(CONTACT.guest_email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('/pay/')
    expect(await t.mails('grace@example.org')).toHaveLength(1)
    expect(await t.mails('hedy@example.org')).toEqual([])
    expect(await t.db`select id from invoices where reservation_id = any (${ids})`).toEqual([])
    await expectLedger(t)
    expect((await send(t, owner, fileOf(home, ...rows))).body.data).toMatchObject({ unchanged: 6 })
  })

  test('that are wrong are named, each cell', async ({ t }) => {
    const [{ owner, home }, other] = [await scene(t), await scene(t)]
    const wrong: [column: string, cell: string, code: string][] = [
      ['property', other.home, 'unknown'],
      ['status', 'pending', 'not_one_of'],
      ['source', 'channel', 'required'],
      ['channel', 'Airbnb', 'of_channel'],
      ['guest_email', 'ada', 'invalid_email'],
      ['check_in', '2026-02-30', 'invalid_date'],
      ['check_out', inDays(30), 'check_out_after_check_in'],
      ['adults', '0', 'too_low'],
      ['total', 'free', 'invalid_amount'],
      ['cleaning', '1.234', 'amount_decimals'],
      ['tourist_tax', '301', 'below_fees'],
      ['paid', '10', 'required'],
      ['paid_by', 'gold', 'not_one_of'],
      ['collect', 'true', 'required'],
      ['commission', '5', 'of_channel'],
      ['guest_name', '', 'required'],
    ]
    const column = (name: string) =>
      ({ source: 'channel', tourist_tax: 'total', collect: 'guest_email', paid: 'paid_by' })[name] ?? name
    const file = fileOf(home, ...wrong.map(([name, cell], index) => ({ more: { [name]: cell, external_id: index } })))
    const trial = await send(t, owner, file, true)
    const problems = problemsIn(trial.body.data).filter(([, name]) => name !== 'channel_code')
    expect(problems).toEqual(wrong.map(([name, , code], index) => [index + 2, column(name), code]))
    const doubled = fileOf(home, {}, { from: 40, to: 43, more: { external_id: 'R0' } })
    expect(problemsIn((await send(t, owner, doubled)).body.data)).toEqual([[3, 'external_id', 'duplicate']])
  })

  test('are nobody else’s to see', async ({ t }) => {
    const { owner, home } = await scene(t)
    const other = await t.user()
    const { body } = await send(t, owner, fileOf(home, { more: CONTACT }))
    const [{ reservation_id: id }] = body.data.stays
    expect((await t.call('GET', `/reservations/${id}`, undefined, other)).status).toBe(404)
    expect(problemsIn((await send(t, other, fileOf(home, {}))).body.data)).toEqual([[2, 'property', 'unknown']])
  })
})

test('one file twice at once makes its stays once', async ({ t }) => {
  const { owner, home } = await scene(t)
  const nodes = [t, await t.node()]
  const file = fileOf(home, {}, { from: 40, to: 42 })
  const answers = await Promise.all(nodes.map((node) => send(node, owner, file)))
  expect(answers.map(({ body }) => body.data.created).toSorted()).toEqual([0, 2])
  expect(await listed(t, owner)).toHaveLength(2)
})

test('a guest who books while a file comes gets the nights, or is refused', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const [booked, imported] = await Promise.all([
    book(t, guest, stay(home, 30)),
    send(t, owner, fileOf(home, { from: 31, to: 34 })),
  ])
  expect([booked.status, imported.status].toSorted()).toEqual(booked.status === 201 ? [201, 400] : [200, 409])
  expect(await occupied(t, home)).toHaveLength(1)
})

const few = test.extend({
  env: async ({ platform: _platform }, use) => use({ IMPORTED_STAYS_PER_DAY: '1' }),
})
few('a day has a limit', async ({ t }) => {
  const { owner, home } = await scene(t)
  expect((await send(t, owner, fileOf(home, {}, { from: 40, to: 42 }))).status).toBe(429)
  expect((await send(t, owner, fileOf(home, {}))).body.data.created).toBe(1)
  expect((await send(t, owner, fileOf(home, {}))).body.data.unchanged).toBe(1)
})
