import { describe, expect } from 'vitest'
import { startStandin } from '../../../src/dev/stripe/server.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { show } from '../../support/payments.ts'
import { holdUntil } from '../../support/stays.ts'

describe('quotes', () => {
  const quote = (t: TestApp, body: object) => t.call('POST', '/quotes', body)
  const confirm = (t: TestApp, guest: TestUser, id: string) =>
    t.call('GET', `/quotes/confirm?quote_id=${id}`, undefined, guest)

  test('the quote has the shape of the design, in the caller’s language', async ({ t }) => {
    const { home } = await scene(t, {
      weekend_price: 150.5,
      cleaning_fee: 40.25,
      included_guests: 1,
      extra_guest_fee: 10,
      deposit_percent: 50,
      security_deposit: 500,
    })
    const { status, body } = await quote(t, { ...stay(home, 30, 7), infants: 1 })
    expect(status).toBe(200)
    const { data } = body
    expect(Object.keys(data).sort()).toEqual(
      [
        'available',
        'balance',
        'balance_due_on',
        'bookable',
        'cancellation',
        'caution',
        'security_deposit',
        'check_in',
        'check_out',
        'currency',
        'due_now',
        'expires_at',
        'guests',
        'lines',
        'nightly',
        'nights',
        'property_id',
        'quote_id',
        'total',
        'violations',
      ].sort(),
    )
    expect(data).toMatchObject({
      nights: 7,
      currency: 'EUR',
      available: true,
      violations: [],
      security_deposit: 500,
      caution: 500,
      guests: { adults: 2, children: 0, infants: 1 },
    })
    expect(data.total).toBe(5 * 100 + 2 * 150.5 + 40.25 + 70)
    expect(data.due_now + data.balance).toBeCloseTo(data.total, 10)
    const broken = await t.call('POST', '/quotes', { ...stay(home), adults: 9 }, { locale: 'en' })
    expect(broken.body.data.violations).toEqual([
      { code: 'too_many_guests', field: 'adults', limit: 4, message: 'This home sleeps at most 4 guests.' },
    ])
  })

  test('promises only steps of a cancellation that can still be taken, and refunds by them', async ({ t }) => {
    const { home, guest } = await scene(t, { cancellation_policy: 'strict' })
    const steps = async (from: number) => (await quote(t, stay(home, from))).body.data.cancellation
    const untils = (terms: { until: string }[]) => terms.map(({ until }) => until)
    expect(untils(await steps(40))).toEqual([inDays(10), inDays(33), inDays(40)])
    // The last day of a step still counts.
    expect(untils(await steps(30))).toEqual([inDays(0), inDays(23), inDays(30)])
    const promised = await steps(10)
    expect(promised).toMatchObject([
      { until: inDays(3), percent_refunded: 50, refund: 150 },
      { until: inDays(10), percent_refunded: 0, refund: 0 },
    ])
    const { reservation_id, payment_url } = (await book(t, guest, stay(home, 10))).body.data
    await t.deliver(t.pay(payment_url))
    expect((await show(t, guest, reservation_id)).price.cancellation).toEqual(promised)
    const preview = await t.call('POST', `/reservations/${reservation_id}/cancel?dry_run=true`, {}, guest)
    expect(preview.body.data.refund).toBe(150)
  })

  test('says when the nights are taken, and that an overdue hold does not count', async ({ t }) => {
    const { home, guest } = await scene(t)
    await book(t, guest, stay(home))
    expect((await quote(t, stay(home))).body.data.available).toBe(false)
    await holdUntil(t, '-1 second')
    expect((await quote(t, stay(home))).body.data.available).toBe(true)
  })

  alone('confirming twice, or ten times at once, gives one reservation', async ({ t }) => {
    const { home, guest } = await scene(t)
    const id = (await quote(t, stay(home))).body.data.quote_id
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(t, guest, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(({ body }) => body.data.reservation_id)).size).toBe(1)
    const last = await confirm(t, guest, id)
    expect(last.body.data.payment_url).toContain('/pay/cs_test_')
    expect(await t.db`select from reservations`).toHaveLength(1)
  })

  alone('when the provider was away, the same quote can be confirmed once it is back', async ({ t }) => {
    const { home, guest } = await scene(t)
    const { quote_id } = (await quote(t, stay(home))).body.data
    await t.standin.close()
    expect((await confirm(t, guest, quote_id)).status).toBe(503)
    const back = await startStandin(
      { ...t.app.config.stripe, webhookUrl: () => undefined },
      Number(new URL(t.standin.url).port),
    )
    const { status, body } = await confirm(t, guest, quote_id)
    await back.close()
    expect([status, body.data.payment_url]).toEqual([200, expect.stringContaining('/pay/cs_test_')])
    expect(await t.db`select status from reservations order by id`).toEqual([{ status: 'pending' }])
  })

  test('a reservation that no longer waits for its payment has no payment_url', async ({ t }) => {
    const { home, guest } = await scene(t)
    const { quote_id } = (await quote(t, stay(home))).body.data
    const { reservation_id } = (await confirm(t, guest, quote_id)).body.data
    await t.call('POST', `/reservations/${reservation_id}/cancel`, {}, guest)
    expect((await confirm(t, guest, quote_id)).body.data).toEqual({ reservation_id, hold_expires_at: null })
  })

  test('says to pay while there is something to pay, and not otherwise', async ({ t }) => {
    const { home, guest } = await scene(t)
    const free = await scene(t, { base_price: 0 })
    const idOf = async (id: string) => (await quote(t, stay(id))).body.data.quote_id
    const [asked, nothing] = [await idOf(home), await idOf(free.home)]
    const message = async (id: string) => (await confirm(t, guest, id)).body.message
    const pay = 'Réservation enregistrée. Payez pour la confirmer.'
    const confirmed = 'Réservation confirmée. Il n’y a rien à payer maintenant.'
    expect([await message(asked), await message(asked)]).toEqual([pay, pay])
    expect([await message(nothing), await message(nothing)]).toEqual([confirmed, confirmed])
    const inquiry = { quote_id: await idOf((await scene(t)).home), inquiry: true }
    const sent = (await t.call('POST', '/reservations', inquiry, guest)).body.message
    expect([sent, await message(inquiry.quote_id)]).toEqual(Array(2).fill('Demande envoyée au propriétaire.'))
  })

  test('keeps the quoted price when the home’s changes meanwhile', async ({ t }) => {
    const { home, guest, owner } = await scene(t)
    const { quote_id } = (await quote(t, stay(home))).body.data
    await t.call('PUT', `/properties/${home}`, { base_price: 900 }, owner)
    const { body } = await confirm(t, guest, quote_id)
    const shown = await t.call('GET', `/reservations/${body.data.reservation_id}`, undefined, guest)
    expect(shown.body.data.price.total).toBe(300)
  })

  alone('expired, foreign, unknown and malformed', async ({ t }) => {
    const { home, guest, owner } = await scene(t)
    const first = (await quote(t, stay(home))).body.data.quote_id
    expect((await confirm(t, guest, first)).status).toBe(200)
    expect((await confirm(t, owner, first)).status).toBe(409)
    const second = (await quote(t, stay(home, 50))).body.data.quote_id
    await t.db`update quotes set expires_at = now() - interval '1 second'`
    expect((await confirm(t, guest, second)).status).toBe(409)
    expect((await confirm(t, guest, '01980000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await confirm(t, guest, 'abc')).status).toBe(400)
    expect((await t.call('GET', '/quotes/confirm', undefined, guest)).body.data).toHaveProperty('quote_id')
    expect((await t.call('GET', `/quotes/confirm?quote_id=${second}`)).status).toBe(401)
  })
})
