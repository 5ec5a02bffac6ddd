import { expect } from 'vitest'
import { erase } from '../../support/accounts.ts'
import { alone, type TestUser, test } from '../../support/app.ts'
import { markedPerson } from '../../support/marked-person.ts'
import { write } from '../../support/messages.ts'
import { cancel, takeEvents } from '../../support/payments.ts'
import { deposited } from '../../support/settlement.ts'

alone(
  'an account that is erased takes its own cards and what was asked for its own payments with it',
  async ({ t }) => {
    const [other, own] = [await deposited(t), await deposited(t)]
    await cancel(t, own.guest, own.id)
    await t.drain()
    await t.deliver(takeEvents(t))
    expect(await erase(t, own.guest)).toBe(200)
    await t.drain()
    const asked = await t.db`
    select p.reservation_id, c.request::text <> '{}' as is_there
    from checkout_sessions c join payments p on p.id = c.payment_id order by p.reservation_id`
    expect(asked).toEqual([
      { reservation_id: other.id, is_there: true },
      { reservation_id: own.id, is_there: false },
    ])
    const [kept] = await t.db<{ customer_id: string }[]>`select customer_id from customers`
    const customers = t.standin.store.list('payment_method').map(({ customer }) => customer)
    expect(customers.filter((customer) => customer !== null)).toEqual([kept?.customer_id])
  },
)

test('an export has the messages, payments and stays of its own user', async ({ t }) => {
  const [other, own] = [await deposited(t), await deposited(t)]
  for (const { guest, owner } of [other, own]) {
    await write(t, guest, owner, { content: `from ${guest.username}` })
    await write(t, owner, guest, { content: `to ${guest.username}` })
  }
  await cancel(t, own.guest, own.id)
  const { body } = await t.call('GET', '/user/export', undefined, own.guest)
  const { messages, payments, reservations, notifications } = body.data
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    `from ${own.guest.username}`,
    `to ${own.guest.username}`,
  ])
  expect(reservations).toEqual([
    expect.objectContaining({ id: own.id, cancelled_by: 'guest', cancelled_at: expect.any(String) }),
  ])
  expect(payments.map(({ reservation_id }: { reservation_id: number }) => reservation_id)).toEqual([own.id])
  const told = (await t.call('GET', '/notifications', undefined, own.guest)).body.data
  expect(notifications).toHaveLength(told.length)
})

test('an export has all that is one’s own and nothing of others, and is empty for who has nothing', async ({ t }) => {
  const exported = async (user: TestUser): Promise<Record<string, unknown[]>> =>
    (await t.call('GET', '/user/export', undefined, user)).body.data
  const emptyIn = (data: Record<string, unknown[]>) => Object.keys(data).filter((part) => data[part]?.length === 0)
  const person = await markedPerson(t)
  const data = await exported(person)
  // Data that the person lacks is tested in tests/operations/privacy/export.test.ts.
  const others = ['calendar_days', 'invoices', 'seasons', 'team_invitations']
  expect(emptyIn(data).toSorted()).toEqual(others)
  expect(JSON.stringify(data)).not.toMatch(/neighbour/i)
  const { profile, settings, ...nothing } = await exported(await t.user())
  expect(emptyIn(nothing)).toEqual(Object.keys(nothing))
  expect([profile, settings]).toMatchObject([{ username: expect.any(String) }, { marketing_emails: false }])
})
