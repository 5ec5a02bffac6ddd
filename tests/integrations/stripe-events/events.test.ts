import { createHmac } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { admin } from '../../support/admin.ts'
import { alone, isolated, startApp, type TestApp, type TestUser, test } from '../../support/app.ts'
import { skipBackOff } from '../../support/jobs.ts'
import { CONFIRMED, eventOf, notified, reserved, sessionOf, show, verify } from '../../support/payments.ts'

describe('POST /stripe/webhook', () => {
  test('checkout.session.completed confirms, tells guest and owner, and mails them', async ({ t }) => {
    const { guest, owner, id, url } = await reserved(t)
    const answers = await Promise.all(t.pay(url).map((event) => t.webhook(event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      hold_expires_at: null,
      payment_url: null,
    })
    expect([await notified(t, guest), await notified(t, owner)]).toEqual([CONFIRMED, CONFIRMED])
    await t.drain()
    const subjects = async (user: TestUser) => (await t.mails(user.email)).map((mail) => mail.subject).sort()
    expect(await subjects(guest)).toEqual(['Payment received', 'Reservation confirmed'])
    expect(await subjects(owner)).toEqual(['Paiement reçu', 'Réservation confirmée'])
  })

  alone.for(['forward', 'backward'])(
    'any order and any number of deliveries end in the same state (%s)',
    async (order, { t }) => {
      const { guest, id, url } = await reserved(t)
      const events = t.pay(url)
      const sequence = [...events, ...events, ...events]
      await t.deliver(order === 'forward' ? sequence : sequence.reverse())
      expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
      expect(await notified(t, guest)).toEqual(CONFIRMED)
      expect(await t.db`select from inbound_events`).toHaveLength(events.length)
      expect(await t.db`select from reservation_events where to_status = 'confirmed'`).toHaveLength(1)
    },
  )

  isolated('twenty deliveries of one event at once apply it once', async ({ t }) => {
    const { guest, url } = await reserved(t)
    const event = eventOf(t.pay(url), 'checkout.session.completed')
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.webhook(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await t.drain()
    expect(await notified(t, guest)).toEqual(CONFIRMED)
    expect(await t.db`select from reservation_events where to_status = 'confirmed'`).toHaveLength(1)
  })

  alone('a wrong, old or missing signature is 400 and changes nothing', async ({ t }) => {
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

  alone('a right signature is 400 when its time is long past, in the future or none', async ({ t }) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'charge.refunded', data: { object: { id: 'ch_1' } } })
    const post = async (time: string, signedTime = time) => {
      const mac = createHmac('sha256', t.app.config.stripe.webhookSecret).update(`${signedTime}.${body}`).digest('hex')
      const headers = { 'stripe-signature': `t=${time},v1=${mac}` }
      return (await t.call('POST', '/stripe/webhook', body, { headers })).status
    }
    const now = Math.floor(Date.now() / 1_000)
    expect([await post(String(now - 400)), await post(String(now + 400)), await post('soon', 'NaN')]).toEqual([
      400, 400, 400,
    ])
    expect(await t.db`select from inbound_events`).toHaveLength(0)
    expect(await post(String(now + 200))).toBe(200)
  })

  test('answers without the version prefix too', async ({ t }) => {
    expect((await t.call('POST', '//stripe/webhook', {})).status).toBe(400)
    expect((await t.call('GET', '//quotes/payment/verify?session_id=cs_none')).status).toBe(404)
  })

  test('payment_intent.payment_failed marks the payment, tells the guest, and a second try may succeed', async ({
    t,
  }) => {
    const { guest, id, url } = await reserved(t)
    await t.deliver(t.decline(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
    expect(await notified(t, guest)).toEqual(['payment_failed'])
    await t.deliver(t.pay(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  alone('checkout.session.expired closes its own attempt to pay, once', async ({ t }) => {
    const [other, { url }] = [await reserved(t), await reserved(t)]
    const object = { id: sessionOf(url) }
    const closed = () =>
      t.db<{ session_id: string; closed_at: string }[]>`
        select session_id, closed_at from checkout_sessions where closed_at is not null`
    await t.deliver([event('evt_expired', 'checkout.session.expired', object)])
    const before = await closed()
    expect(before).toEqual([{ session_id: object.id, closed_at: expect.any(String) }])
    await t.deliver([event('evt_expired_again', 'checkout.session.expired', object)])
    expect(await closed()).toEqual(before)
    expect((await verify(t, sessionOf(other.url))).body.data).toMatchObject({ status: 'unpaid' })
  })

  test('a failure that arrives after the payment changes nothing', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const failed = t.decline(url)
    await t.deliver([...t.pay(url), ...failed])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  const event = (id: string, type: string, object: unknown) => ({
    id,
    object: 'event',
    created: 1,
    type,
    data: { object },
  })
  const inbox = (t: TestApp) =>
    t.db`select type, status, attempts, error from inbound_events order by received_at, event_id`

  alone('events that are not ours, or say nothing to us, are kept and change nothing', async ({ t }) => {
    const { guest, id } = await reserved(t)
    const { store } = t.standin
    const intent = store.create('pi', 'payment_intent', { status: 'succeeded', currency: 'eur', metadata: {} })
    const session = store.create('cs_test', 'checkout.session', {
      status: 'complete',
      payment_status: 'paid',
      payment_intent: intent.id,
    })
    await t.deliver([
      event('evt_1', 'checkout.session.completed', session),
      event('evt_2', 'customer.subscription.created', { id: 'sub_1' }),
      event('evt_3', 'payment_intent.succeeded', intent),
      event('evt_4', 'charge.refunded', { id: 'ch_1', payment_intent: intent.id, amount_refunded: 5 }),
    ])
    expect(await t.db`select distinct status from inbound_events`).toEqual([{ status: 'ignored' }])
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
  })

  alone('events of what the provider itself does not know yet are not swallowed but tried again', async ({ t }) => {
    const unknown = [
      event('evt_1', 'checkout.session.completed', { id: 'cs_none' }),
      event('evt_2', 'payment_intent.succeeded', { id: 'pi_none' }),
      event('evt_3', 'refund.created', { id: 're_none', payment_intent: 'pi_none' }),
    ]
    await expect(t.deliver(unknown)).rejects.toThrow('the provider does not know cs_none')
    expect(await t.db`select distinct status, attempts from inbound_events`).toEqual([
      { status: 'received', attempts: 1 },
    ])
  })

  alone('signed but malformed events are stored and marked: the sender has nothing to repeat', async ({ t }) => {
    const signed = (body: string) => {
      const time = Math.floor(Date.now() / 1000)
      const mac = createHmac('sha256', t.app.config.stripe.webhookSecret).update(`${time}.${body}`).digest('hex')
      return t.call('POST', '/stripe/webhook', body, { headers: { 'stripe-signature': `t=${time},v1=${mac}` } })
    }
    const bodies = [
      'not JSON',
      '[]',
      'null',
      '{"id":"evt_1"}',
      '{"id":7,"type":"charge.refunded"}',
      '{"id":"evt_nul","type":"charge.refunded","data":{"object":{"id":"\\u0000"}}}',
      '{"id":"evt_half","type":"charge.refunded","data":{"object":{"id":"\\ud800"}}}',
      `{"id":"evt_deep","type":"charge.refunded","data":{"object":${'['.repeat(6_000)}${']'.repeat(6_000)}}}`,
      '{"id":"evt_\\\\u0000","type":"charge.refunded"}',
      `{"id":"evt_long","type":"payment_intent.succeeded","data":{"object":{"id":"${'x'.repeat(30_000)}"}}}`,
      '{"id":"evt_bare","type":"payment_intent.succeeded"}',
      '{"id":"evt_odd","type":"checkout.session.completed","data":{"object":[]}}',
      '{"id":"evt_odder","type":"refund.updated","data":{"object":{"payment_intent":{"id":"pi"}}}}',
    ]
    for (const body of [...bodies, ...bodies]) expect((await signed(body)).status).toBe(200)
    await t.drain()
    const stored = await inbox(t)
    expect(stored).toHaveLength(bodies.length)
    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['malformed']))
  })

  alone('an event that cannot be applied keeps its error, is counted and listed, and is tried again', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const events = t.pay(url)
    const find = t.app.payments.findIntent
    t.app.payments.findIntent = () => Promise.reject(new Error('provider away'))
    const session = t.app.payments.findCheckout
    t.app.payments.findCheckout = () => Promise.reject(new Error('provider away'))
    await expect(t.deliver(events)).rejects.toThrow('provider away')
    // The other event of the payment says nothing new.
    expect((await inbox(t)).filter(({ status }) => status !== 'applied')).toMatchObject([
      { status: 'received', attempts: 1, error: 'Error: provider away' },
    ])
    const metrics = (await t.call('GET', '//metrics')).body
    expect(metrics).toContain('inbox_waiting 1')
    expect(metrics).toMatch(/^inbox_oldest_seconds 0\.\d*[1-9]/m)
    expect(await admin(t, 'inbox')).toContain('provider away')
    t.app.payments.findIntent = find
    t.app.payments.findCheckout = session
    await skipBackOff(t.app)
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await admin(t, 'inbox')).toBe('No event waits.')
  })

  test('by itself: the webhook wakes the job that applies it', async () => {
    const t = await startApp({}, { run: true })
    try {
      const { guest, id, url } = await reserved(t)
      for (const event of t.pay(url)) expect((await t.webhook(event)).status).toBe(200)
      await vi.waitFor(async () => expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed' }), {
        timeout: 10_000,
      })
    } finally {
      await t.close()
    }
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
    expect(await notified(t, guest)).toEqual(CONFIRMED)
  })

  isolated('the webhook and ten verifications at once confirm once', async ({ t }) => {
    const { guest, owner, id, url } = await reserved(t)
    const events = t.pay(url)
    await Promise.all([
      ...events.map((event) => t.webhook(event)),
      ...Array.from({ length: 10 }, () => verify(t, sessionOf(url))),
    ])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect([await notified(t, guest), await notified(t, owner)]).toEqual([CONFIRMED, CONFIRMED])
    expect(await t.db`select from reservation_events where to_status = 'confirmed'`).toHaveLength(1)
    await t.drain()
    expect(await t.mails(guest.email)).toHaveLength(2)
  })

  test('unknown session 404, none 400', async ({ t }) => {
    expect((await verify(t, 'cs_test_unknown')).status).toBe(404)
    expect((await t.call('GET', '/quotes/payment/verify')).body.data).toHaveProperty('session_id')
  })
})
