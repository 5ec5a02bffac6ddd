import { describe, expect } from 'vitest'
import { failRefund } from '../../src/dev/stripe/refunds.ts'
import { AppError } from '../../src/http/errors.ts'
import { startRefund } from '../../src/refunds/jobs.ts'
import { expireHoldsJob } from '../../src/settlement/holds.jobs.ts'
import { inDays, type TestApp, type TestUser, test } from '../support/app.ts'
import { book, occupied, stay } from '../support/booking.ts'
import {
  bookThreeNights,
  CONFIRMED,
  expire,
  refundAtProvider,
  reserved,
  sessionOf,
  show,
  told,
  verify,
} from '../support/payments.ts'
import { holdUntil } from '../support/stays.ts'

const cancel = (t: TestApp, user: TestUser, id: number) => t.call('POST', `/reservations/${id}/cancel`, {}, user)
const takeEvents = (t: TestApp) => t.standin.store.undelivered.splice(0)
const refunds = (t: TestApp) => t.standin.store.list('refund')
const messages = async (t: TestApp, user: TestUser, type: string) =>
  (await t.call('GET', '/notifications?per_page=100', undefined, user)).body.data
    .filter((one: { type: string }) => one.type === type)
    .map((one: { message: string }) => one.message)

/** As if the provider's answer to the creation of this checkout was lost. */
const loseAnswer = (t: TestApp) => t.db`update checkout_sessions set session_id = null, url = null`

async function paid(t: TestApp, fields: Record<string, unknown> = {}) {
  const scene = await reserved(t, fields)
  await t.deliver(t.pay(scene.url))
  const [receipt] = await t.db<{ payment_id: number; payment_intent_id: string }[]>`
    select payment_id, payment_intent_id from receipts`
  if (!receipt) throw new Error('not paid')
  const refundAmount = (amount_cents: number) =>
    t.db.begin((tx) =>
      startRefund(t.app, tx, receipt.payment_id, {
        payment_intent_id: receipt.payment_intent_id,
        amount_cents,
        reason: 'test',
        source: 'api',
      }),
    )
  return { ...scene, intent: receipt.payment_intent_id, refundAmount }
}

describe('money is applied once', () => {
  test('reloading the success page of a stay that was cancelled without refund changes nothing', async ({ t }) => {
    const { guest, id, url } = await paid(t, { cancellation_policy: 'strict' })
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]')`
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ status: 'cancelled', refund: 0 })
    const again = await verify(t, sessionOf(url))
    expect(again.body.data).toEqual({ status: 'paid', reservation_id: id, amount: 300, currency: 'EUR' })
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'paid' })
    expect(await occupied(t)).toHaveLength(0)
    expect(refunds(t)).toEqual([])
  })

  test('nor does it refund when the nights were sold again', async ({ t }) => {
    const { guest, home, id, url } = await paid(t, { cancellation_policy: 'strict' })
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]')`
    await cancel(t, guest, id)
    await bookThreeNights(t, await t.user(), home)
    for (let reload = 0; reload < 3; reload++) expect((await verify(t, sessionOf(url))).status).toBe(200)
    await t.drain()
    expect(refunds(t)).toEqual([])
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'paid' })
  })

  test('a second session that is paid as well goes back in full by itself, and only that one', async ({ t }) => {
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
    expect(refunds(t)).toMatchObject([{ amount: 30_000 }])
    expect(await t.db`select status, refunded_cents from receipts order by status`).toEqual([
      { status: 'applied', refunded_cents: 0 },
      { status: 'surplus', refunded_cents: 30_000 },
    ])
    expect(await told(t, guest)).toEqual([...CONFIRMED, 'refund_approved', 'refund_pending'].sort())
    expect(await told(t, support)).toEqual(['refund_pending'])
  })

  test('an intent that does not fit is kept, changes nothing and is shown to support', async ({ t }) => {
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
    expect(await messages(t, support, 'payment_mismatch')).toHaveLength(3)
    send(30_000, 'eur')
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('an intent that names our integers, as another database on the account would, is not ours', async ({ t }) => {
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

describe('a checkout can be opened again', () => {
  test('a hundred confirmations of one quote at once give one reservation and one URL', async ({ t }) => {
    const { home, guest } = { ...(await reserved(t)), guest: await t.user() }
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
  })

  test('after a lost answer, and after the title and the address have changed, the same session comes back', async ({
    t,
  }) => {
    const { owner, guest, home } = await reserved(t)
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
    const first = await confirm()
    await loseAnswer(t)
    await t.call('PUT', `/properties/${home}`, { title: 'Another title' }, owner)
    await t.db`update users set email = 'new@example.org' where id = ${guest.id}`
    const again = await confirm()
    expect([again.status, again.body.data]).toEqual([200, first.body.data])
    expect(t.standin.store.list('checkout.session')).toHaveLength(2)
  })

  test('with too little time left for the provider a new attempt begins, and the hold outlives it', async ({ t }) => {
    const { guest, home } = await reserved(t)
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
    const first = await confirm()
    await t.db`
      update checkout_sessions set session_id = null, url = null, expires_at = now() + interval '31 minutes'
      where session_id = ${sessionOf(first.body.data.payment_url)}`
    await holdUntil(t, '36 minutes')
    const again = await confirm()
    expect(again.status).toBe(200)
    expect(again.body.data.payment_url).not.toBe(first.body.data.payment_url)
    const [hold] = await t.db<{ minutes: number }[]>`
      select round(extract(epoch from hold_expires_at - now()) / 60)::int as minutes from reservations order by id desc`
    expect(hold?.minutes).toBe(50)
  })

  test('a guest who let a whole session pass gets no second one: the nights are not held without end', async ({
    t,
  }) => {
    const { guest, home } = await reserved(t)
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
    await confirm()
    // As when the time of the session is up: five minutes of the hold are left.
    await t.db`update checkout_sessions set expires_at = now() - interval '1 second'`
    await holdUntil(t, '5 minutes')
    expect((await confirm()).status).toBe(409)
    await t.db`update checkout_sessions set expires_at = now() + interval '25 minutes'`
    await holdUntil(t, '30 minutes')
    expect((await confirm()).status).toBe(200)
    // The provider closes the session and sends the event.
    const [session] = t.standin.store.list('checkout.session')
    await fetch(`${t.standin.url}/v1/checkout/sessions/${session?.id}/expire`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.app.config.stripe.secretKey}` },
    })
    await t.deliver(takeEvents(t))
    expect((await confirm()).status).toBe(409)
    expect(t.standin.store.list('checkout.session')).toHaveLength(2)
  })

  test('nor does one whose hold is over and has not been swept yet', async ({ t }) => {
    const { guest, home } = await reserved(t)
    const quote = (await t.call('POST', '/quotes', stay(home, 60))).body.data.quote_id
    const confirm = () => t.call('GET', `/quotes/confirm?quote_id=${quote}`, undefined, guest)
    await confirm()
    await t.db`update checkout_sessions set session_id = null, url = null, expires_at = now()`
    await holdUntil(t, '-10 minutes')
    expect((await confirm()).status).toBe(409)
  })

  test('a wish that comes again finds its own hold and its own URL', async ({ t }) => {
    const { guest, home } = await reserved(t)
    const wish = stay(home, 60)
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(t, guest, wish)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)).size).toBe(1)
    const quote_id = (await t.call('POST', '/quotes', stay(home, 80))).body.data.quote_id
    const quoted = await Promise.all(Array.from({ length: 6 }, () => book(t, guest, { quote_id })))
    expect(new Set(quoted.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)).size).toBe(1)
    expect((await book(t, await t.user(), wish)).status).toBe(409)
  })
})

describe('paid is never expired', () => {
  test('the sweep asks first: what was paid without our knowing is confirmed', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    t.pay(url)
    await expire(t, id)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('so does a booking that wants the nights: it is refused', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    t.pay(url)
    await expire(t, id)
    expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBe(409)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('while the provider cannot be asked nothing is given up, and the booking is told to come back', async ({
    t,
  }) => {
    const { guest, home, id } = await reserved(t)
    await expire(t, id)
    const ask = t.app.payments.closeCheckout
    t.app.payments.closeCheckout = () => Promise.reject(new Error('away'))
    expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBeGreaterThanOrEqual(500)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending' })
    t.app.payments.closeCheckout = ask
    expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBe(201)
    expect(await show(t, guest, id)).toMatchObject({ status: 'expired' })
  })

  test('payment, sweep and another booking at once: the nights have one guest, the money one place', async ({ t }) => {
    for (let round = 0; round < 5; round++) {
      const { guest, home, id, url } = await reserved(t)
      await expire(t, id)
      const other = await t.user()
      const [, booked] = await Promise.all([
        t.app.jobs.enqueue(t.db, expireHoldsJob, {}).then(() => t.drain()),
        book(t, other, stay(home, 31, 1)),
        (async () => {
          try {
            for (const event of t.pay(url)) await t.webhook(event)
          } catch {
            // The checkout was closed before the guest paid.
          }
        })(),
      ])
      await t.drain()
      const status = (await show(t, guest, id)).status
      expect([status, booked.status]).toEqual(status === 'confirmed' ? ['confirmed', 409] : ['expired', 201])
      const [money] = await t.db`
        select coalesce(sum(r.amount_cents - r.refunded_cents), 0)::int as kept
        from receipts r join payments p on p.id = r.payment_id where p.reservation_id = ${id}`
      expect(money?.kept).toBe(status === 'confirmed' ? 30_000 : 0)
    }
  })
})

describe('late money', () => {
  /** An expired reservation whose guest can still pay, because the provider's answer with the session was lost. */
  async function expired(t: TestApp) {
    const scene = await reserved(t)
    await loseAnswer(t)
    await expire(t, scene.id)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(await show(t, scene.guest, scene.id)).toMatchObject({ status: 'expired' })
    return scene
  }

  test('free nights: the reservation is confirmed after all', async ({ t }) => {
    const { guest, id, url } = await expired(t)
    await t.deliver(t.pay(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await occupied(t)).toHaveLength(1)
  })

  test('taken nights: the state stays, the money goes back once, support and guest are told', async ({ t }) => {
    const { guest, home, id, url } = await expired(t)
    const support = await t.user({ role: 'support' })
    await bookThreeNights(t, await t.user(), home)
    const events = t.pay(url)
    await t.deliver([...events, ...events])
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'expired', payment_status: 'refunded' })
    expect(refunds(t)).toMatchObject([{ amount: 30_000 }])
    expect(await told(t, support)).toEqual(['refund_pending'])
    expect(await told(t, guest)).toEqual(['payment_received', 'refund_approved', 'refund_pending'])
    expect(await occupied(t)).toHaveLength(1)
  })

  test('a stay that its guest gave up is not revived: the money goes back and the state stays', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const events = t.pay(url)
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ status: 'cancelled', refund: 0 })
    await t.deliver(events)
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
    expect(await occupied(t)).toHaveLength(0)
    expect(refunds(t)).toMatchObject([{ amount: 30_000 }])
  })

  test('a checkout that is given up is closed at the provider', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    await cancel(t, guest, id)
    await t.drain()
    expect(() => t.pay(url)).toThrow(/no longer open/)
  })
})

describe('refunds', () => {
  test('two refunds of 70 tell the guest 70 and 70', async ({ t }) => {
    const { guest, id, refundAmount } = await paid(t)
    await refundAmount(7_000)
    await refundAmount(7_000)
    await t.drain()
    await t.deliver(takeEvents(t))
    expect(await messages(t, guest, 'refund_pending')).toEqual(Array(2).fill(expect.stringContaining('€70.00')))
    expect(await messages(t, guest, 'refund_approved')).toEqual(Array(2).fill(expect.stringContaining('€70.00')))
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'partially_refunded' })
  })

  test('events in any order, and before their payment is known, end in the same state', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const events = t.pay(url)
    const intent = String(t.standin.store.list('payment_intent')[0]?.id)
    await refundAtProvider(t, intent, 15_000)
    await refundAtProvider(t, intent, 15_000)
    await t.deliver([...takeEvents(t).reverse(), ...events])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'refunded' })
    expect(await t.db`select amount_cents, source, status from refunds`).toEqual(
      Array(2).fill({ amount_cents: 15_000, source: 'provider', status: 'succeeded' }),
    )
    expect(await messages(t, guest, 'refund_approved')).toEqual(Array(2).fill(expect.stringContaining('€150.00')))
  })

  test('a webhook that is faster than the job settles the refund; the job finds nothing to do', async ({ t }) => {
    const { guest, id, intent, refundAmount } = await paid(t)
    await refundAmount(7_000)
    const [refund] = await t.db<{ key: string }[]>`select key from refunds`
    await t.app.payments.refund({ key: refund?.key ?? '', paymentIntentId: intent, amountCents: 7_000 })
    await t.deliver(takeEvents(t))
    expect(await t.db`select status, source from refunds`).toEqual([{ status: 'succeeded', source: 'api' }])
    expect(refunds(t)).toHaveLength(1)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'partially_refunded' })
  })

  test('a refund that crosses one at the provider’s own pages gives back what is left, and support is told', async ({
    t,
  }) => {
    const { guest, id, intent, refundAmount } = await paid(t)
    const support = await t.user({ role: 'support' })
    await refundAmount(20_000)
    await refundAtProvider(t, intent, 15_000)
    await t.drain()
    await t.deliver(takeEvents(t))
    expect(await t.db`select amount_cents, status, source from refunds order by id`).toEqual([
      { amount_cents: 20_000, status: 'failed', source: 'api' },
      { amount_cents: 15_000, status: 'succeeded', source: 'provider' },
      { amount_cents: 15_000, status: 'succeeded', source: 'api' },
    ])
    expect(await t.db`select refunded_cents from receipts`).toEqual([{ refunded_cents: 30_000 }])
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
    expect(await told(t, support)).toEqual(['refund_failed'])
  })

  test('so does a cancellation: nothing that is owed stays with the house', async ({ t }) => {
    const { guest, id, intent } = await paid(t)
    await refundAtProvider(t, intent, 777)
    // Its events are late.
    takeEvents(t)
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ refund: 300 })
    await t.drain()
    expect(refunds(t).reduce((sum, refund) => sum + Number(refund.amount), 0)).toBe(30_000)
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  })

  test('a refund that is refused for another reason stays failed: its amount is free for another try', async ({
    t,
  }) => {
    const { guest, id, refundAmount } = await paid(t)
    const support = await t.user({ role: 'support' })
    const refund = t.app.payments.refund
    t.app.payments.refund = () => Promise.reject(new AppError('providerRefused'))
    await refundAmount(20_000)
    await t.drain()
    expect(await t.db`select amount_cents, status from refunds`).toEqual([{ amount_cents: 20_000, status: 'failed' }])
    expect(await told(t, support)).toEqual(['refund_failed'])
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid' })
    t.app.payments.refund = refund
    await refundAmount(30_000)
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
  })

  test('a refund that fails after it succeeded is open again, whatever arrives after that', async ({ t }) => {
    const { guest, id, refundAmount } = await paid(t)
    const support = await t.user({ role: 'support' })
    await refundAmount(30_000)
    await t.drain()
    const early = takeEvents(t)
    await t.deliver(early)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
    failRefund(t.standin.store, String(refunds(t)[0]?.id))
    await t.deliver(takeEvents(t).reverse())
    await t.deliver(early.map((event) => ({ ...event, id: `${event.id}_again` })))
    expect(await t.db`select status from refunds`).toEqual([{ status: 'failed' }])
    expect(await t.db`select refunded_cents from receipts`).toEqual([{ refunded_cents: 0 }])
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid' })
    expect(await told(t, support)).toEqual(['refund_failed'])
  })

  test('a retry after a day asks the provider first what exists: nothing goes out twice', async ({ t }) => {
    const { intent, refundAmount } = await paid(t)
    await refundAmount(7_000)
    const [refund] = await t.db<{ key: string }[]>`select key from refunds`
    await t.app.payments.refund({ key: refund?.key ?? '', paymentIntentId: intent, amountCents: 7_000 })
    takeEvents(t)
    await t.db`update refunds set created_at = now() - interval '2 days'`
    // The provider has deleted the idempotency key.
    t.app.payments.refund = () => Promise.reject(new Error('must not be asked'))
    await t.drain()
    expect(refunds(t)).toHaveLength(1)
    expect(await t.db`select status from refunds`).toEqual([{ status: 'succeeded' }])
  })

  test('never more goes back than came in, also when asked for at once and against the provider’s own', async ({
    t,
  }) => {
    const { intent, refundAmount } = await paid(t)
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => refundAmount(7_000)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    await expect(t.db`update receipts set refunded_cents = amount_cents + 1`).rejects.toMatchObject({ code: '23514' })
    await refundAtProvider(t, intent, 10_000)
    await t.drain()
    await t.deliver(takeEvents(t))
    const gone = refunds(t).reduce((sum, refund) => sum + Number(refund.amount), 0)
    expect(gone).toBeLessThanOrEqual(30_000)
    expect(await t.db`select refunded_cents from receipts`).toEqual([{ refunded_cents: gone }])
  })
})
