import { describe, expect } from 'vitest'
import { alone, inDays } from '../../support/app.ts'
import { occupied } from '../../support/booking.ts'
import {
  bookThreeNights,
  CONFIRMED,
  cancel,
  notified,
  refundsMade,
  reserved,
  sessionOf,
  show,
  takeEvents,
  verify,
} from '../../support/payments.ts'
import { messagesOf, paidStay } from '../../support/settlement.ts'

describe('money is applied once', () => {
  alone('reloading the success page of a stay that was cancelled without refund changes nothing', async ({ t }) => {
    const { guest, id, url } = await paidStay(t, { cancellation_policy: 'strict' })
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]')`
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ status: 'cancelled', refund: 0 })
    const again = await verify(t, sessionOf(url))
    expect(again.body.data).toEqual({ status: 'paid', reservation_id: id, amount: 300, currency: 'EUR' })
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'paid' })
    expect(await occupied(t)).toHaveLength(0)
    expect(refundsMade(t)).toEqual([])
  })

  alone('nor does it refund when the nights were sold again', async ({ t }) => {
    const { guest, home, id, url } = await paidStay(t, { cancellation_policy: 'strict' })
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]')`
    await cancel(t, guest, id)
    await bookThreeNights(t, await t.user(), home)
    for (let reload = 0; reload < 3; reload++) expect((await verify(t, sessionOf(url))).status).toBe(200)
    await t.drain()
    expect(refundsMade(t)).toEqual([])
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'paid' })
  })

  alone('a second session that is paid as well goes back in full by itself, and only that one', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    const support = await t.user({ role: 'support' })
    await t.db`update checkout_sessions set session_id = null, url = null, expires_at = now()`
    const quote = { property_id: home, check_in: inDays(30), check_out: inDays(33), adults: 2 }
    const again = await t.call('POST', '/reservations', quote, guest)
    expect([again.status, again.body.data.reservation_id]).toEqual([201, id])
    expect(again.body.data.payment_url).not.toBe(url)
    const events = [...t.pay(again.body.data.payment_url), ...t.pay(url)]
    await t.deliver(events)
    await t.deliver([...takeEvents(t), ...events])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(refundsMade(t)).toMatchObject([{ amount: 30_000 }])
    expect(await t.db`select status, refunded_cents from receipts order by status`).toEqual([
      { status: 'applied', refunded_cents: 0 },
      { status: 'surplus', refunded_cents: 30_000 },
    ])
    expect(await notified(t, guest)).toEqual([...CONFIRMED, 'refund_approved', 'refund_pending'].sort())
    expect(await notified(t, support)).toEqual(['refund_pending'])
  })

  alone('an intent that does not fit is kept, changes nothing and is shown to support', async ({ t }) => {
    const { guest, id } = await reserved(t)
    const support = await t.user({ role: 'support', locale: 'en' })
    const [payment] = await t.db<{ key: string }[]>`select key from payments`
    const send = (amount: number, currency: string) => {
      const intent = t.standin.store.create('pi', 'payment_intent', {
        amount,
        amount_received: amount,
        currency,
        status: 'succeeded',
        metadata: { payment: payment?.key },
        last_payment_error: null,
      })
      t.standin.store.emit('payment_intent.succeeded', intent)
    }
    send(1, 'usd')
    send(30_000, 'usd')
    send(29_999, 'eur')
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
    expect(await t.db`select status from receipts`).toEqual(Array(3).fill({ status: 'mismatch' }))
    expect(await messagesOf(t, support, 'payment_mismatch')).toHaveLength(3)
    send(30_000, 'eur')
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  alone('an intent that names our integers, as another database on the account would, is not ours', async ({ t }) => {
    const { guest, id } = await reserved(t)
    const metadata = { payment_id: '1', reservation_id: String(id), payment: '1' }
    const intent = t.standin.store.create('pi', 'payment_intent', {
      amount_received: 30_000,
      currency: 'eur',
      status: 'succeeded',
      metadata,
    })
    t.standin.store.emit('payment_intent.succeeded', intent)
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
    expect(await t.db`select status from inbound_events`).toEqual([{ status: 'ignored' }])
  })
})
