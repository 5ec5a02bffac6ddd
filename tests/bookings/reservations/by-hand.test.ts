import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { notifyGuest, stayNotice } from '../../../src/bookings/states/notices.ts'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { book, expectHomesInStep, occupied, scene, stay } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'
import { expectLedger, expire, settle, show } from '../../support/payments.ts'
import { moveTo } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

const ADA = { name: 'Ada Lovelace', country: 'gb', email: 'ada@example.org', phone: '+44 20 7946 0000', language: 'en' }
const wanted = (from = 30) => ({ check_in: inDays(from), check_out: inDays(from + 3), adults: 2, guest: ADA })

type Caller = { token: string; headers?: Record<string, string> }
const byHand = (
  t: TestApp,
  { token, headers: own }: Caller,
  home: string,
  body: object,
  headers: Record<string, string> = {},
) => t.call('POST', `/properties/${home}/reservations`, body, { token, headers: { ...own, ...headers } })

/** Pays the latest checkout, as the guest does at the provider. */
async function payAt(t: TestApp, url: string) {
  const key = url.slice(url.lastIndexOf('/') + 1)
  const opened = await t.app.inject({ method: 'POST', url: `/api/v1/pay/${key}` })
  expect(opened.statusCode).toBe(303)
  const session = /cs_test_\w+/.exec(String(opened.headers.location))?.[0] ?? ''
  // Whoever has no account comes back to the page, which says what happened.
  const { success_url } = t.standin.store.find(session) as { success_url?: string }
  expect(success_url).toContain(url)
  await t.deliver(t.pay(String(opened.headers.location)))
}

describe('a company books by hand', () => {
  isolated('the guest gets a link, pays without an account, and the stay is confirmed', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { status, body } = await byHand(t, owner, home, { ...wanted(), note: 'Called on Monday' })
    expect([status, body.data]).toEqual([
      201,
      {
        reservation_id: expect.any(Number),
        status: 'pending',
        payment_url: expect.stringContaining('/pay/'),
        hold_expires_at: expect.any(String),
      },
    ])
    const { reservation_id: id, payment_url } = body.data
    const hours = (Date.parse(body.data.hold_expires_at) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    await t.drain()
    const [mail] = await t.mails('ada@example.org')
    expect(mail?.text).toContain(payment_url)
    await payAt(t, payment_url)
    expect(await show(t, owner, id)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      guest_id: null,
      note: 'Called on Monday',
      contact: { name: 'Ada Lovelace', phone: '+44 20 7946 0000' },
      actions: expect.arrayContaining(['cancel']),
    })
    await t.drain()
    expect(await t.mails('ada@example.org')).toHaveLength(2)
    // The company gives everything back when it cancels.
    expect((await moveTo(t, owner, id, 'cancelled')).status).toBe(200)
    await settle(t)
    expect((await show(t, owner, id)).payment_status).toBe('refunded')
    await expectLedger(t)
    await expectHomesInStep(t)
  })

  test('`later` confirms at once, and what is due stays due', async ({ t }) => {
    const { owner, home } = await scene(t, { deposit_percent: 30, balance_due_days: 10 })
    const { body } = await byHand(t, owner, home, { ...wanted(60), pay: 'later' })
    const { reservation_id: id, payment_url } = body.data
    expect(body.data).toMatchObject({ status: 'confirmed', hold_expires_at: null })
    await expire(t, id)
    expect(await show(t, owner, id)).toMatchObject({ status: 'confirmed', payment_status: 'unpaid' })
    await payAt(t, payment_url)
    expect(await show(t, owner, id)).toMatchObject({
      payment_status: 'deposit_paid',
      balance: { due_on: inDays(50), payment_url: expect.stringContaining('/pay/') },
    })
  })

  test('a hold that nobody pays ends, and its nights are free', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { body } = await byHand(t, owner, home, wanted())
    expect((await book(t, guest, stay(home))).status).toBe(409)
    await expire(t, body.data.reservation_id)
    expect((await book(t, guest, stay(home))).status).toBe(201)
  })

  test('sets the price: cleaning and tax are computed, and accommodation is the rest', async ({ t }) => {
    const { owner, home } = await scene(t, { cleaning_fee: 48 })
    const at = (amount: number, from: number) =>
      byHand(t, owner, home, { ...wanted(from), price: { amount }, pay: 'later' })
    const { body } = await at(300, 30)
    const { price } = await show(t, owner, body.data.reservation_id)
    const amounts = Object.fromEntries(
      price.lines.map(({ code, amount }: { code: string; amount: number }) => [code, amount]),
    )
    expect([
      price.total,
      amounts.cleaning,
      Object.values(amounts).reduce((sum: number, each) => sum + Number(each), 0),
    ]).toEqual([300, 48, 300])
    expect(price.nightly.reduce((sum: number, { net }: { net: number }) => sum + Math.round(net * 100), 0)).toBe(
      Math.round(amounts.accommodation * 100),
    )
    expect((await at(40, 40)).body.errors).toMatchObject({ 'price.amount': [{ code: 'below_fees' }] })
    const free = await t.home(owner)
    const gift = await byHand(t, owner, free, { ...wanted(50), price: { amount: 0 } })
    expect([gift.status, gift.body.data?.status ?? gift.body.errors]).toEqual([201, 'confirmed'])
  })

  test('overrides rules only when told to, own closures only when told to, and taken nights never', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { min_stay: 7 })
    expect((await byHand(t, owner, home, wanted())).body.errors).toMatchObject({ check_out: [{ code: 'min_stay' }] })
    const close = { start_date: inDays(30), end_date: inDays(40) }
    await t.call('POST', `/calendars/properties/${home}/close`, close, owner)
    const forced = { ...wanted(), force_rules: true }
    expect((await byHand(t, owner, home, forced)).body.code).toBe('closed_days')
    expect((await byHand(t, owner, home, { ...forced, replaces_closure: true })).status).toBe(201)
    const taken = await byHand(t, owner, home, { ...wanted(32), force_rules: true, replaces_closure: true })
    expect([taken.status, taken.body.code]).toEqual([409, 'taken'])
    const own = { start_date: inDays(60), end_date: inDays(62), kind: 'owner_stay', name: 'Rossi', guests: 2 }
    expect((await t.call('POST', `/calendars/properties/${home}/close`, own, owner)).status).toBe(201)
    const over = await byHand(t, owner, home, { ...wanted(60), force_rules: true, replaces_closure: true })
    expect([over.status, over.body.code]).toEqual([409, 'taken'])
    const past = await byHand(t, owner, home, { ...wanted(-3), force_rules: true })
    expect(past.body.errors).toMatchObject({ check_in: [{ code: 'in_the_past' }] })
    // The rest of the closure stands.
    expect((await book(t, guest, { ...stay(home, 33, 7) })).status).toBe(409)
    await expectHomesInStep(t)
  })

  isolated('of thirty at once for the same nights, with guests among them, one wins', async ({ t }) => {
    const { owner, home } = await scene(t)
    const guests = await Promise.all(Array.from({ length: 10 }, () => t.user()))
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => byHand(t, owner, home, wanted())),
      ...guests.map((guest) => book(t, guest, stay(home))),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 29 }, () => 409)])
    expect(await occupied(t)).toHaveLength(1)
  })

  isolated('has a limit of unpaid holds, also at once, and repeats an answer by its key', async ({ t }) => {
    const { owner, home } = await scene(t)
    t.app.config.quotas.holdsPerAccount = 2
    // Also of several homes, by several people.
    const second = await t.home(owner)
    const desk = await joins(t, owner, 'desk')
    const answers = await Promise.all(
      [30, 40, 50, 60].map((from, index) =>
        byHand(t, index % 2 ? desk : owner, index % 2 ? second : home, wanted(from)),
      ),
    )
    expect((await byHand(t, owner, home, { ...wanted(70), pay: 'later' })).status).toBe(201)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429])
    t.app.config.quotas.holdsPerAccount = 50
    const headers = { 'idempotency-key': randomUUID() }
    const twice = [await byHand(t, owner, home, wanted(80), headers), await byHand(t, owner, home, wanted(80), headers)]
    expect(twice[1]?.body.data).toEqual(twice[0]?.body.data)
  })

  test('is for the company, its desk and its keys', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const desk = await joins(t, owner, 'desk')
    const accountant = await joins(t, owner, 'accountant')
    const key = await makeKey(t, owner, { scopes: ['reservations.write'] })
    const blind = await makeKey(t, owner, { scopes: ['reservations.read'] })
    const callers: Caller[] = [owner, desk, key, accountant, blind, guest]
    const answers = await Promise.all(callers.map((who, index) => byHand(t, who, home, wanted(30 + index * 5))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201, 403, 403, 403])
    expect((await byHand(t, guest, randomUUID(), wanted())).status).toBe(404)
  })

  isolated('mails a fact once, whoever reports it again', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { body } = await byHand(t, owner, home, wanted())
    const parties = await queries.states.findParties(t.db, { reservation_id: body.data.reservation_id })
    if (!parties) throw new Error('no stay')
    const remind = (day: string) =>
      transaction(t.db, (tx) => notifyGuest(t.app, tx, parties, stayNotice('stay_completed', parties, day)))
    await Promise.all([remind('monday'), remind('monday'), remind('tuesday')])
    await remind('monday')
    await t.drain()
    // The first mail has the link to pay.
    expect(await t.mails('ada@example.org')).toHaveLength(3)
  })

  test('mails an address five times a day at most, and nothing but a link', async ({ t }) => {
    const { owner, home } = await scene(t, { title: 'BUY NOW' })
    const guest = { ...ADA, email: 'five@example.org' }
    for (let index = 0; index < 7; index++) await byHand(t, owner, home, { ...wanted(30 + index * 5), guest })
    await t.drain()
    const mails = await t.mails(guest.email)
    expect([mails.length, mails.some(({ subject, text }) => `${subject}${text}`.includes('BUY'))]).toEqual([5, false])
  })

  test('refuses what is none', async ({ t }) => {
    const { owner, home } = await scene(t)
    for (const [change, field] of [
      [{ guest: { name: '' } }, 'guest.name'],
      [{ guest: { ...ADA, email: 'x' } }, 'guest.email'],
      [{ guest: { ...ADA, country: 'XX' } }, 'guest.country'],
      [{ hold_hours: 337 }, 'hold_hours'],
      [{ hold_minutes: 14 }, 'hold_minutes'],
      [{ hold_minutes: 20, pay: 'later' }, 'hold_minutes'],
      [{ price: { amount: -1 } }, 'price'],
      [{ pay: 'never' }, 'pay'],
      [{ check_out: inDays(30) }, 'check_out'],
    ] as const) {
      const { status, body } = await byHand(t, owner, home, { ...wanted(), ...change })
      expect([status, Object.keys(body.errors ?? {})[0]?.startsWith(field), field]).toEqual([400, true, field])
    }
  })
})
