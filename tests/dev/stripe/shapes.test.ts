import { readFileSync } from 'node:fs'
import path from 'node:path'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { decline, pay } from '../../../src/dev/stripe/checkout.ts'
import { warnOfFraud } from '../../../src/dev/stripe/disputes.ts'
import { checkout, test } from '../../support/stripe.ts'

type Shape = { [key: string]: Shape | string }

const shapes: Record<string, Shape> = JSON.parse(readFileSync(path.join(import.meta.dirname, 'shapes.json'), 'utf8'))

/** Extra properties of an object that the provider's lacks; where the provider's example is null, any type is right. */
function differences(object: unknown, shape: Shape, at: string): string[] {
  return Object.entries(object as object).flatMap(([key, value]) => {
    const wanted = shape[key]
    // The provider's example of an error has only the type.
    if (key === 'last_payment_error' || key === 'last_setup_error') return []
    const name = `${at}.${key}`
    if (wanted === undefined) return key === 'metadata' ? [] : [name]
    if (value === null || wanted === 'null' || key === 'metadata') return []
    if (typeof wanted === 'object') return typeof value === 'object' ? differences(value, wanted, name) : [name]
    const type = Array.isArray(value) ? 'array' : value.object === 'list' ? 'list' : typeof value
    return type === wanted ? [] : [`${name}: ${type}`]
  })
}

test('its objects have the keys and types of the provider’s', async ({ standin, stripe }) => {
  const customer = (await stripe.customers.create({ email: 'ada@example.org', name: 'Ada' })).id
  const paid = await stripe.checkout.sessions.create({
    ...checkout(),
    customer,
    payment_intent_data: { setup_future_usage: 'off_session' },
  })
  pay(standin.store, paid.id, 'pm_card_createDispute')
  const [dispute] = standin.store.list('dispute')
  warnOfFraud(standin.store, String(dispute?.charge))
  decline(standin.store, (await stripe.checkout.sessions.create(checkout())).id)
  const whole = pay(standin.store, (await stripe.checkout.sessions.create(checkout())).id)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(whole.id)
  await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100 })
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price: 'price_monthly' }] })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled')
  const setup: Stripe.Checkout.SessionCreateParams = {
    mode: 'setup',
    customer,
    allowed_payment_method_types: ['card'],
    success_url: 'http://localhost/',
  }
  pay(standin.store, (await stripe.checkout.sessions.create(setup)).id)
  decline(standin.store, (await stripe.checkout.sessions.create(setup)).id)
  const { data } = await stripe.events.list({ limit: 100 })
  const told = new Set(data.map(({ data }) => (data.object as { object?: string }).object))
  expect([...told].toSorted()).toEqual([
    'charge',
    'checkout.session',
    'dispute',
    'payment_intent',
    'payment_method',
    'radar.early_fraud_warning',
    'refund',
    'setup_intent',
    'subscription',
  ])
  const movements = data.flatMap(({ data }) => (data.object as Partial<Stripe.Dispute>).balance_transactions ?? [])
  expect(movements).toHaveLength(2)
  const objects = [
    ...data,
    ...data.map(({ data }) => data.object),
    ...movements,
    await stripe.customers.retrieve(customer),
  ]
  for (const object of objects) {
    const shape = shapes[(object as { object: string }).object]
    if (shape) expect(differences(object, shape, (object as { object: string }).object)).toEqual([])
  }
})
