import { describe, expect } from 'vitest'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { reserved, takeEvents } from '../../support/payments.ts'
import { DEPOSIT } from '../../support/settlement.ts'

const PATH = '/user-payment-methods/setup'

const open = async (t: TestApp, user: TestUser, body: object = {}): Promise<string> => {
  const answer = await t.call('POST', PATH, body, user)
  expect(answer.status).toBe(201)
  return String(answer.body.data.setup_url)
}
const list = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/user-payment-methods', undefined, user)).body.data
const attached = (t: TestApp) => t.standin.store.list('payment_method', ({ customer }) => customer !== null)

/** Sends a form of the provider's page, as a browser does. */
const send = (url: string, path: string, fields: Record<string, string>) =>
  fetch(`${url}/${path}`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

describe('a card that is saved on a page of the provider', () => {
  test('is there when its user comes back, once, whatever is heard of it and how often', async ({ t }) => {
    const user = await t.user()
    const url = await open(t, user, { return_url: 'http://localhost:5173/cards?tab=1' })
    const page = await (await fetch(url, { headers: { 'accept-language': 'en' } })).text()
    expect(page).toContain('Save this card')
    expect(page).not.toContain('NaN')
    const back = await send(url, 'pay', { card: 'pm_card_amex' })
    expect(back.headers.get('location')).toMatch(/^http:\/\/localhost:5173\/cards\?tab=1&session_id=cs_test_/)
    const events = takeEvents(t)
    expect(events.map(({ type }) => type)).toEqual([
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
    ])
    // The event of the session alone saves the card; nothing waits for a minute.
    await t.deliver(events.slice(2))
    expect(await list(t, user)).toMatchObject([{ brand: 'amex', last4: '8431', is_default: true }])
    await t.deliver([...events, ...events])
    await t.db`update pgboss.job set start_after = now() where name = 'customers.sync-method'`
    await t.drain()
    expect(await list(t, user)).toHaveLength(1)
    expect(attached(t)).toHaveLength(1)
    expect(await (await fetch(url)).text()).toContain('terminé')
  })

  isolated('that is there already keeps its row; one that the bank refuses is not saved', async ({ t }) => {
    const user = await t.user()
    const first = await t.call('POST', '/user-payment-methods', { payment_method_id: 'pm_card_visa' }, user)
    await t.deliver(t.pay(await open(t, user), 'pm_card_visa'))
    expect((await list(t, user)).map(({ id }: { id: number }) => id)).toEqual([first.body.data.id])
    expect(attached(t)).toHaveLength(1)
    const url = await open(t, user)
    expect(await (await send(url, 'pay', { card: 'pm_card_chargeDeclined' })).text()).toContain('refusée')
    const asked = await send(url, 'pay', { card: 'pm_card_authenticationRequired' })
    expect(await asked.text()).toContain('est-ce vous')
    await send(url, 'authenticate', { card: 'pm_card_authenticationRequired', answer: 'refuse' })
    await t.deliver(takeEvents(t))
    expect(await list(t, user)).toHaveLength(1)
    await send(url, 'authenticate', { card: 'pm_card_authenticationRequired', answer: 'approve' })
    await t.deliver(takeEvents(t))
    expect(await list(t, user)).toMatchObject([
      { last4: '3184', is_default: false },
      { last4: '4242', is_default: true },
    ])
  })

  test('is of the user who opened the page; nobody and pages of others are refused', async ({ t }) => {
    expect((await t.call('POST', PATH, {})).status).toBe(401)
    const user = await t.user()
    for (const return_url of ['https://evil.example/', 'javascript:alert(1)', 'x', 7]) {
      const answer = await t.call('POST', PATH, { return_url }, user)
      expect([answer.status, Object.keys(answer.body.data)]).toEqual([400, ['return_url']])
    }
    const other = await t.user()
    await t.deliver(t.pay(await open(t, user)))
    expect([await list(t, user), await list(t, other)].map(({ length }) => length)).toEqual([1, 0])
  })

  isolated('of an account that is erased meanwhile is forgotten', async ({ t }) => {
    const user = await t.user()
    const url = await open(t, user)
    await t.db`update users set password_hash = null where id = ${user.id}`
    expect((await t.call('DELETE', '/user', {}, user)).status).toBe(200)
    await t.deliver(t.pay(url))
    expect(attached(t)).toEqual([])
    expect(await t.db`select from payment_methods where user_id = ${user.id}`).toHaveLength(0)
  })

  const few = isolated.extend({ env: { PAYMENT_METHODS_PER_ACCOUNT: '2' } })
  few('counts: pages that were opened at once leave no more than there may be', async ({ t }) => {
    const user = await t.user()
    const urls = await Promise.all(Array.from({ length: 4 }, () => open(t, user)))
    const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_createDispute']
    const events = urls.flatMap((url, index) => t.pay(url, cards[index]))
    await Promise.all(events.map((event) => t.webhook(event)))
    await t.drain()
    await t.db`update pgboss.job set start_after = now() where name = 'customers.sync-method'`
    await t.drain()
    expect(await list(t, user)).toHaveLength(2)
    expect(attached(t)).toHaveLength(2)
    expect((await t.call('POST', PATH, {}, user)).status).toBe(409)
  })

  few('a card that a deposit leaves is not listed above that number, and is kept for the balance', async ({ t }) => {
    const { guest, url } = await reserved(t, DEPOSIT)
    for (const card of ['pm_card_amex', 'pm_card_mastercard']) await t.deliver(t.pay(await open(t, guest), card))
    await t.deliver(t.pay(url, 'pm_card_visa'))
    await t.db`update pgboss.job set start_after = now() where name = 'customers.sync-method'`
    await t.drain()
    expect((await list(t, guest)).map(({ brand }: { brand: string }) => brand)).toEqual(['mastercard', 'amex'])
    expect(attached(t)).toHaveLength(3)
  })
})
