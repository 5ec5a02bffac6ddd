import { describe, expect } from 'vitest'
import { reconcile } from '../../../src/integrations/stripe-events/reconcile.ts'
import { alone, inDays, type TestApp, test } from '../../support/app.ts'
import { bookThreeNights, reserved, sessionOf, show, takeEvents } from '../../support/payments.ts'
import { paidStay } from '../../support/settlement.ts'

const stateOf = (t: TestApp, url: string) =>
  t.standin.store.list('checkout.session', ({ id }) => id === sessionOf(url))[0]?.status

describe('what the provider knows better', () => {
  test('closes the checkouts of own payments that were forgotten here, and no others', async ({ t }) => {
    const [forgotten, known] = [await reserved(t), await reserved(t)]
    await t.db`
      update checkout_sessions set session_id = null, url = null
      where payment_id in (select id from payments where reservation_id = ${forgotten.id})`
    // Another installation on the same account.
    const { sessionId: foreign, url } = await t.app.payments.createCheckout(
      'foreign',
      t.app.payments.checkoutRequest({
        paymentKey: '6f4c9d0e-5f5b-4a1e-9d0b-0a3a4a4b2f11',
        reservationId: null,
        amountCents: 1_000,
        currency: 'EUR',
        title: 'Casa',
        dates: null,
        email: null,
        customerId: null,
        agreement: undefined,
        expiresAt: Math.floor(Date.now() / 1_000) + 3_600,
        successUrl: 'http://elsewhere.test',
        cancelUrl: 'http://elsewhere.test',
      }),
    )
    expect(url).toContain(foreign)
    expect(await reconcile(t.app)).toMatchObject({ checkouts: 1, failed: [], unknown: [], returned: [] })
    expect([forgotten.url, known.url, url].map((one) => stateOf(t, one))).toEqual(['expired', 'open', 'open'])
  })

  alone('a stay whose money went back at the provider is named; one that was paid twice is not', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    await t.db`update checkout_sessions set session_id = null, url = null, expires_at = now()`
    const stay = { property_id: home, check_in: inDays(30), check_out: inDays(33), adults: 2 }
    const again = await t.call('POST', '/reservations', stay, guest)
    const returned = await paidStay(t)
    const cancelled = await paidStay(t)
    for (const { intent } of [returned, cancelled])
      await t.app.payments.refund({ key: `dashboard ${intent}`, paymentIntentId: intent, amountCents: 1_000 })
    await t.call('POST', `/reservations/${cancelled.id}/cancel`, {}, cancelled.guest)
    for (const checkout of [url, again.body.data.payment_url]) t.pay(checkout)
    takeEvents(t)
    expect(await reconcile(t.app)).toMatchObject({ failed: [], unknown: [], returned: [returned.id] })
    expect(await show(t, guest, id)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      refunds: [{ source: 'surplus' }],
    })
  })

  test('a refund that was known before is not named again', async ({ t }) => {
    const { guest, id, refundAmount } = await paidStay(t)
    await refundAmount(1_000)
    await t.drain()
    await bookThreeNights(t, guest, await t.home(await t.user()))
    expect(await reconcile(t.app)).toMatchObject({ checkouts: 0, returned: [] })
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'partially_refunded' })
  })
})
