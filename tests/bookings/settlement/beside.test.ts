import { describe, expect } from 'vitest'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import { alone, inDays, PASSWORD, type TestApp, test } from '../../support/app.ts'
import { beside, settled } from '../../support/beside.ts'
import {
  CONFIRMED,
  cancel,
  expectLedger,
  expire,
  notified,
  reserved,
  sessionOf,
  show,
  verify,
} from '../../support/payments.ts'

const paymentOf = async (t: TestApp, reservation_id: number) => {
  const [row] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${reservation_id}`
  return row?.id ?? 0
}

describe('beside a stay of others', () => {
  test('a payment is that of its own stay', async ({ t }) => {
    const other = await beside(t, { paid: false })
    const { id, url, guest } = await reserved(t, { base_price: 50 })
    // Guests who pay all at once leave no card.
    expect(t.standin.store.list('customer')).toMatchObject([{ email: other.guest.email }])
    const answer = { reservation_id: id, amount: 150, currency: 'EUR' }
    expect((await verify(t, sessionOf(url))).body.data).toEqual({ ...answer, status: 'unpaid' })
    await t.deliver(t.pay(url))
    expect((await verify(t, sessionOf(url))).body.data).toEqual({ ...answer, status: 'paid' })
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    await other.expectUntouched()
    await expectLedger(t)
  })

  test('a payment beside one that is paid is still due', async ({ t }) => {
    const other = await beside(t, { paid: true })
    const { id, url, guest, owner } = await reserved(t, { base_price: 50 })
    expect((await verify(t, sessionOf(url))).body.data.status).toBe('unpaid')
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid', payment_url: url })
    await t.deliver(t.pay(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect([await notified(t, guest), await notified(t, owner)]).toEqual([CONFIRMED, CONFIRMED])
    await other.expectUntouched()
  })

  test('a refund that the bank sends back leaves the payment paid', async ({ t }) => {
    await beside(t, { paid: true })
    const { id, url, guest } = await reserved(t, { base_price: 50 })
    await t.deliver(t.pay(url))
    const support = await t.user({ role: 'support' })
    await t.call('POST', `/payments/${await paymentOf(t, id)}/refund`, { amount: 150, reason: 'x' }, support)
    await settled(t)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
    const [made] = t.standin.store.list('refund', ({ amount }) => amount === 15_000)
    failRefund(t.standin.store, made?.id ?? '')
    await settled(t)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid', refunds: [{ status: 'failed' }] })
    expect(await notified(t, support)).toContain('refund_failed')
    await expectLedger(t)
  })

  test('a refund is of its own payment, and its document of its own invoice', async ({ t }) => {
    const support = await t.user({ role: 'support' })
    const other = await beside(t, { paid: true })
    const { id, url, guest } = await reserved(t, { base_price: 50 })
    await t.deliver(t.pay(url))
    const body = { amount: 60, reason: 'x' }
    const answer = await t.call('POST', `/payments/${await paymentOf(t, id)}/refund`, body, support)
    expect(answer.body.data).toMatchObject({ amount: 60, refundable: 90, status: 'pending' })
    await settled(t)
    const shown = await show(t, guest, id)
    expect(shown).toMatchObject({ status: 'confirmed', payment_status: 'partially_refunded' })
    expect(shown.refunds).toMatchObject([{ amount: 60, status: 'succeeded' }])
    expect(shown.invoices.map(({ kind, total }: { kind: string; total: number }) => [kind, total])).toEqual([
      ['invoice', 150],
      ['credit_note', -60],
    ])
    await other.expectUntouched()
    await expectLedger(t)
  })

  alone('a cancellation frees its own nights and gives back its own money', async ({ t }) => {
    const other = await beside(t, { paid: true })
    const { id, url, guest } = await reserved(t, { base_price: 50, cancellation_policy: 'flexible' })
    await t.deliver(t.pay(url))
    const answer = await cancel(t, guest, id)
    expect(answer.body.data).toMatchObject({ reservation_id: id, status: 'cancelled', refund: 150 })
    await settled(t)
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
    expect(await t.db`select from occupancy`).toHaveLength(1)
    await other.expectUntouched()
    await expectLedger(t)
  })

  alone('a hold that is given up is the one whose time is up', async ({ t }) => {
    const other = await beside(t, { paid: false })
    const { id, guest } = await reserved(t)
    await expire(t, id)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await settled(t)
    expect(await show(t, guest, id)).toMatchObject({ status: 'expired', payment_url: null })
    expect(await t.db`select from occupancy`).toHaveLength(1)
    await other.expectUntouched()
  })

  test.for([
    [undefined, 'paid', []],
    ['pm_card_chargeCustomerFail', 'unpaid', ['balance_due']],
  ] as const)('a balance is of its own stay: with the card %s it is %s', async ([card, status, asked], { t }) => {
    const fields = { deposit_percent: 30, balance_due_days: 10 }
    const other = await beside(t, { paid: true })
    const { id, url, guest } = await reserved(t, { base_price: 50, ...fields })
    await t.deliver(t.pay(url, card))
    await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
    for (let days = 0; days < 2; days++) {
      await t.app.jobs.enqueue(t.db, collectBalances, {})
      await settled(t)
    }
    const shown = await show(t, guest, id)
    expect(shown.payments).toMatchObject([
      { kind: 'booking', amount: 45, status: 'paid' },
      { kind: 'balance', amount: 105, status },
    ])
    // A card that was refused leaves the link.
    expect(shown.payments[1].payment_url === null).toBe(status === 'paid')
    const notices = (await t.call('GET', '/notifications', undefined, guest)).body.data
    expect(notices.filter(({ type }: { type: string }) => type === 'balance_due')).toHaveLength(asked.length)
    await other.expectUntouched()
  })

  test('a supplement is billed with those of its own stay, and paid by its own link', async ({ t }) => {
    const other = await reserved(t)
    await t.deliver(t.pay(other.url))
    await t.call('POST', `/reservations/${other.id}/supplements`, { label: 'Wine', amount: 77 }, other.owner)
    const { id, url, guest, owner } = await reserved(t, { base_price: 50 })
    await t.deliver(t.pay(url))
    await t.call('POST', `/reservations/${id}/supplements`, { label: 'Key', amount: 5 }, owner)
    const bill = await t.call('POST', `//reservations/${id}/invoice?is_supplement=true`, undefined, guest)
    expect(bill.body.data).toMatchObject({ amount: 5 })
    const opened = await t.call('POST', `/${new URL(bill.body.data.invoice_url).pathname}`)
    await t.deliver(t.pay(String(opened.headers.location)))
    expect((await show(t, guest, id)).supplements).toMatchObject([{ label: 'Key', amount: 5, payment_status: 'paid' }])
    expect((await show(t, other.guest, other.id)).supplements).toMatchObject([
      { label: 'Wine', amount: 77, payment_status: null },
    ])
    await expectLedger(t)
  })

  test('a bill that another takes the place of is that of its own stay', async ({ t }) => {
    const bill = async (stay: Awaited<ReturnType<typeof reserved>>, label: string) => {
      await t.call('POST', `/reservations/${stay.id}/supplements`, { label, amount: 5 }, stay.owner)
      await t.call('POST', `//reservations/${stay.id}/invoice?is_supplement=true`, undefined, stay.guest)
    }
    const [other, own] = [await reserved(t), await reserved(t)]
    for (const { url } of [other, own]) await t.deliver(t.pay(url))
    for (const [stay, label] of [
      [other, 'Wine'],
      [own, 'Key'],
      [own, 'Bed'],
    ] as const)
      await bill(stay, label)
    const statuses = async ({ guest, id }: typeof own) =>
      (await show(t, guest, id)).payments
        .filter(({ kind }: { kind: string }) => kind === 'supplement')
        .map(({ amount, status }: { amount: number; status: string }) => [amount, status])
    expect(await statuses(other)).toEqual([[5, 'unpaid']])
    expect((await statuses(own)).toSorted()).toEqual([
      [10, 'unpaid'],
      [5, 'cancelled'],
    ])
  })

  test('a hold whose time is up keeps nobody from leaving', async ({ t }) => {
    await beside(t, { paid: false })
    const { id, guest } = await reserved(t)
    const leave = async () => (await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)).status
    expect(await leave()).toBe(409)
    await expire(t, id)
    expect(await leave()).toBe(200)
  })

  test.extend({ env: { HOLDS_PER_GUEST: '1' } })('the holds of others are no limit', async ({ t }) => {
    await beside(t, { paid: false })
    const { home, guest } = await reserved(t)
    const stay = { property_id: home, check_in: inDays(50), check_out: inDays(52), adults: 1 }
    expect((await t.call('POST', '/reservations', stay, guest)).status).toBe(429)
  })

  test('an account that is erased leaves the payments of others as they are', async ({ t }) => {
    const other = await beside(t, { paid: true })
    const { id, url, guest } = await reserved(t, { cancellation_policy: 'flexible' })
    await t.deliver(t.pay(url))
    await cancel(t, guest, id)
    await settled(t)
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)).status).toBe(200)
    await settled(t)
    await other.expectUntouched()
    const sessions = await t.db<{ request: object }[]>`
      select request from checkout_sessions c join payments p on p.id = c.payment_id where p.reservation_id = ${id}`
    expect(sessions.map(({ request }) => request)).toEqual([{}])
  })
})
