import { expect } from 'vitest'
import { reserve } from '../../../src/bookings/reservations/reserve.ts'
import { reservationRequest } from '../../../src/bookings/reservations/schemas.ts'
import { move } from '../../../src/bookings/states/transitions.ts'
import { settle } from '../../../src/money/payments/settle.ts'
import { inDays } from '../../support/app.ts'
import { type Rules, test } from '../../support/rules.ts'
import { heldStay, paidIntent, refundsOf, statusOf } from '../../support/rules-of-money.ts'

/** Outcomes of arriving money, in a transaction and without a service; its orders and races are tested with one. */

const end = ({ context, tx }: Rules, reservation_id: number, to: 'expired' | 'cancelled' | 'declined') =>
  move(context, tx, { reservation_id, to, actor: 'system', reason: 'test' })

test('money confirms a hold, once', async ({ rules }) => {
  const { reservation_id, payment } = await heldStay(rules)
  const intent = paidIntent(payment)
  await settle(rules.context, intent)
  await settle(rules.context, intent)
  expect(await statusOf(rules, reservation_id)).toBe('confirmed')
  expect(await rules.tx`select status from receipts where payment_id = ${payment.id}`).toEqual([{ status: 'applied' }])
})

test('money asks for one invoice', async ({ rules }) => {
  const { payment } = await heldStay(rules)
  const intent = paidIntent(payment)
  await settle(rules.context, intent)
  await settle(rules.context, intent)
  const invoices = rules.enqueued.filter(({ name }) => name === 'invoices.invoice')
  expect(invoices).toEqual([{ name: 'invoices.invoice', data: { payment_id: payment.id } }])
})

test('a second intent for the same payment goes back', async ({ rules }) => {
  const { reservation_id, payment } = await heldStay(rules)
  await settle(rules.context, paidIntent(payment))
  await settle(rules.context, paidIntent(payment))
  expect(await refundsOf(rules, reservation_id)).toEqual([
    { amount_cents: 30_000, source: 'surplus', status: 'pending' },
  ])
  expect(await statusOf(rules, reservation_id)).toBe('confirmed')
})

test.for([
  ['another amount', { amountCents: 29_999 }],
  ['another currency', { currency: 'USD' }],
] as const)('%s confirms nothing and is reported', async ([, wrong], { rules }) => {
  const { reservation_id, payment } = await heldStay(rules)
  await settle(rules.context, paidIntent(payment, wrong))
  expect(await statusOf(rules, reservation_id)).toBe('pending')
  expect(await rules.tx`select status from receipts where payment_id = ${payment.id}`).toEqual([{ status: 'mismatch' }])
})

test('an expired stay takes its nights again when they are free', async ({ rules }) => {
  const { reservation_id, payment } = await heldStay(rules)
  await end(rules, reservation_id, 'expired')
  await settle(rules.context, paidIntent(payment))
  expect(await statusOf(rules, reservation_id)).toBe('confirmed')
  expect(await refundsOf(rules, reservation_id)).toEqual([])
})

test('an expired stay whose nights are taken is refunded', async ({ rules }) => {
  const { reservation_id, payment, home } = await heldStay(rules)
  await end(rules, reservation_id, 'expired')
  const stay = { property_id: home.id, check_in: inDays(30), check_out: inDays(33), adults: 2 }
  await reserve(rules.context, { userId: await rules.person(), verified: true }, reservationRequest.parse(stay))
  await settle(rules.context, paidIntent(payment))
  expect(await statusOf(rules, reservation_id)).toBe('expired')
  expect(await refundsOf(rules, reservation_id)).toEqual([{ amount_cents: 30_000, source: 'late', status: 'pending' }])
})

test.for(['cancelled', 'declined'] as const)('money for a stay that is %s goes back', async (state, { rules }) => {
  const { reservation_id, payment } = await heldStay(rules)
  await end(rules, reservation_id, state)
  await settle(rules.context, paidIntent(payment))
  expect(await statusOf(rules, reservation_id)).toBe(state)
  expect(await refundsOf(rules, reservation_id)).toEqual([{ amount_cents: 30_000, source: 'late', status: 'pending' }])
})

test('an intent of another service is left alone', async ({ rules }) => {
  expect(await settle(rules.context, paidIntent({ key: 'x', amount_cents: 1 }, { paymentKey: undefined }))).toBe(false)
})

test('a failed attempt leaves the hold, and the guest is notified once', async ({ rules }) => {
  const { reservation_id, guest_id, payment } = await heldStay(rules)
  const failed = paidIntent(payment, { status: 'failed', amountCents: 0, attempt: 'ch_1' })
  await settle(rules.context, failed)
  await settle(rules.context, failed)
  expect(await statusOf(rules, reservation_id)).toBe('pending')
  const notices = await rules.tx`select type from notifications where user_id = ${guest_id}`
  expect(notices).toEqual([{ type: 'payment_failed' }])
})

test('an attempt in progress marks the payment', async ({ rules }) => {
  const { payment } = await heldStay(rules)
  await settle(rules.context, paidIntent(payment, { status: 'processing', amountCents: 0 }))
  expect(await rules.tx`select status from payments where id = ${payment.id}`).toEqual([{ status: 'processing' }])
})
