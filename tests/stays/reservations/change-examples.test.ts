import { expect } from 'vitest'
import { test as base, inDays } from '../../support/app.ts'
import { change, changeable, documentsOf, heldByHand, pathOf, paymentsOf } from '../../support/changes.ts'
import { payAt } from '../../support/invoices.ts'
import { expectLedger, settle, show } from '../../support/payments.ts'
import { moveTo, shift } from '../../support/stays.ts'

/** The twelve examples of docs/design/domain.md, "Change of a stay", by their numbers. */
const test = base.extend({ env: { SELLER_VAT_PERCENT: '10' } })

const DEPOSIT = ['booking', 137.4, 0, 'paid']
const BALANCE = ['balance', 320.6, 0, 'paid']
/** Documents of deposit and balance, with VAT of 10 % and without: 450.00 and 8.00 of tax. */
const PAID = [
  ['invoice', 135, 2.4],
  ['invoice', 315, 5.6],
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
  expect(await documentsOf(t, id)).toEqual([PAID[0], ['invoice', 215, 3.6]])
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
  expect(await documentsOf(t, id)).toMatchObject([PAID[0], ['credit_note', expect.closeTo(-43, 2), 5.6]])
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
    ['invoice', expect.closeTo(451.77, 2), expect.closeTo(6.23, 2)],
  ]
  expect(await documentsOf(t, id)).toEqual([...PAID, first, second])
  await payAt(t, pathOf(body.data.payment_url))
  await settle(t)
  const last = (await documentsOf(t, id)).at(-1)
  expect(last).toEqual(['invoice', expect.closeTo(128.23, 2), expect.closeTo(1.77, 2)])
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
  const { owner, id } = await changeable(t)
  await shift(t, id, -1, 4)
  expect((await moveTo(t, owner, id, 'checked_in')).status).toBe(200)
  await t.db`update reservations set quote = jsonb_set(quote, '{nightly}', (
    select jsonb_agg(jsonb_set(night, '{date}', to_jsonb((check_in + (index - 1)::integer)::text)) order by index)
    from jsonb_array_elements(quote -> 'nightly') with ordinality as n (night, index))) where id = ${id}`
  await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]') where id = ${id}`
  const { body } = await change(t, owner, id, { check_out: inDays(2) })
  expect(body.data).toMatchObject({ after: { total: 356 }, refund: 102, by_terms: 2 })
  await settle(t)
  expect(await documentsOf(t, id)).toEqual([...PAID, ['credit_note', -100, -2]])
  await expectLedger(t)
})
