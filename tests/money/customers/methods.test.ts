import { describe, expect } from 'vitest'
import { alone, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { reserved } from '../../support/payments.ts'

const save = (t: TestApp, user: TestUser | undefined, payment_method_id: unknown, is_default?: unknown) =>
  t.call('POST', '/user-payment-methods', { payment_method_id, is_default }, user)
const list = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '//user-payment-methods', undefined, user)).body.data
const remove = (t: TestApp, user: TestUser, id: number | string) =>
  t.call('DELETE', `/user-payment-methods/${id}`, undefined, user)

/** The methods that customers have at the provider. */
const attached = (t: TestApp) => t.standin.store.list('payment_method', ({ customer }) => customer !== null)

describe('saved payment methods', () => {
  test('the first is the default, another takes its place when it is asked to, the newest when it goes', async ({
    t,
  }) => {
    const user = await t.user()
    expect(await list(t, user)).toEqual([])
    const visa = await save(t, user, 'pm_card_visa')
    expect([visa.status, visa.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        payment_method_id: expect.stringMatching(/^pm_/),
        type: 'card',
        brand: 'visa',
        last4: '4242',
        exp_month: 12,
        exp_year: 2040,
        is_default: true,
        created_at: expect.stringMatching(/Z$/),
      },
    ])
    const second = (await save(t, user, 'pm_card_mastercard')).body.data
    const third = (await save(t, user, 'pm_card_amex', true)).body.data
    const defaults = async () =>
      (await list(t, user)).map(({ brand, is_default }: Record<string, unknown>) => [brand, is_default])
    expect(await defaults()).toEqual([
      ['amex', true],
      ['mastercard', false],
      ['visa', false],
    ])
    expect((await remove(t, user, third.id)).status).toBe(200)
    expect(await defaults()).toEqual([
      ['mastercard', true],
      ['visa', false],
    ])
    await t.drain()
    expect(attached(t)).toHaveLength(2)
    expect((await remove(t, user, third.id)).status).toBe(404)
    expect((await remove(t, await t.user(), second.id)).status).toBe(404)
    expect(t.standin.store.list('customer')).toMatchObject([{ email: user.email }])
  })

  isolated('the same card again keeps its row: the new one is forgotten at the provider', async ({ t }) => {
    const user = await t.user()
    const first = (await save(t, user, 'pm_card_visa')).body.data
    await save(t, user, 'pm_card_mastercard', true)
    const again = await save(t, user, 'pm_card_visa', true)
    expect([again.status, again.body.data]).toEqual([200, { ...first, is_default: true }])
    expect((await save(t, user, first.payment_method_id)).status).toBe(200)
    await t.drain()
    expect(attached(t)).toHaveLength(2)
    expect(await list(t, user)).toHaveLength(2)
  })

  isolated('fifty cards from two tabs at once: one customer, one default', async ({ t }) => {
    const user = await t.user()
    const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => save(t, user, cards[index % 3], index % 2 === 0)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(47)
    const saved = await list(t, user)
    expect(saved).toHaveLength(3)
    expect(saved.filter(({ is_default }: { is_default: boolean }) => is_default)).toHaveLength(1)
    await t.drain()
    expect(t.standin.store.list('customer')).toHaveLength(1)
    expect(attached(t)).toHaveLength(3)
    await Promise.all(saved.map(({ id }: { id: number }) => remove(t, user, id)))
    expect(await list(t, user)).toEqual([])
  })

  test('a card that the bank refuses is 402 with its reason, an unknown one a field error', async ({ t }) => {
    const user = await t.user()
    const refused = await save(t, user, 'pm_card_chargeDeclined')
    expect([refused.status, refused.body.data]).toEqual([402, { reason: 'card_declined' }])
    const other = await t.user()
    const theirs = (await save(t, other, 'pm_card_visa')).body.data.payment_method_id
    for (const id of ['pm_nothing', 'cus_1', theirs, '', 'a b', '../x', 'x'.repeat(256), 7, null, undefined]) {
      const answer = await save(t, user, id)
      expect([answer.status, Object.keys(answer.body.data)], String(id)).toEqual([400, ['payment_method_id']])
    }
    expect((await save(t, user, 'pm_card_visa', 'yes')).status).toBe(400)
    expect(await list(t, user)).toEqual([])
    expect((await save(t, undefined, 'pm_card_visa')).status).toBe(401)
    for (const id of ['0', 'x', '999999']) expect((await remove(t, user, id)).status, id).toBe(404)
  })

  alone('that are added while the account is erased do not stay', async ({ t }) => {
    const user = await t.user()
    await save(t, user, 'pm_card_visa')
    await t.db`update users set password_hash = null where id = ${user.id}`
    await Promise.all([
      t.call('DELETE', '/user', {}, user),
      ...['pm_card_amex', 'pm_card_mastercard'].map((card) => save(t, user, card)),
    ])
    await t.drain()
    expect(await t.db`select from payment_methods`).toHaveLength(0)
    expect(attached(t)).toEqual([])
  })

  alone('go to the checkout with their customer, and go with the account', async ({ t }) => {
    const { guest, home } = await reserved(t)
    await save(t, guest, 'pm_card_visa')
    const [customer] = t.standin.store.list('customer')
    expect((await book(t, guest, stay(home, 60))).status).toBe(201)
    const sessions = t.standin.store.list('checkout.session').map((session) => session.customer)
    expect(sessions.toSorted()).toEqual([customer?.id, null])
    const user = await t.user()
    await save(t, user, 'pm_card_amex')
    await t.db`update users set password_hash = null where id = ${user.id}`
    expect((await t.call('DELETE', '/user', {}, user)).status).toBe(200)
    await t.drain()
    expect(attached(t)).toMatchObject([{ customer: customer?.id }])
    expect(await t.db`select user_id from payment_methods`).toEqual([{ user_id: guest.id }])
  })
})
