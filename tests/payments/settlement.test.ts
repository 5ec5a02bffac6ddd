import { describe, expect } from 'vitest'
import { inDays, type TestUser, test } from '../support/app.ts'
import {
  bookThreeNights,
  CONFIRMED,
  eventOf,
  expire,
  reserved,
  sessionOf,
  show,
  told,
  verify,
} from '../support/payments.ts'

describe('POST /stripe/webhook', () => {
  test('checkout.session.completed confirms, tells guest and owner, and mails them', async ({ t }) => {
    const { guest, owner, id, url } = await reserved(t)
    const answers = await Promise.all(t.pay(url).map((event) => t.webhook(event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await show(t, guest, id)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      hold_expires_at: null,
      payment_url: null,
    })
    expect([await told(t, guest), await told(t, owner)]).toEqual([CONFIRMED, CONFIRMED])
    await t.drain()
    const subjects = async (user: TestUser) => (await t.mails(user.email)).map((mail) => mail.subject).sort()
    expect(await subjects(guest)).toEqual(['Payment received', 'Reservation confirmed'])
    expect(await subjects(owner)).toEqual(['Paiement reçu', 'Réservation confirmée'])
  })

  test.for(['forward', 'backward'])(
    'any order and any number of deliveries end in the same state (%s)',
    async (order, { t }) => {
      const { guest, id, url } = await reserved(t)
      const events = t.pay(url)
      const sequence = [...events, ...events, ...events]
      for (const event of order === 'forward' ? sequence : sequence.reverse())
        expect((await t.webhook(event)).status).toBe(200)
      expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
      expect(await told(t, guest)).toEqual(CONFIRMED)
      expect(await t.db`select from inbound_events`).toHaveLength(events.length)
      expect(await t.db`select from reservation_events where to_status = 'confirmed'`).toHaveLength(1)
    },
  )

  test('twenty deliveries of one event at once apply it once', async ({ t }) => {
    const { guest, url } = await reserved(t)
    const event = eventOf(t.pay(url), 'checkout.session.completed')
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.webhook(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await told(t, guest)).toEqual(CONFIRMED)
    expect(await t.db`select from reservation_events where to_status = 'confirmed'`).toHaveLength(1)
  })

  test('a wrong, old or missing signature is 400 and changes nothing', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const event = eventOf(t.pay(url), 'checkout.session.completed')
    expect((await t.webhook(event, 'whsec_wrong')).status).toBe(400)
    expect((await t.call('POST', '/stripe/webhook', event)).status).toBe(400)
    expect(
      (await t.call('POST', '/stripe/webhook', 'garbage', { headers: { 'stripe-signature': 't=1,v1=00' } })).status,
    ).toBe(400)
    expect((await t.call('POST', '/stripe/webhook', undefined)).status).toBe(400)
    expect(
      (
        await t.call('POST', '/stripe/webhook', 'a=b', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(415)
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending' })
    expect(await t.db`select from inbound_events`).toHaveLength(0)
  })

  test('answers without the version prefix too', async ({ t }) => {
    expect((await t.call('POST', '//stripe/webhook', {})).status).toBe(400)
    expect((await t.call('GET', '//quotes/payment/verify?session_id=cs_none')).status).toBe(404)
  })

  test('payment_intent.payment_failed marks the payment, tells the guest, and a second try may succeed', async ({
    t,
  }) => {
    const { guest, id, url } = await reserved(t)
    for (const event of t.decline(url)) await t.webhook(event)
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
    expect(await told(t, guest)).toEqual(['payment_failed'])
    for (const event of t.pay(url)) await t.webhook(event)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('a failure that arrives after the payment changes nothing', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const failed = t.decline(url)
    for (const event of [...t.pay(url), ...failed]) await t.webhook(event)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('events that are not ours, or say nothing to us, are kept and change nothing', async ({ t }) => {
    const foreign = {
      id: 'evt_1',
      object: 'event',
      created: 1,
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_other', payment_status: 'paid', payment_intent: 'pi_other' } },
    }
    expect((await t.webhook(foreign)).status).toBe(200)
    expect(
      (
        await t.webhook({
          ...foreign,
          id: 'evt_2',
          type: 'customer.subscription.created',
          data: { object: { id: 'sub_1' } },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await t.webhook({
          ...foreign,
          id: 'evt_3',
          type: 'payment_intent.succeeded',
          data: { object: { id: 'pi_1', metadata: {} } },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await t.webhook({
          ...foreign,
          id: 'evt_4',
          type: 'charge.refunded',
          data: { object: { payment_intent: 'pi_none', amount_refunded: 5 } },
        })
      ).status,
    ).toBe(200)
    expect(await t.db`select type from inbound_events order by event_id`).toHaveLength(4)
  })
})

describe('GET /quotes/payment/verify', () => {
  test('asks the provider and confirms, as the webhook would', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const before = await verify(t, sessionOf(url))
    expect([before.status, before.body.data]).toEqual([
      200,
      { status: 'unpaid', reservation_id: id, amount: 300, currency: 'EUR' },
    ])
    t.pay(url)
    const after = await verify(t, sessionOf(url))
    expect(after.body).toEqual({
      success: true,
      message: 'Paiement reçu.',
      data: { status: 'paid', reservation_id: id, amount: 300, currency: 'EUR' },
    })
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed' })
    expect(await told(t, guest)).toEqual(CONFIRMED)
  })

  test('the webhook and ten verifications at once confirm once', async ({ t }) => {
    const { guest, owner, id, url } = await reserved(t)
    const events = t.pay(url)
    await Promise.all([
      ...events.map((event) => t.webhook(event)),
      ...Array.from({ length: 10 }, () => verify(t, sessionOf(url))),
    ])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect([await told(t, guest), await told(t, owner)]).toEqual([CONFIRMED, CONFIRMED])
    expect(await t.db`select from reservation_events where to_status = 'confirmed'`).toHaveLength(1)
    await t.drain()
    expect(await t.mails(guest.email)).toHaveLength(2)
  })

  test('unknown session 404, none 400', async ({ t }) => {
    expect((await verify(t, 'cs_test_unknown')).status).toBe(404)
    expect((await t.call('GET', '/quotes/payment/verify')).body.data).toHaveProperty('session_id')
  })
})

describe('late payment', () => {
  test('free nights: the reservation is confirmed after all', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    await expire(t, id)
    await t.app.jobs.enqueue(t.db, 'reservations.expire', {})
    // The session is still open at the provider: the job that closes it has not run.
    const events = t.pay(url)
    await t.drain()
    for (const event of events) await t.webhook(event)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await t.db`select from occupancy`).toHaveLength(1)
  })

  test('taken nights: the state stays, the money goes back once, support and guest are told', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    const support = await t.user({ role: 'support' })
    await expire(t, id)
    await bookThreeNights(t, await t.user(), home)
    for (const event of t.pay(url)) await t.webhook(event)
    await verify(t, sessionOf(url))
    await t.drain()
    const refunded = t.standin.store.undelivered.splice(0)
    expect(refunded.map((event) => event.type)).toContain('charge.refunded')
    for (const event of refunded) await t.webhook(event)
    expect(await show(t, guest, id)).toMatchObject({ status: 'expired', payment_status: 'refunded' })
    expect(t.standin.store.list('refund')).toMatchObject([{ amount: 30_000 }])
    expect(await told(t, support)).toEqual(['refund_pending'])
    expect(await told(t, guest)).toEqual(['payment_received', 'refund_approved', 'refund_pending'])
    expect(await t.db`select from occupancy`).toHaveLength(1)
    // Asked once more, nothing moves any more.
    await verify(t, sessionOf(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'expired', payment_status: 'refunded' })
  })

  test('a late payment and a new booking at once: one of them has the nights, no money is lost', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    await expire(t, id)
    const [event] = t.pay(url).filter(({ type }) => type === 'checkout.session.completed')
    const other = await t.user()
    const [, booked] = await Promise.all([
      event && t.webhook(event),
      t.call(
        'POST',
        '/reservations',
        { property_id: home, check_in: inDays(31), check_out: inDays(32), adults: 1 },
        other,
      ),
    ])
    await t.drain()
    const status = (await show(t, guest, id)).status
    expect([[status, booked.status]]).toEqual(status === 'confirmed' ? [['confirmed', 409]] : [['expired', 201]])
    expect(t.standin.store.list('refund')).toHaveLength(status === 'confirmed' ? 0 : 1)
    expect(await t.db`select from occupancy`).toHaveLength(1)
  })
})

test('a refund is never more than was paid, also when asked for at once', async ({ t }) => {
  const { id, url } = await reserved(t)
  for (const event of t.pay(url)) await t.webhook(event)
  const { startRefund } = await import('../../src/payments/refunds.ts')
  const [payment] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${id}`
  const request = { paymentId: payment?.id ?? 0, reservationId: id, cents: 7_000, currency: 'EUR', reason: 'test' }
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => t.db.begin((tx) => startRefund(t.app, tx, request))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  await expect(t.db`update payments set refunded_cents = amount_cents + 1`).rejects.toMatchObject({ code: '23514' })
})
