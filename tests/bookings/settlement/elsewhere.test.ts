import { describe, expect } from 'vitest'
import { alone, inDays, test } from '../../support/app.ts'
import { linkOf, open, payLater } from '../../support/early-balance.ts'
import { held, moneyShown, record } from '../../support/elsewhere.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import {
  bookThreeNights,
  CONFIRMED,
  cancel,
  expectLedger,
  notified,
  paid,
  refundsMade,
  show,
} from '../../support/payments.ts'
import { moneyOf, paymentsOf } from '../../support/replace.ts'
import { collect, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

describe('money received elsewhere', () => {
  test('pays a hold, which is confirmed as by a card; its checkout is closed', async ({ t }) => {
    const { owner, guest, id, url } = await held(t)
    const answer = await record(t, owner, id, 90, { method: 'transfer', note: 'BNP, 90 €' })
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        reservation_id: id,
        currency: 'EUR',
        due: 0,
        kept: 90,
        entries: [
          {
            ...{ payment_id: expect.any(Number), refund_id: null, kind: 'booking', amount: 90 },
            ...{ method: 'transfer', day: inDays(0), note: 'BNP, 90 €', recorded_at: expect.any(String) },
          },
        ],
        cash: expect.objectContaining({ state: 'unknown', source: null }),
      },
    ])
    await t.drain()
    expect(() => t.pay(url)).toThrow()
    const shown = await show(t, guest, id)
    expect(shown).toMatchObject({ status: 'confirmed', payment_status: 'deposit_paid', amount_open: 210 })
    expect(shown.payments[0]).toMatchObject({ status: 'paid', method: 'transfer', payment_url: null })
    expect(await notified(t, guest)).toEqual(CONFIRMED)
    expect(await notified(t, owner)).toEqual(CONFIRMED)
    const [{ url: document }] = shown.invoices
    const path = `/${new URL(document).pathname}`
    expect((await t.call('GET', path)).body).toContain('Paid. Payment method: Bank transfer.')
    expect((await t.call('GET', `${path}.json`)).body.data).toMatchObject({ method: 'transfer', total: 90 })
    await expectLedger(t)
  })

  test('pays a part of a deposit; the rest is paid by card, and only then the hold is confirmed', async ({ t }) => {
    const { owner, guest, id, url } = await held(t)
    const [old] = await paymentsOf(t, id)
    expect((await record(t, owner, id, 50)).body.data).toMatchObject({ due: 40, kept: 50 })
    await t.drain()
    expect(() => t.pay(url)).toThrow()
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid', amount_open: 250 })
    const link = `/${new URL(String((await t.call('GET', `/pay/${old?.key}`)).headers.location)).pathname}`
    await t.deliver(t.pay(await open(t, link)))
    const shown = await show(t, guest, id)
    expect(shown).toMatchObject({ status: 'confirmed', payment_status: 'deposit_paid', amount_open: 210 })
    expect(shown.payments.map(({ amount, status, method }: never) => [amount, status, method])).toEqual([
      [90, 'cancelled', null],
      [50, 'paid', 'cash'],
      [40, 'paid', 'card'],
      [210, 'scheduled', null],
    ])
    // The card has agreed to the balance.
    await balancesComeDue(t)
    await collect(t)
    expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 30_000 })
    await expectLedger(t)
  })

  test('pays a balance before its day, in parts; the card is charged the rest', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    const early = await linkOf(t, guest, id)
    expect((await record(t, owner, id, 60)).body).toMatchObject({ code: 'more_than_due', data: { due: 0 } })
    expect((await record(t, owner, id, 60, { pays: 'balance' })).body.data).toMatchObject({ due: 150, kept: 150 })
    expect(await show(t, guest, id)).toMatchObject({ amount_open: 150, balance: { amount: 150, due_on: inDays(20) } })
    expect((await t.call('GET', early)).status).toBe(303)
    await balancesComeDue(t)
    await collect(t)
    expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 30_000 })
    expect((await paymentsOf(t, id)).map(({ cents, status }) => [cents, status])).toEqual([
      [9_000, 'paid'],
      [21_000, 'cancelled'],
      [6_000, 'paid'],
      [15_000, 'paid'],
    ])
    await expectLedger(t)
  })

  test('pays a bill, but no part of one', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    await addSupplement(t, owner, id, 'Wood', 30)
    await bill(t, owner, id)
    expect((await record(t, owner, id, 10)).body).toMatchObject({ code: 'part_of_bill' })
    expect((await record(t, owner, id, 30, { pays: 'bill', method: 'voucher' })).status).toBe(201)
    expect((await show(t, guest, id)).supplements).toMatchObject([{ payment_status: 'paid' }])
    await t.drain()
    expect((await show(t, guest, id)).invoices).toMatchObject([{ total: 300 }, { total: 30 }])
  })

  test('is at most what is due, which the refusal says', async ({ t }) => {
    const { owner, id } = await held(t)
    expect(await record(t, owner, id, 90.01)).toMatchObject({
      status: 409,
      body: { code: 'more_than_due', data: { due: 90 } },
    })
    expect((await record(t, owner, id, 1, { pays: 'balance' })).body.data).toEqual({ due: 0 })
    expect((await record(t, owner, id, 1, { pays: 'bill' })).body.data).toEqual({ due: 0 })
  })

  test('has a day that can be, an amount and a method', async ({ t }) => {
    const { owner, id } = await held(t)
    const refused = async (fields: object, amount = 1) =>
      Object.keys((await record(t, owner, id, amount, fields)).body.data)
    expect(await refused({ received_on: inDays(2) })).toEqual(['received_on'])
    expect(await refused({ received_on: inDays(-400) })).toEqual(['received_on'])
    expect(await refused({ method: 'card' })).toEqual(['method'])
    expect(await refused({ surprise: 1 })).toEqual(['surprise'])
    expect(await refused({}, 0)).toEqual(['amount'])
    expect(await refused({}, 1.005)).toEqual(['amount'])
  })

  test('is for the company alone, and for nobody’s own stay', async ({ t }) => {
    const { guest, id } = await held(t)
    const support = await t.user({ role: 'support' })
    expect((await record(t, guest, id, 1)).status).toBe(403)
    expect((await record(t, await t.user(), id, 1)).status).toBe(404)
    expect((await record(t, support, id, 1)).status).toBe(201)
    const own = await bookThreeNights(t, support, await t.home(await t.user()))
    expect((await record(t, support, own.id, 1)).body).toMatchObject({ code: 'own_stay' })
  })

  alone('waits for a payment in progress', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    const { events, answer } = await payLater(t, await open(t, await linkOf(t, guest, id)))
    await t.deliver(events)
    expect((await record(t, owner, id, 10)).body).toMatchObject({ code: 'payment_in_progress' })
    await answer('succeeded')
    expect((await record(t, owner, id, 10)).body).toMatchObject({ code: 'more_than_due' })
  })

  test('for a payment that its guest made a moment ago is more than is due', async ({ t }) => {
    const { owner, guest, id, url } = await held(t)
    t.pay(url)
    expect((await record(t, owner, id, 90)).body).toMatchObject({ code: 'more_than_due', data: { due: 0 } })
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed' })
    expect(refundsMade(t)).toEqual([])
  })

  test('repeated with the same key is recorded once', async ({ t }) => {
    const { owner, id } = await held(t)
    const body = { amount: 20, method: 'cheque', received_on: inDays(0) }
    const send = () =>
      t.call('POST', `/reservations/${id}/payments`, body, { ...owner, headers: { 'idempotency-key': 'one' } })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
  })

  test('is not taken for a stay that was given up', async ({ t }) => {
    const { owner, guest, id } = await held(t)
    await cancel(t, guest, id)
    expect((await record(t, owner, id, 90)).body).toMatchObject({ code: 'more_than_due', data: { due: 0 } })
    expect(await moneyShown(t, owner, id)).toMatchObject({ due: 0, kept: 0, entries: [] })
  })
})
