import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { makeDue } from '../../support/jobs.ts'
import { makeKey } from '../../support/keys.ts'
import { expire, settle, show } from '../../support/payments.ts'

const days = (from = 30) => ({ check_in: inDays(from), check_out: inDays(from + 3), adults: 2 })
const GUEST = { name: 'Ada Lovelace', email: 'ada@site.example', language: 'en' }

/** A company whose website has a key, and a publishable one for its pages. */
async function website(t: TestApp) {
  const owner = await t.user()
  const home = await t.home(owner, { base_price: 100 })
  const key = await makeKey(t, owner)
  await makeKey(t, owner, { kind: 'publishable', origins: ['https://blue-homes.example'] })
  const book = (body: object, by: Pick<TestUser, 'token'> = key) =>
    t.call('POST', `/properties/${home}/reservations`, { ...days(), guest: GUEST, ...body }, by)
  const quote = async () => (await t.call('POST', '/quotes', { property_id: home, ...days() }, key)).body.data
  const open = (url: string) => t.app.inject({ method: 'POST', url: `/api/v1/pay/${url.split('/').at(-1)}` })
  return { owner, home, key, book, quote, open }
}

describe('a website with a key', () => {
  test('books at the price of its quote, which it keeps for two hours', async ({ t }) => {
    const { owner, home, book, quote } = await website(t)
    const { quote_id, total_price, expires_at } = await quote()
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 60_000)).toBe(120)
    expect((await t.call('PUT', `/properties/${home}`, { base_price: 300 }, owner)).status).toBe(200)
    const others = [{ ...days(31) }, { adults: 1 }]
    for (const other of others) {
      const { status, body } = await book({ ...other, quote_id })
      expect([status, body.errors.quote_id[0].code]).toEqual([400, 'other_stay'])
    }
    const set = await book({ quote_id, price: { amount: 400, reason: 'regular' } })
    expect([set.status, set.body.errors.quote_id[0].code]).toEqual([400, 'set_price_and_quote'])
    const { status, body } = await book({ quote_id })
    expect(status).toBe(201)
    expect((await show(t, owner, body.data.reservation_id)).total_price).toBe(total_price)
  })

  test('gets a clear refusal of a quote that is over or that nobody has made', async ({ t }) => {
    const { book, quote } = await website(t)
    const { quote_id } = await quote()
    await t.db`update quotes set expires_at = now() - interval '1 second' where id = ${quote_id}`
    const { status, body } = await book({ quote_id })
    expect([status, body.code]).toEqual([409, 'quote_expired'])
    expect((await book({ quote_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  })

  test('has its guests come back to a page of its own, and of no other origin', async ({ t }) => {
    const { book, open } = await website(t)
    const refused = await book({ return_url: 'https://evil.example/thanks' })
    expect([refused.status, refused.body.errors]).toEqual([400, { return_url: [{ code: 'return_url' }] }])
    const booked = await book({ return_url: 'https://blue-homes.example/thanks' })
    const opened = await open(booked.body.data.payment_url)
    const session = /cs_test_\w+/.exec(String(opened.headers.location))?.[0] ?? ''
    expect(t.standin.store.find(session)).toMatchObject({
      success_url: 'https://blue-homes.example/thanks?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://blue-homes.example/thanks',
    })
  })

  test('holds nights for a quarter of an hour: an open checkout does not lengthen it, and is closed before', async ({
    t,
  }) => {
    const { owner, book, open } = await website(t)
    const { body } = await book({ hold_minutes: 15 })
    const { reservation_id: id, payment_url, hold_expires_at } = body.data
    expect(Math.round((Date.parse(hold_expires_at) - Date.now()) / 60_000)).toBe(15)
    const opened = await open(payment_url)
    expect(opened.statusCode).toBe(303)
    const again = await open(payment_url)
    expect(again.headers.location).toBe(opened.headers.location)
    expect((await show(t, owner, id)).hold_expires_at).toBe(hold_expires_at)
    await makeDue(t, 'payments.close-checkout')
    await t.drain()
    const session = /cs_test_\w+/.exec(String(opened.headers.location))?.[0] ?? ''
    expect(t.standin.store.find(session)).toMatchObject({ status: 'expired' })
    expect((await open(payment_url)).statusCode).toBe(409)
    await expire(t, id)
    expect((await book({ hold_minutes: 15 })).status).toBe(201)
  })

  test('is paid within it: the stay is confirmed and its job closes nothing', async ({ t }) => {
    const { owner, book, open } = await website(t)
    const { body } = await book({ hold_minutes: 15 })
    const opened = await open(body.data.payment_url)
    await t.deliver(t.pay(String(opened.headers.location)))
    await makeDue(t, 'payments.close-checkout')
    await settle(t)
    expect((await show(t, owner, body.data.reservation_id)).status).toBe('confirmed')
  })

  test('uses up none of the day of the desk, nor of another key', async ({ t }) => {
    const { owner, home, key, book } = await website(t)
    const other = await makeKey(t, owner)
    const { quotas } = t.app.config
    const { quotesPerDay, handBookingsPerDay } = quotas
    Object.assign(quotas, { quotesPerDay: 1, handBookingsPerDay: 1 })
    try {
      const quoted = (by: Pick<TestUser, 'token'>) => t.call('POST', '/quotes', { property_id: home, ...days() }, by)
      const answers = []
      for (const [place, by] of [key, key, other, owner].entries())
        answers.push([(await quoted(by)).status, (await book(days(40 + 10 * place), by)).status])
      expect(answers).toEqual([
        [200, 201],
        [429, 429],
        [200, 201],
        [200, 201],
      ])
    } finally {
      Object.assign(quotas, { quotesPerDay, handBookingsPerDay })
    }
  })

  test('has holds of its own, beside those of the desk', async ({ t }) => {
    const { owner, book } = await website(t)
    const { quotas } = t.app.config
    const { holdsPerAccount } = quotas
    quotas.holdsPerAccount = 1
    try {
      const answers = []
      for (const [by, from] of [
        [owner, 40],
        [owner, 50],
        [undefined, 60],
        [undefined, 70],
      ] as const)
        answers.push((await book(days(from), by)).status)
      expect(answers).toEqual([201, 429, 201, 429])
    } finally {
      quotas.holdsPerAccount = holdsPerAccount
    }
  })
})
