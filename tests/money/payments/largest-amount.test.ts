import { describe, expect } from 'vitest'
import { alone, inDays, isolated, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { paid, refundsMade, show } from '../../support/payments.ts'
import { moveTo } from '../../support/stays.ts'

/** The provider's largest amount, and the next one. */
const LARGEST = 999_999.99
const ABOVE = 1_000_000

const quote = async (t: TestApp, body: object) => (await t.call('POST', '/quotes', body, { locale: 'en' })).body.data

describe('above what the provider takes in one payment', () => {
  test('every amount that somebody is to pay is refused with the limit', async ({ t }) => {
    const { owner, home, id } = await paid(t)
    const admin = await t.user({ role: 'admin' })
    const day = { action: 'set_price', start_date: inDays(60), end_date: inDays(60) }
    const ways: [fields: string[], send: (field: string, amount: number) => ReturnType<TestApp['call']>][] = [
      [
        ['base_price', 'weekend_price', 'cleaning_fee', 'extra_guest_fee', 'security_deposit'],
        (field, amount) => t.call('PUT', `/properties/${home}`, { [field]: amount }, owner),
      ],
      [
        ['base_price', 'cleaning_fee'],
        (field, amount) =>
          t.call(
            'POST',
            '/properties',
            { title: 'x', city_id: PARIS, base_price: 1, max_guests: 1, [field]: amount },
            owner,
          ),
      ],
      [
        ['price_per_night', 'cleaning_fee', 'extra_guest_fee'],
        (field, amount) => t.call('POST', `/calendars/properties/${home}/bulk`, { ...day, [field]: amount }, owner),
      ],
      [
        ['amount'],
        (field, amount) => t.call('POST', `/reservations/${id}/supplements`, { label: 'x', [field]: amount }, owner),
      ],
      [
        ['tax.per_adult_night'],
        (_field, amount) => t.call('PUT', `/cities/${PARIS}/tax`, { tax: { per_adult_night: amount } }, admin),
      ],
      [
        ['tax.cap'],
        (_field, amount) => t.call('PUT', `/cities/${PARIS}/tax`, { tax: { percent: 1, cap: amount } }, admin),
      ],
    ]
    for (const [fields, send] of ways) {
      for (const field of fields) {
        const refused = await send(field, ABOVE)
        expect([field, refused.status, refused.body.data]).toEqual([
          field,
          400,
          { [field]: [expect.stringMatching(/^Au plus 999\s999,99\.$/)] },
        ])
        expect([field, (await send(field, LARGEST)).status]).toEqual([field, expect.toBeOneOf([200, 201])])
      }
    }
  })

  isolated('a stay is quoted with a violation, is not found, and cannot be booked', async ({ t }) => {
    const { home, guest } = await scene(t, { base_price: 333_333.33 })
    expect(await quote(t, stay(home))).toMatchObject({ total: LARGEST, violations: [] })
    const dear = await quote(t, stay(home, 30, 4))
    expect(dear.violations).toEqual([
      { code: 'total_too_high', field: 'check_out', limit: LARGEST, message: `The total cannot exceed ${LARGEST}.` },
    ])
    const found = async (nights: number, sort: string) => {
      const { check_in, check_out } = stay(home, 30, nights)
      const path = `/properties/search?city_id=${PARIS}&check_in=${check_in}&check_out=${check_out}&sort=${sort}`
      return (await t.call('GET', path)).body.data.length
    }
    for (const sort of ['price', 'newest']) expect([await found(3, sort), await found(4, sort)]).toEqual([1, 0])
    const refused = await book(t, guest, stay(home, 30, 4))
    expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['check_out']])
    const booked = await book(t, guest, stay(home))
    expect(booked.status).toBe(201)
    await t.deliver(t.pay(booked.body.data.payment_url))
    expect(await show(t, guest, booked.body.data.reservation_id)).toMatchObject({ status: 'confirmed' })
  })

  alone('what exists already is 409: a quote, an inquiry, a hold, a link', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const { quote_id } = await quote(t, stay(home))
    await t.db`update quotes set body = jsonb_set(body, '{total_cents}', '100000000')`
    const confirm = await t.call('GET', `/quotes/confirm?quote_id=${quote_id}`, undefined, guest)
    expect([confirm.status, (await book(t, guest, { quote_id })).status]).toEqual([409, 409])

    const asked = (await book(t, guest, { ...stay(home), inquiry: true })).body.data.reservation_id
    await t.db`update reservations set total_cents = 100000000, due_now_cents = 100000000`
    expect((await moveTo(t, owner, asked, 'confirmed')).status).toBe(409)
    expect(await show(t, guest, asked)).toMatchObject({ status: 'inquiry', payments: [] })

    const second = await quote(t, stay(home, 50))
    await t.call('GET', `/quotes/confirm?quote_id=${second.quote_id}`, undefined, guest)
    await t.db`delete from checkout_sessions`
    const [payment] = await t.db<{ key: string }[]>`update payments set amount_cents = 100000000 returning key`
    expect((await t.call('POST', `/pay/${payment?.key}`)).status).toBe(409)
    const again = await t.call('GET', `/quotes/confirm?quote_id=${second.quote_id}`, undefined, guest)
    expect(again.status).toBe(409)
  })

  test('a bill waits: the lines that do not fit are billed after the open one, or can go', async ({ t }) => {
    const { owner, id } = await paid(t)
    const add = async (amount: number) =>
      (await t.call('POST', `/reservations/${id}/supplements`, { label: 'x', amount }, owner)).body.data.id
    const bill = () => t.call('POST', `/reservations/${id}/invoice?is_supplement=true`, undefined, owner)
    await add(LARGEST)
    const open = await bill()
    const line = await add(1)
    expect((await bill()).body.data).toEqual(open.body.data)
    const link = `/${new URL(open.body.data.invoice_url).pathname}`
    await t.deliver(t.pay(String((await t.call('POST', link)).headers.location)))
    expect((await bill()).body.data.amount).toBe(1)
    expect((await t.call('DELETE', `/reservations/${id}/supplements/${line}`, undefined, owner)).status).toBe(409)

    const other = await paid(t)
    const path = `/reservations/${other.id}`
    for (const amount of [LARGEST, 1]) await t.call('POST', `${path}/supplements`, { label: 'x', amount }, other.owner)
    const billing = () => t.call('POST', `${path}/invoice?is_supplement=true`, undefined, other.owner)
    expect((await billing()).status).toBe(409)
    const [, small] = (await t.call('GET', `${path}/supplements`, undefined, other.owner)).body.data
    expect((await t.call('DELETE', `${path}/supplements/${small.id}`, undefined, other.owner)).status).toBe(200)
    expect((await billing()).body.data.amount).toBe(LARGEST)
  })

  alone('what was received goes back in one call', async ({ t }) => {
    const { guest, id } = await paid(t)
    const support: TestUser = await t.user({ role: 'support' })
    // From before there was a limit, or with another one.
    await t.db`update payments set amount_cents = 250000000`
    await t.db`update receipts set amount_cents = 250000000`
    for (const { id: made } of [...t.standin.store.list('charge'), ...t.standin.store.list('payment_intent')])
      t.standin.store.update(made, { amount: 250_000_000, amount_received: 250_000_000 })
    const [payment] = (await show(t, guest, id)).payments
    const refund = (amount: number) =>
      t.call('POST', `/payments/${payment.id}/refund`, { amount, reason: 'x' }, support)
    expect((await refund(2_500_000.01)).status).toBe(409)
    expect((await refund(2_500_000)).body.data).toMatchObject({ amount: 2_500_000, refundable: 0 })
    await t.drain()
    expect(refundsMade(t)).toMatchObject([{ amount: 250_000_000 }])
  })
})
