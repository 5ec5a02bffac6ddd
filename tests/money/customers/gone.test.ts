import { describe, expect } from 'vitest'
import { deleteCustomer } from '../../../src/dev/stripe/customers.ts'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { notified, reserved, takeEvents } from '../../support/payments.ts'
import { collect, DEPOSIT, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

/** Customers, cards and subscriptions that the provider no longer has (docs/design/payments.md, "Objects that are gone"). */

const save = async (t: TestApp, user: TestUser, payment_method_id = 'pm_card_visa') =>
  (await t.call('POST', '/user-payment-methods', { payment_method_id }, user)).status
const cards = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/user-payment-methods', undefined, user)).body.data.map((one: { brand: string }) => one.brand)
const customerOf = async (t: TestApp, user: TestUser) => {
  const [row] = await t.db<{ customer_id: string }[]>`select customer_id from customers where user_id = ${user.id}`
  return String(row?.customer_id)
}

/** Lets an object be gone, as with the keys of another account. */
const lose = (t: TestApp, id: string) => t.standin.store.update(id, { object: 'gone' })

/** Ways in which a customer can be gone. The provider tells of none of them here. */
const WAYS = {
  deleted: (t: TestApp, id: string) => {
    deleteCustomer(t.standin.store, id)
    takeEvents(t)
  },
  'of another account': lose,
}

async function subscribe(t: TestApp, customer: string) {
  const response = await fetch(`${t.standin.url}/v1/subscriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${t.app.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ customer, 'items[0][price]': 'price_monthly' }),
  })
  await t.deliver(takeEvents(t))
  return ((await response.json()) as { id: string }).id
}

describe.each(Object.entries(WAYS))('a customer that is %s', (_way, go) => {
  test('is replaced when its guest books, also with a deposit, and the cards are forgotten and told', async ({ t }) => {
    const { guest } = await reserved(t)
    expect(await save(t, guest)).toBe(201)
    const before = await customerOf(t, guest)
    go(t, before)
    for (const terms of [{}, DEPOSIT]) {
      const home = await t.home(await t.user(), terms)
      const wanted = { property_id: home, check_in: '2027-06-01', check_out: '2027-06-04', adults: 1 }
      const answer = await t.call('POST', '/reservations', wanted, guest)
      expect(answer.status).toBe(201)
      await t.deliver(t.pay(answer.body.data.payment_url))
    }
    const after = await customerOf(t, guest)
    expect(after).toMatch(/^cus_/)
    expect(after).not.toBe(before)
    expect(await cards(t, guest)).toEqual([])
    expect((await notified(t, guest)).filter((type: string) => type === 'saved_cards_gone')).toHaveLength(1)
  })

  test('is replaced once by calls at the same time: pay links, setups and cards', async ({ t }) => {
    const { guest, id } = await reserved(t)
    expect(await save(t, guest)).toBe(201)
    const before = await customerOf(t, guest)
    go(t, before)
    const [payment] = await t.db<{ key: string }[]>`select key from payments where reservation_id = ${id}`
    await t.db`update checkout_sessions set closed_at = now(), expires_at = now()
      where payment_id in (select id from payments where reservation_id = ${id})`
    const answers = await Promise.all([
      t.call('POST', `/pay/${payment?.key}`),
      t.call('POST', `/pay/${payment?.key}`),
      t.call('POST', '/user-payment-methods/setup', {}, guest),
      save(t, guest, 'pm_card_amex').then((status) => ({ status })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 201, 201])
    const after = await customerOf(t, guest)
    expect(t.standin.store.list('customer', ({ email }) => email === guest.email).map(({ id }) => id)).toContain(after)
    const made = t.standin.store.list('customer', ({ email, id }) => email === guest.email && id !== before)
    expect(made).toHaveLength(1)
  })

  test('ends its subscriptions when it is noticed, with one notification each', async ({ t }) => {
    const user = await t.user()
    expect(await save(t, user)).toBe(201)
    const customer = await customerOf(t, user)
    const subscription = await subscribe(t, customer)
    go(t, customer)
    lose(t, subscription)
    expect((await t.call('POST', '/user-payment-methods/setup', {}, user)).status).toBe(201)
    await t.drain()
    expect((await t.call('GET', '/user', undefined, user)).body.data.subscription).toBeNull()
    expect(await notified(t, user)).toEqual(['saved_cards_gone', 'subscription_ended', 'subscription_started'])
  })

  isolated('does not keep a balance from being asked for', async ({ t }) => {
    const { guest } = await deposited(t)
    go(t, await customerOf(t, guest))
    await balancesComeDue(t)
    await collect(t)
    expect(await notified(t, guest)).toContain('balance_due')
    // Also when the charge is repeated after the provider has forgotten its key.
    const another = await deposited(t)
    await balancesComeDue(t)
    const { charge } = t.app.payments
    t.app.payments.charge = () => Promise.reject(new Error('no answer'))
    await expect(collect(t)).rejects.toThrow('no answer')
    t.app.payments.charge = charge
    go(t, await customerOf(t, another.guest))
    await t.db`update charges set created_at = now() - interval '21 hours' where customer_id <> 'cus_neighbour'`
    await t.db`update pgboss.job set start_after = now() where state in ('created', 'retry')`
    await t.drain()
    expect(await notified(t, another.guest)).toContain('balance_due')
  })
})

test('a customer that is deleted at the provider is forgotten with its event, and its subscriptions end', async ({
  t,
}) => {
  const user = await t.user()
  expect(await save(t, user)).toBe(201)
  const customer = await customerOf(t, user)
  await subscribe(t, customer)
  deleteCustomer(t.standin.store, customer)
  const events = takeEvents(t)
  await t.deliver([...events, ...events.toReversed()])
  await t.drain()
  expect(await cards(t, user)).toEqual([])
  expect(await notified(t, user)).toEqual(['saved_cards_gone', 'subscription_ended', 'subscription_started'])
})

test('a card that is gone is forgotten, told, and not charged', async ({ t }) => {
  const { guest, id } = await deposited(t)
  await t.db`update pgboss.job set start_after = now() where name = 'customers.sync-method'`
  await t.drain()
  expect(await cards(t, guest)).toEqual(['visa'])
  const [card] = await t.db<{ method_id: string }[]>`select method_id from payment_methods where user_id = ${guest.id}`
  lose(t, String(card?.method_id))
  await balancesComeDue(t, id)
  await collect(t)
  expect(await cards(t, guest)).toEqual([])
  expect(await notified(t, guest)).toEqual(expect.arrayContaining(['balance_due', 'saved_cards_gone']))
})

test('a subscription that is gone has ended', async ({ t }) => {
  const user = await t.user()
  expect(await save(t, user)).toBe(201)
  const subscription = await subscribe(t, await customerOf(t, user))
  lose(t, subscription)
  t.standin.store.emit('customer.subscription.deleted', { id: subscription, object: 'subscription', created: 1 })
  await t.deliver(takeEvents(t))
  expect(await notified(t, user)).toEqual(['subscription_ended', 'subscription_started'])
})
