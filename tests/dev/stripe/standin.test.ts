import type Stripe from 'stripe'
import { describe, expect } from 'vitest'
import { decline, pay } from '../../../src/dev/stripe/checkout.ts'
import { checkoutPage } from '../../../src/dev/stripe/checkout-page.ts'
import { signedEvent } from '../../../src/dev/stripe/store.ts'
import { checkout, client, test } from '../../support/stripe.ts'

/** Charges a customer's method while they are away. */
const chargeAway = (stripe: Stripe, customer: string, payment_method: string, idempotencyKey: string) =>
  stripe.paymentIntents.create(
    { amount: 5_000, currency: 'eur', customer, payment_method, off_session: true, confirm: true },
    { idempotencyKey },
  )

describe('the payment stand-in, through the unmodified SDK', () => {
  test('a session is opened, and paid on its page once', async ({ stripe }) => {
    const session = await stripe.checkout.sessions.create(checkout())
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 12_345,
      currency: 'eur',
    })
    const response = await fetch(`${session.url}/pay`, { method: 'POST', redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `http://localhost/ok?session_id=${session.id}`,
    ])
    const paid = await stripe.checkout.sessions.retrieve(session.id)
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' })
    const intent = await stripe.paymentIntents.retrieve(String(paid.payment_intent))
    expect(intent).toMatchObject({ status: 'succeeded', metadata: { payment_id: '7' } })
    expect((await fetch(`${session.url}/pay`, { method: 'POST', redirect: 'manual' })).status).toBe(409)
  })

  test('what was paid is given back in parts and never twice, with the events of each step', async ({
    standin,
    stripe,
  }) => {
    const { id } = await stripe.checkout.sessions.create(checkout())
    const session = pay(standin.store, id)
    const intent = { id: String(session.payment_intent) }
    await stripe.refunds.create({ payment_intent: intent.id, amount: 2_345 })
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 10_001 })).rejects.toMatchObject({
      param: 'amount',
      statusCode: 400,
    })
    await stripe.refunds.create({ payment_intent: intent.id })
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect(standin.store.undelivered.map((event) => event.type)).toEqual([
      'payment_intent.succeeded',
      'checkout.session.completed',
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ])
    const { data } = await stripe.events.list({ type: 'charge.refunded', limit: 1 })
    expect(data).toMatchObject([
      { type: 'charge.refunded', data: { object: { amount_refunded: 12_345, refunded: true } } },
    ])
  })

  test('unknown, missing and wrong parameters are refused as the provider does', async ({ stripe }) => {
    const create = (changes: object) =>
      stripe.checkout.sessions.create({ ...checkout(), ...changes } as Stripe.Checkout.SessionCreateParams)
    await expect(create({ sucess_url: 'x' })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'sucess_url',
    })
    await expect(
      create({
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 1, product_data: { name: 'x', colour: 'red' } } },
        ],
      }),
    ).rejects.toMatchObject({ param: 'line_items[0][price_data][product_data][colour]' })
    await expect(create({ success_url: undefined })).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'success_url',
    })
    await expect(create({ expires_at: Math.floor(Date.now() / 1000) + 60 })).rejects.toMatchObject({
      param: 'expires_at',
    })
    await expect(
      create({
        line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 10, product_data: { name: 'x' } } }],
      }),
    ).rejects.toMatchObject({ code: 'amount_too_small' })
    await expect(stripe.checkout.sessions.retrieve('cs_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 404 })
  })

  test('keys: a wrong one is refused, an idempotent one repeats its answer', async ({ standin, stripe }) => {
    await expect(client(standin, 'sk_other').checkout.sessions.create(checkout())).rejects.toMatchObject({
      statusCode: 401,
    })
    const first = await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'k' })
    expect((await stripe.checkout.sessions.create(checkout(), { idempotencyKey: 'k' })).id).toBe(first.id)
    await expect(
      stripe.checkout.sessions.create({ ...checkout(), client_reference_id: '2' }, { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  test('a method is attached to one customer', async ({ stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.org' })
    const other = await stripe.customers.create({})
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await expect(stripe.paymentMethods.attach(method.id, { customer: other.id })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data.map(({ id }) => id)).toEqual([method.id])
  })

  test('a customer’s method is charged while they are away, and not after it was detached', async ({ stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.org' })
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const intent = await chargeAway(stripe, customer.id, method.id, 'a')
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 5_000, payment_method: method.id })
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    await expect(chargeAway(stripe, customer.id, method.id, 'c')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
    })
  })

  test('a card that asks refuses a charge, once for each key, and its intent can be cancelled', async ({
    standin,
    stripe,
  }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.org' })
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id })
    const refusals = await Promise.allSettled([
      chargeAway(stripe, customer.id, asking.id, 'b'),
      chargeAway(stripe, customer.id, asking.id, 'b'),
    ])
    expect(refusals).toMatchObject(
      Array(2).fill({
        reason: {
          type: 'StripeCardError',
          code: 'authentication_required',
          payment_intent: { status: 'requires_payment_method' },
        },
      }),
    )
    const [refused, ...rest] = standin.store.list('payment_intent', ({ status }) => status !== 'succeeded')
    expect(rest).toEqual([])
    expect((await stripe.paymentIntents.cancel(refused?.id ?? '')).status).toBe('canceled')
  })

  test('its page escapes what it shows, and says when it is over', async ({ standin, stripe }) => {
    const session = await stripe.checkout.sessions.create(checkout())
    const headers = { 'accept-language': 'en' }
    const page = await (await fetch(String(session.url), { headers })).text()
    expect(page).toContain('Casa &lt;b&gt;')
    expect(page).toContain('€123.45')
    const french = await (await fetch(String(session.url), { headers: { 'accept-language': 'fr' } })).text()
    expect(french).toMatch(/<html lang="fr">[\s\S]*Payer 123,45\s€/)
    const choose = (path: string, fields: Record<string, string>) =>
      fetch(`${session.url}/${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams(fields),
      })
    const declined = await (await choose('pay', { card: 'pm_card_chargeDeclined' })).text()
    expect(declined).toContain('Your card was declined.')
    const card = 'pm_card_authenticationRequired'
    expect(await (await choose('pay', { card })).text()).toContain('is this you?')
    expect(await (await choose('authenticate', { card, answer: 'refuse' })).text()).toContain('could not confirm')
    expect((await choose('pay', { card: 'pm_of_somebody_else' })).status).toBe(400)
    const back = await fetch(`${session.url}/cancel`, { method: 'POST', redirect: 'manual' })
    expect(back.headers.get('location')).toBe('http://localhost/no')
    expect(checkoutPage(pay(standin.store, session.id), 'en')).toContain('This checkout is complete.')
    expect(() => decline(standin.store, session.id)).toThrow('no longer open')
  })

  test('signs its events as the SDK verifies them', async ({ stripe }) => {
    const { body, headers } = signedEvent({ id: 'evt_1', object: 'event', created: 1 }, 'whsec')
    expect(stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', 'whsec').id).toBe('evt_1')
    expect(() => stripe.webhooks.constructEvent(`${body} `, headers['stripe-signature'] ?? '', 'whsec')).toThrow()
  })

  test('refuses an amount of nine digits in a checkout', async ({ stripe }) => {
    const priced = (unit_amount: number) => ({
      ...checkout(),
      line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount, product_data: { name: 'Casa' } } }],
    })
    expect((await stripe.checkout.sessions.create(priced(99_999_999))).amount_total).toBe(99_999_999)
    await expect(stripe.checkout.sessions.create(priced(100_000_000))).rejects.toThrow('no more than')
  })

  test('a session ends by itself when its time is up, and that is told', async ({ standin, stripe }) => {
    const session = await stripe.checkout.sessions.create(checkout())
    standin.store.update(session.id, { expires_at: 1 })
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
    expect(standin.store.undelivered.map((event) => event.type)).toEqual(['checkout.session.expired'])
  })
})
