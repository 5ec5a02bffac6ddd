import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { test as base, describe, expect, vi } from 'vitest'
import { decline, pay } from '../../../src/dev/stripe/checkout.ts'
import { checkoutPage } from '../../../src/dev/stripe/checkout-page.ts'
import { type Standin, startStandin } from '../../../src/dev/stripe/server.ts'
import { signedEvent } from '../../../src/dev/stripe/store.ts'

interface Fixture {
  standin: Standin
  stripe: Stripe
}

const test = base.extend<Fixture>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  standin: async ({}, use) => {
    const standin = await startStandin({ secretKey: 'sk_test', webhookSecret: 'whsec', webhookUrl: () => undefined })
    await use(standin)
    await standin.close()
  },
  stripe: async ({ standin }, use) => use(client(standin, 'sk_test')),
})

function client(standin: Standin, key: string): Stripe {
  const { hostname, port } = new URL(standin.url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

const checkout = (): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 12_345, product_data: { name: 'Casa <b>' } } },
  ],
  success_url: 'http://localhost/ok?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost/no',
  payment_intent_data: { metadata: { payment_id: '7' } },
})

type Shape = { [key: string]: Shape | string }

const shapes: Record<string, Shape> = JSON.parse(readFileSync(path.join(import.meta.dirname, 'shapes.json'), 'utf8'))

/** What an object has that the provider's does not; where the provider's example is null, any type is right. */
function differences(object: unknown, shape: Shape, at: string): string[] {
  return Object.entries(object as object).flatMap(([key, value]) => {
    const wanted = shape[key]
    // Of an error, the provider's example has only the type.
    if (key === 'last_payment_error') return []
    const name = `${at}.${key}`
    if (wanted === undefined) return key === 'metadata' ? [] : [name]
    if (value === null || wanted === 'null' || key === 'metadata') return []
    if (typeof wanted === 'object') return typeof value === 'object' ? differences(value, wanted, name) : [name]
    const type = Array.isArray(value) ? 'array' : value.object === 'list' ? 'list' : typeof value
    return type === wanted ? [] : [`${name}: ${type}`]
  })
}

describe('the payment stand-in, through the unmodified SDK', () => {
  test('a session is opened, paid, refunded, with the events of each step', async ({ standin, stripe }) => {
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
    expect((await fetch(`${session.url}/pay`, { method: 'POST', redirect: 'manual' })).status).toBe(409)
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

  test('customers, their methods, and charges without them', async ({ standin, stripe }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.org' })
    const other = await stripe.customers.create({})
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await expect(stripe.paymentMethods.attach(method.id, { customer: other.id })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data.map(({ id }) => id)).toEqual([method.id])
    const charge = (payment_method: string, idempotencyKey: string) =>
      stripe.paymentIntents.create(
        { amount: 5_000, currency: 'eur', customer: customer.id, payment_method, off_session: true, confirm: true },
        { idempotencyKey },
      )
    const intent = await charge(method.id, 'a')
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 5_000, payment_method: method.id })
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id })
    const refusals = await Promise.allSettled([charge(asking.id, 'b'), charge(asking.id, 'b')])
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
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    await expect(charge(method.id, 'c')).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  })

  test('its objects have the keys and types of the provider’s', async ({ standin, stripe }) => {
    const customer = (await stripe.customers.create({ email: 'ada@example.org', name: 'Ada' })).id
    const paid = await stripe.checkout.sessions.create({
      ...checkout(),
      customer,
      payment_intent_data: { setup_future_usage: 'off_session' },
    })
    pay(standin.store, paid.id, 'pm_card_createDispute')
    decline(standin.store, (await stripe.checkout.sessions.create(checkout())).id)
    const whole = pay(standin.store, (await stripe.checkout.sessions.create(checkout())).id)
    const { payment_intent } = await stripe.checkout.sessions.retrieve(whole.id)
    await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100 })
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price: 'price_monthly' }] })
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled')
    const { data } = await stripe.events.list({ limit: 100 })
    const told = new Set(data.map(({ data }) => (data.object as { object?: string }).object))
    expect([...told].toSorted()).toEqual([
      'charge',
      'checkout.session',
      'dispute',
      'payment_intent',
      'payment_method',
      'refund',
      'subscription',
    ])
    const objects = [...data, ...data.map(({ data }) => data.object), await stripe.customers.retrieve(customer)]
    for (const object of objects) {
      const shape = shapes[(object as { object: string }).object]
      if (shape) expect(differences(object, shape, (object as { object: string }).object)).toEqual([])
    }
  })

  test('its page escapes what it shows, and says when it is over', async ({ standin, stripe }) => {
    const session = await stripe.checkout.sessions.create(checkout())
    const page = await (await fetch(String(session.url))).text()
    expect(page).toContain('Casa &lt;b&gt;')
    expect(page).toContain('€123.45')
    const choose = (path: string, fields: Record<string, string>) =>
      fetch(`${session.url}/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
    const declined = await (await choose('pay', { card: 'pm_card_chargeDeclined' })).text()
    expect(declined).toContain('Your card was declined.')
    const card = 'pm_card_authenticationRequired'
    expect(await (await choose('pay', { card })).text()).toContain('is it you?')
    expect(await (await choose('authenticate', { card, answer: 'refuse' })).text()).toContain('could not confirm')
    expect((await choose('pay', { card: 'pm_of_somebody_else' })).status).toBe(400)
    const back = await fetch(`${session.url}/cancel`, { method: 'POST', redirect: 'manual' })
    expect(back.headers.get('location')).toBe('http://localhost/no')
    expect(checkoutPage(pay(standin.store, session.id))).toContain('This checkout is complete.')
    expect(() => decline(standin.store, session.id)).toThrow('no longer open')
  })

  test('signs its events as the SDK verifies them', async ({ stripe }) => {
    const { body, headers } = signedEvent({ id: 'evt_1', object: 'event', created: 1 }, 'whsec')
    expect(stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', 'whsec').id).toBe('evt_1')
    expect(() => stripe.webhooks.constructEvent(`${body} `, headers['stripe-signature'] ?? '', 'whsec')).toThrow()
  })

  test('what was answered to a key, and what was not delivered, outlive a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'standin-'))
    const options = { secretKey: 'sk_test', webhookSecret: 'whsec', file: path.join(folder, 'state.json') }
    const before = await startStandin({ ...options, webhookUrl: () => 'http://127.0.0.1:9/' })
    const first = await client(before, 'sk_test').checkout.sessions.create(checkout(), { idempotencyKey: 'k' })
    pay(before.store, first.id)
    await before.close()

    const arrived: string[] = []
    const service = createServer(async (request, response) => {
      arrived.push(JSON.parse(await text(request)).type)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    const after = await startStandin({ ...options, webhookUrl: () => `http://127.0.0.1:${port}/` })
    await vi.waitFor(
      () => expect(arrived.toSorted()).toEqual(['checkout.session.completed', 'payment_intent.succeeded']),
      { timeout: 20_000 },
    )
    const again = await client(after, 'sk_test').checkout.sessions.create(checkout(), { idempotencyKey: 'k' })
    expect(again.id).toBe(first.id)
    await after.close()
    service.close()
    rmSync(folder, { recursive: true })
  })

  test('refuses an amount of nine digits in a checkout', async ({ stripe }) => {
    const priced = (unit_amount: number) => ({
      ...checkout(),
      line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount, product_data: { name: 'Casa' } } }],
    })
    expect((await stripe.checkout.sessions.create(priced(99_999_999))).amount_total).toBe(99_999_999)
    await expect(stripe.checkout.sessions.create(priced(100_000_000))).rejects.toThrow('no more than')
  })

  test('its log is appended to, is compacted at the start, and outlives a line that was cut off', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'standin-'))
    const file = path.join(folder, 'state.json')
    const options = { secretKey: 'sk_test', webhookSecret: 'whsec', webhookUrl: () => undefined, file }
    const before = await startStandin(options)
    const { ino } = statSync(file)
    let written = readFileSync(file, 'utf8')
    const ids: string[] = []
    for (let made = 0; made < 20; made++) {
      const { id } = before.store.create('cus', 'customer', { made })
      before.store.update(id, { seen: true })
      ids.push(id)
      const now = readFileSync(file, 'utf8')
      expect([now.startsWith(written), statSync(file).ino]).toEqual([true, ino])
      // The two objects of this round, and nothing of the others.
      expect(now.slice(written.length).match(/"id":"\w+"/g)).toEqual([`"id":"${id}"`, `"id":"${id}"`])
      written = now
    }
    await before.close()
    appendFileSync(file, '{"id":"cus_cut","obj')
    const after = await startStandin(options)
    expect(after.store.list('customer').map(({ id, made, seen }) => [id, made, seen])).toEqual(
      ids.map((id, made) => [id, made, true]).toReversed(),
    )
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
    await after.close()
    rmSync(folder, { recursive: true })
  })

  test('a session ends by itself when its time is up, and that is told', async ({ standin, stripe }) => {
    const session = await stripe.checkout.sessions.create(checkout())
    standin.store.update(session.id, { expires_at: 1 })
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
    expect(standin.store.undelivered.map((event) => event.type)).toEqual(['checkout.session.expired'])
  })
})
