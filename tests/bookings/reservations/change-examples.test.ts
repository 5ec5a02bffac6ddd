import { expect } from 'vitest'
import { test as base, inDays } from '../../support/app.ts'
import { change, changeable, documentsOf, heldByHand, inHouse, pathOf, paymentsOf } from '../../support/changes.ts'
import { payAt } from '../../support/invoices.ts'
import { expectLedger, settle, show } from '../../support/payments.ts'

/** The fifteen examples of docs/design/domain.md, "Change of a stay", by their numbers. */
const test = base.extend({ env: { SELLER_VAT_PERCENT: '10' } })

const DEPOSIT = ['booking', 137.4, 0, 'paid']
const BALANCE = ['balance', 320.6, 0, 'paid']
/** Documents of deposit and balance, with VAT of 10 % and without: 450.00, and 8.00 of tax on the balance. */
const PAID = [
  ['invoice', 137.4, 0],
  ['invoice', 312.6, 8],
]

test('1: a night longer, paid in full', async ({ t }) => {
  const { owner, guest, id } = await changeable(t)
  const { body } = await change(t, owner, id, { check_out: inDays(35) })
  expect(body.data).toMatchObject({ after: { total: 560 }, due: 102, waived: 0, refund: 0 })
  expect(await paymentsOf(t, guest, id)).toEqual([DEPOSIT, BALANCE, ['change', 102, 0, 'unpaid']])
  await payAt(t, pathOf(body.data.payment_url))
  await settle(t)
  expect(await documentsOf(t, id)).toEqual([...PAID, ['invoice', 100, 2]])
  expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid', amount_open: 0 })
  await expectLedger(t)
})

test('2: a night longer, deposit paid', async ({ t }) => {
  const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
  const { body } = await change(t, owner, id, { check_out: inDays(35) })
  expect(body.data).toMatchObject({ after: { total: 560 }, due: 102, refund: 0 })
  expect(await paymentsOf(t, guest, id)).toEqual([
    DEPOSIT,
    ['change', 102, 0, 'unpaid'],
    ['balance', 320.6, 0, 'scheduled'],
  ])
  expect(await show(t, guest, id)).toMatchObject({
    amount_open: 422.6,
    balance: { amount: 320.6, due_on: inDays(20) },
    price: { total: 560, balance: 320.6, balance_due_on: inDays(20) },
  })
})

test('3: a night shorter, deposit paid', async ({ t }) => {
  const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
  const { body } = await change(t, owner, id, { check_out: inDays(33) })
  expect(body.data).toMatchObject({ after: { total: 356 }, due: 0, waived: 102, refund: 0, payment_url: null })
  expect(await paymentsOf(t, guest, id)).toEqual([DEPOSIT, ['balance', 218.6, 0, 'scheduled']])
  await payAt(t, pathOf((await show(t, guest, id)).balance.payment_url))
  await settle(t)
  expect(await documentsOf(t, id)).toEqual([PAID[0], ['invoice', 212.6, 6]])
  await expectLedger(t)
})

test('4: a night shorter, paid in full', async ({ t }) => {
  const { owner, guest, id } = await changeable(t)
  const { body } = await change(t, owner, id, { check_out: inDays(33) })
  expect(body.data).toMatchObject({ after: { total: 356 }, due: 0, waived: 0, refund: 102 })
  await settle(t)
  expect(await paymentsOf(t, guest, id)).toEqual([['booking', 137.4, 102, 'partially_refunded'], BALANCE])
  expect(await documentsOf(t, id)).toEqual([...PAID, ['credit_note', -100, -2]])
  await expectLedger(t)
  expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid', amount_open: 0 })
})

test('5: one night is left, deposit paid', async ({ t }) => {
  const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
  const { body } = await change(t, owner, id, { check_out: inDays(31) })
  expect(body.data).toMatchObject({ after: { total: 152 }, waived: 306, refund: 0 })
  expect(await paymentsOf(t, guest, id)).toEqual([DEPOSIT, ['balance', 14.6, 0, 'scheduled']])
})

test('6: a set price below the deposit', async ({ t }) => {
  const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
  const { body } = await change(t, owner, id, { price: { amount: 100 } })
  expect(body.data).toMatchObject({ after: { total: 100 }, waived: 320.6, refund: 37.4 })
  await settle(t)
  expect(await paymentsOf(t, guest, id)).toEqual([['booking', 137.4, 37.4, 'partially_refunded']])
  expect(await show(t, guest, id)).toMatchObject({ balance: null, amount_open: 0 })
  expect(await documentsOf(t, id)).toMatchObject([PAID[0], ['credit_note', expect.closeTo(-45.4, 2), 8]])
  await expectLedger(t)
})

test('7: one adult instead of two at the same price', async ({ t }) => {
  const { owner, guest, id } = await changeable(t)
  const { body } = await change(t, owner, id, { adults: 1, price: 'keep' })
  expect(body.data).toMatchObject({ after: { total: 458, adults: 1 }, due: 0, refund: 0, waived: 0 })
  await settle(t)
  expect(await paymentsOf(t, guest, id)).toEqual([DEPOSIT, BALANCE])
  expect(await documentsOf(t, id)).toEqual([...PAID, ['credit_note', -450, -8], ['invoice', 454, 4]])
  await expectLedger(t)
})

test('8: to a dearer home', async ({ t }) => {
  const { owner, guest, other, id } = await changeable(t)
  const { body } = await change(t, owner, id, { property_id: other })
  expect(body.data).toMatchObject({ after: { total: 588, property_id: other }, due: 130, refund: 0 })
  await settle(t)
  const [first, second] = [
    ['credit_note', -450, -8],
    ['invoice', 458, 0],
  ]
  expect(await documentsOf(t, id)).toEqual([...PAID, first, second])
  await payAt(t, pathOf(body.data.payment_url))
  await settle(t)
  const last = (await documentsOf(t, id)).at(-1)
  expect(last).toEqual(['invoice', 122, 8])
  expect(await show(t, guest, id)).toMatchObject({ property_id: other, amount_open: 0 })
  await expectLedger(t)
})

test('9: to that home at the same price', async ({ t }) => {
  const { owner, other, id } = await changeable(t)
  const { body } = await change(t, owner, id, { property_id: other, price: 'keep' })
  expect(body.data).toMatchObject({ after: { total: 458 }, due: 0, refund: 0 })
  await settle(t)
  expect(await documentsOf(t, id)).toEqual([...PAID, ['credit_note', -450, -8], ['invoice', 450, 8]])
  await expectLedger(t)
})

test('10: a hold by hand, a night longer', async ({ t }) => {
  const { owner, id, url } = await heldByHand(t, 'link')
  const { body } = await change(t, owner, id, { check_out: inDays(35) })
  expect(body.data).toMatchObject({ after: { total: 560 }, due: 168, refund: 0 })
  expect(await paymentsOf(t, owner, id)).toEqual([
    ['booking', 168, 0, 'unpaid'],
    ['balance', 392, 0, 'scheduled'],
  ])
  // The old link leads to the new one.
  expect((await t.call('GET', pathOf(url))).headers.location).toBe(body.data.payment_url)
  await payAt(t, pathOf(body.data.payment_url))
  expect(await show(t, owner, id)).toMatchObject({ status: 'confirmed', amount_open: 392 })
})

test('11: confirmed by hand and not paid, two nights shorter', async ({ t }) => {
  const { owner, id } = await heldByHand(t, 'later')
  const { body } = await change(t, owner, id, { check_out: inDays(32) })
  expect(body.data).toMatchObject({ after: { total: 254 }, due: 0, waived: 204, refund: 0 })
  const [payment] = await paymentsOf(t, owner, id)
  expect(payment).toEqual(['booking', 137.4, 0, 'unpaid'])
  await payAt(t, pathOf((await show(t, owner, id)).payments[0].payment_url))
  expect(await show(t, owner, id)).toMatchObject({ balance: { amount: 116.6 }, amount_open: 116.6 })
})

test('12: a guest in the house leaves a night earlier', async ({ t }) => {
  const { owner, id } = await inHouse(t)
  const { body } = await change(t, owner, id, { check_out: inDays(2) })
  expect(body.data).toMatchObject({ after: { total: 356 }, refund: 102, by_terms: 2 })
  await settle(t)
  expect(await documentsOf(t, id)).toEqual([...PAID, ['credit_note', -100, -2]])
  await expectLedger(t)
})

const CREDIT = ['credit_note', -300, -6]

test('13: a guest in the house moves at the same price', async ({ t }) => {
  const { owner, guest, other, id } = await inHouse(t)
  const { body } = await change(t, owner, id, { property_id: other, price: 'keep' })
  const { continuation, ...first } = body.data
  expect(first).toMatchObject({ after: { total: 152 }, due: 0, waived: 0, refund: 0, payment_url: null })
  expect(continuation).toMatchObject({ property_id: other, total: 306, carried: 306 })
  await settle(t)
  expect(await paymentsOf(t, guest, id)).toEqual([DEPOSIT, ['balance', 320.6, 306, 'partially_refunded']])
  expect(await paymentsOf(t, guest, continuation.reservation_id)).toEqual([['booking', 306, 0, 'paid']])
  expect(await documentsOf(t, id)).toEqual([...PAID, CREDIT])
  expect(await documentsOf(t, continuation.reservation_id)).toEqual([['invoice', 300, 6]])
  await expectLedger(t)
})

test('14: a guest in the house moves at the price of the dearer home', async ({ t }) => {
  const { owner, guest, other, id } = await inHouse(t)
  const { body } = await change(t, owner, id, { property_id: other })
  const { continuation, ...first } = body.data
  expect(first).toMatchObject({ after: { total: 152 }, due: 150, waived: 0, refund: 0 })
  expect(continuation).toMatchObject({ property_id: other, total: 456, carried: 306 })
  await settle(t)
  const next = continuation.reservation_id
  expect(await paymentsOf(t, guest, next)).toEqual([
    ['booking', 306, 0, 'paid'],
    ['change', 150, 0, 'unpaid'],
  ])
  expect(await documentsOf(t, id)).toEqual([...PAID, CREDIT])
  const carried = ['invoice', 306, 0]
  expect(await documentsOf(t, next)).toEqual([carried])
  await payAt(t, pathOf(first.payment_url))
  await settle(t)
  expect(await documentsOf(t, next)).toEqual([carried, ['invoice', 144, 6]])
  expect(await show(t, guest, next)).toMatchObject({ payment_status: 'paid', amount_open: 0 })
  await expectLedger(t)
})

test('15: a guest in the house who has paid the deposit moves at the same price', async ({ t }) => {
  const { owner, guest, other, id } = await inHouse(t, { paid: 'deposit' })
  const { body } = await change(t, owner, id, { property_id: other, price: 'keep' })
  const { continuation, ...first } = body.data
  expect(first).toMatchObject({ after: { total: 152 }, due: 306, waived: 306, refund: 0 })
  expect(continuation).toMatchObject({ total: 306, carried: 0 })
  expect(await paymentsOf(t, guest, id)).toEqual([DEPOSIT, ['balance', 14.6, 0, 'scheduled']])
  const next = continuation.reservation_id
  expect(await paymentsOf(t, guest, next)).toEqual([['booking', 306, 0, 'unpaid']])
  expect(await documentsOf(t, next)).toEqual([])
  await payAt(t, pathOf(first.payment_url))
  await settle(t)
  expect(await documentsOf(t, next)).toEqual([['invoice', 300, 6]])
  await expectLedger(t)
})
