import { expect } from 'vitest'
import { erase } from '../support/accounts.ts'
import { test } from '../support/app.ts'
import { cancel, takeEvents } from '../support/payments.ts'
import { deposited } from '../support/settlement.ts'

test('an account that is erased takes its own cards and what was asked for its own payments with it', async ({ t }) => {
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
})
