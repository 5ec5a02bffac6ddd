import { expect } from 'vitest'
import {
  addSupplement,
  billSupplements,
  invoiceStay,
  removeSupplement,
} from '../../../src/bookings/settlement/supplements.ts'
import { settle } from '../../../src/money/payments/settle.ts'
import { type Rules, test } from '../../support/rules.ts'
import { heldStay, paidIntent } from '../../support/rules-of-money.ts'

/** Supplements and their bills, in a transaction and without a service. */

async function confirmedStay(rules: Rules) {
  const stay = await heldStay(rules)
  await settle(rules.context, paidIntent(stay.payment))
  const add = (amount_cents: number, label = 'Wood') =>
    addSupplement(rules.context, stay.reservation_id, { label, amount_cents, created_by: stay.home.owner_id })
  return { ...stay, add, bill: () => billSupplements(rules.context, stay.reservation_id) }
}

test('a bill asks for all supplements at once', async ({ rules }) => {
  const { add, bill } = await confirmedStay(rules)
  await add(1_500)
  await add(2_500)
  expect(await bill()).toMatchObject({ amount_cents: 4_000, currency: 'EUR' })
})

test('the same bill is asked for again', async ({ rules }) => {
  const { add, bill } = await confirmedStay(rules)
  await add(1_500)
  expect((await bill()).invoice_url).toBe((await bill()).invoice_url)
})

test('a further supplement replaces an open bill', async ({ rules }) => {
  const { add, bill } = await confirmedStay(rules)
  await add(1_500)
  const first = await bill()
  await add(1_000)
  const second = await bill()
  expect(second.amount_cents).toBe(2_500)
  expect(second.invoice_url).not.toBe(first.invoice_url)
})

test('nothing to bill is 409', async ({ rules }) => {
  const { bill } = await confirmedStay(rules)
  await expect(bill()).rejects.toMatchObject({ code: 'nothingToBill', status: 409 })
})

test('less than the provider takes stays unbilled', async ({ rules }) => {
  const { add, bill } = await confirmedStay(rules)
  await add(20)
  await expect(bill()).rejects.toMatchObject({ code: 'billTooSmall' })
  await add(480)
  expect((await bill()).amount_cents).toBe(500)
})

test('a supplement that is billed cannot be removed', async ({ rules }) => {
  const { add, bill, reservation_id } = await confirmedStay(rules)
  const { id } = await add(1_500)
  await bill()
  await expect(removeSupplement(rules.context, reservation_id, id)).rejects.toMatchObject({ code: 'conflict' })
})

test('a supplement that is not billed can be removed once', async ({ rules }) => {
  const { add, reservation_id } = await confirmedStay(rules)
  const { id } = await add(1_500)
  await removeSupplement(rules.context, reservation_id, id)
  await expect(removeSupplement(rules.context, reservation_id, id)).rejects.toMatchObject({ code: 'notFound' })
})

test('a hold has no supplements', async ({ rules }) => {
  const { reservation_id, home } = await heldStay(rules)
  const added = addSupplement(rules.context, reservation_id, {
    label: 'Wood',
    amount_cents: 1_500,
    created_by: home.owner_id,
  })
  await expect(added).rejects.toMatchObject({ code: 'illegalMove', status: 409 })
})

test('a stay has an invoice once it is paid', async ({ rules }) => {
  const held = await heldStay(rules)
  await expect(invoiceStay(rules.context, held.reservation_id)).rejects.toMatchObject({ code: 'nothingPaid' })
  await settle(rules.context, paidIntent(held.payment))
  expect(await invoiceStay(rules.context, held.reservation_id)).toMatchObject({ amount_cents: 30_000, currency: 'EUR' })
})
