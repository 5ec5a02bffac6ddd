import { expect } from 'vitest'
import { startRefund } from '../../../src/bookings/refunds/jobs.ts'
import { refundsChanged } from '../../../src/bookings/refunds/refunds.ts'
import { settle } from '../../../src/money/payments/settle.ts'
import { type Rules, test } from '../../support/rules.ts'
import { heldStay, paidIntent, refundsOf } from '../../support/rules-of-money.ts'

/** Refundable amounts, in a transaction and without a service; concurrent refunds are tested with one. */

async function paidStay(rules: Rules) {
  const stay = await heldStay(rules)
  const intent = paidIntent(stay.payment)
  await settle(rules.context, intent)
  const refund = (amount_cents: number) =>
    startRefund(rules.context, rules.tx, stay.payment.id, {
      payment_intent_id: intent.id,
      amount_cents,
      source: 'api',
      reason: 'test',
    })
  return { ...stay, intent, refund }
}

const statusOfPayment = async ({ tx }: Rules, id: number) =>
  (await tx<{ status: string }[]>`select status from payments where id = ${id}`)[0]?.status

test('parts go back until nothing is left', async ({ rules }) => {
  const { reservation_id, refund } = await paidStay(rules)
  await refund(10_000)
  await refund(20_000)
  await expect(refund(1)).rejects.toMatchObject({ code: 'conflict', status: 409 })
  expect((await refundsOf(rules, reservation_id)).map(({ amount_cents }) => amount_cents)).toEqual([10_000, 20_000])
})

test('more than was received is refused', async ({ rules }) => {
  const { refund, reservation_id } = await paidStay(rules)
  await expect(refund(30_001)).rejects.toMatchObject({ status: 409 })
  expect(await refundsOf(rules, reservation_id)).toEqual([])
})

test('a refund is sent by a job of its transaction', async ({ rules }) => {
  const { refund } = await paidStay(rules)
  const refund_id = await refund(10_000)
  expect(rules.enqueued).toContainEqual({ name: 'refunds.send', data: { refund_id } })
})

test('a part that was made leaves the payment partly refunded', async ({ rules }) => {
  const { refund, intent, payment } = await paidStay(rules)
  const id = await refund(10_000)
  const [row] = await rules.tx<{ key: string }[]>`select key from refunds where id = ${id}`
  await refundsChanged(rules.context, intent.id, [
    { id: 're_1', key: row?.key, amountCents: 10_000, status: 'succeeded' },
  ])
  expect(await statusOfPayment(rules, payment.id)).toBe('partially_refunded')
})

test('all that was made leaves it refunded, and a repetition changes nothing', async ({ rules }) => {
  const { intent, payment, reservation_id } = await paidStay(rules)
  const made = [{ id: 're_1', key: undefined, amountCents: 30_000, status: 'succeeded' as const }]
  await refundsChanged(rules.context, intent.id, made)
  await refundsChanged(rules.context, intent.id, made)
  expect(await statusOfPayment(rules, payment.id)).toBe('refunded')
  expect(await refundsOf(rules, reservation_id)).toEqual([
    { amount_cents: 30_000, source: 'provider', status: 'succeeded' },
  ])
})

test('a refund that the bank returns frees its amount', async ({ rules }) => {
  const { refund, intent } = await paidStay(rules)
  const id = await refund(30_000)
  const [row] = await rules.tx<{ key: string }[]>`select key from refunds where id = ${id}`
  await refundsChanged(rules.context, intent.id, [{ id: 're_1', key: row?.key, amountCents: 30_000, status: 'failed' }])
  await expect(refund(30_000)).resolves.toEqual(expect.any(Number))
})
