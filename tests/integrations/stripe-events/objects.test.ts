import { describe, expect } from 'vitest'
import { closeDispute, createDispute } from '../../../src/dev/stripe/disputes.ts'
import { updateSubscription } from '../../../src/dev/stripe/subscriptions.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { CONFIRMED, expectLedger, notified, reserved, show, takeEvents } from '../../support/payments.ts'

const post = (t: TestApp, path: string, fields: Record<string, string>) =>
  fetch(`${t.standin.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${t.app.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  })

const profile = async (t: TestApp, user: TestUser) => (await t.call('GET', '/user', undefined, user)).body.data

/** The customer of a user at the provider, made by saving a card. */
async function customerOf(t: TestApp, user: TestUser): Promise<string> {
  const body = { payment_method_id: 'pm_card_visa' }
  expect((await t.call('POST', '/user-payment-methods', body, user)).status).toBe(201)
  const [row] = await t.db<{ customer_id: string }[]>`select customer_id from customers where user_id = ${user.id}`
  return row?.customer_id ?? ''
}

describe('a disputed payment', () => {
  test('is marked and told, once, in any order; a lost one is money out, within what came in', async ({ t }) => {
    const support = await t.user({ role: 'support' })
    const { guest, owner, id, url } = await reserved(t)
    const events = t.pay(url, 'pm_card_createDispute')
    await t.deliver([...events.toReversed(), ...events])
    expect(await notified(t, support)).toEqual(['payment_disputed'])
    expect((await show(t, owner, id)).payments).toMatchObject([
      { status: 'paid', dispute_status: 'needs_response', refunded: 0 },
    ])
    const [payment] = (await show(t, guest, id)).payments
    expect(payment.dispute_status).toBeNull()
    const [dispute] = t.standin.store.list('dispute')
    closeDispute(t.standin.store, dispute?.id ?? '', 'lost')
    const closed = takeEvents(t).filter(({ type }) => type === 'charge.dispute.closed')
    await t.deliver([...closed, ...closed, ...events])
    await t.drain()
    expect(await show(t, owner, id)).toMatchObject({
      payment_status: 'refunded',
      payments: [{ dispute_status: 'lost', refunded: 300 }],
      refunds: [{ source: 'dispute', amount: 300, status: 'succeeded', reason: null }],
    })
    expect((await show(t, guest, id)).refunds).toEqual([])
    expect((await show(t, support, id)).refunds).toMatchObject([{ reason: 'dispute' }])
    expect((await show(t, owner, id)).invoices.map(({ total }: { total: number }) => total)).toEqual([300, -300])
    expect(await notified(t, support)).toEqual(['payment_disputed', 'payment_disputed'])
    const trigger = await t.call('POST', `//payment_status_notification/${payment.id}`, undefined, owner)
    expect((await notified(t, guest)).filter((type: string) => type === 'refund_approved')).toEqual([])
    expect([200, 409]).toContain(trigger.status)
    await expectLedger(t)
  })

  test('of which a part was given back before loses the rest', async ({ t }) => {
    const support = await t.user({ role: 'support' })
    const { owner, id, url } = await reserved(t)
    await t.deliver(t.pay(url))
    const [payment] = (await show(t, owner, id)).payments
    await t.call('POST', `/payments/${payment.id}/refund`, { amount: 100, reason: 'x' }, support)
    await t.drain()
    const [charge] = t.standin.store.list('charge')
    closeDispute(t.standin.store, createDispute(t.standin.store, charge?.id ?? '').id, 'lost')
    await t.deliver(takeEvents(t))
    await t.drain()
    expect((await show(t, owner, id)).refunds).toMatchObject([{ amount: 100 }, { source: 'dispute', amount: 200 }])
    await expectLedger(t)
  })

  test('that is won keeps its money, and can be refunded after', async ({ t }) => {
    const support = await t.user({ role: 'support' })
    const { guest, owner, id, url } = await reserved(t)
    await t.deliver(t.pay(url))
    const [charge] = t.standin.store.list('charge')
    const dispute = createDispute(t.standin.store, charge?.id ?? '')
    closeDispute(t.standin.store, dispute.id, 'won')
    await t.deliver(takeEvents(t))
    const { payments, refunds } = await show(t, owner, id)
    expect([payments, refunds]).toMatchObject([[{ status: 'paid', dispute_status: 'won', refunded: 0 }], []])
    const answer = await t.call('POST', `/payments/${payments[0].id}/refund`, { amount: 300, reason: 'x' }, support)
    expect(answer.status).toBe(200)
    expect(await notified(t, guest)).toEqual([...CONFIRMED, 'refund_pending'].sort())
  })
})

describe('a subscription', () => {
  test('is shown to its user, told at its beginning and its end, and never revived by what arrives late', async ({
    t,
  }) => {
    const user = await t.user()
    const customer = await customerOf(t, user)
    expect((await profile(t, user)).subscription).toBeNull()
    await post(t, '/v1/subscriptions', { customer, 'items[0][price]': 'price_monthly' })
    const began = takeEvents(t)
    await t.deliver(began)
    const { subscription } = await profile(t, user)
    expect(subscription).toMatchObject({ status: 'active', price_id: 'price_monthly', cancel_at_period_end: false })
    expect(Date.parse(subscription.current_period_end)).toBeGreaterThan(Date.now())
    await post(t, `/v1/subscriptions/${subscription.id}`, { cancel_at_period_end: 'true' })
    await t.deliver(takeEvents(t))
    expect((await profile(t, user)).subscription).toMatchObject({ status: 'active', cancel_at_period_end: true })
    updateSubscription(t.standin.store, subscription.id, { status: 'canceled', canceled_at: 1 })
    const ended = takeEvents(t)
    await t.deliver([...ended, ...began, ...ended])
    expect((await profile(t, user)).subscription).toBeNull()
    expect(await notified(t, user)).toEqual(['subscription_ended', 'subscription_started'])
    const exported = (await t.call('GET', '/user/export', undefined, user)).body
    expect(JSON.stringify(exported)).toContain(subscription.id)
  })

  alone('of a customer of another service is ignored', async ({ t }) => {
    const made = (await (await post(t, '/v1/customers', { email: 'other@example.org' })).json()) as { id: string }
    await post(t, '/v1/subscriptions', { customer: made.id, 'items[0][price]': 'price_monthly' })
    await t.deliver(takeEvents(t))
    expect(await t.db`select status from inbound_events`).toEqual([{ status: 'ignored' }])
    expect(await t.db`select from subscriptions`).toHaveLength(0)
  })
})

describe('payment methods that change at the provider', () => {
  const saved = async (t: TestApp, user: TestUser) =>
    (await t.call('GET', '/user-payment-methods', undefined, user)).body.data
  /** Delivers what has happened, and lets the minute pass that a request which saves a card may need. */
  async function sync(t: TestApp) {
    await t.deliver(takeEvents(t))
    await t.db`update pgboss.job set start_after = now() where name = 'customers.sync-method' and state = 'created'`
    await t.drain()
  }

  alone(
    'a card that a deposit leaves is listed, one that is removed there goes, and erasing detaches all',
    async ({ t }) => {
      const { guest, url } = await reserved(t, { deposit_percent: 30, balance_due_days: 10 })
      t.standin.store.undelivered.push(...t.pay(url, 'pm_card_mastercard'))
      await sync(t)
      const [card] = await saved(t, guest)
      expect(card).toMatchObject({ brand: 'mastercard', last4: '4444', is_default: true })
      await customerOf(t, guest)
      await sync(t)
      expect(await saved(t, guest)).toHaveLength(2)
      await post(t, `/v1/payment_methods/${card.payment_method_id}/detach`, {})
      await sync(t)
      expect(await saved(t, guest)).toMatchObject([{ brand: 'visa', is_default: true }])
      await t.db`update reservations set status = 'completed'`
      expect((await t.call('DELETE', '/user', { current_password: 'correct horse' }, guest)).status).toBe(200)
      await t.drain()
      expect(t.standin.store.list('payment_method').map(({ customer }) => customer)).toEqual([null, null])
    },
  )
})
