import { startRefund } from '../../src/bookings/refunds/jobs.ts'
import { collectBalances } from '../../src/bookings/settlement/balance.jobs.ts'
import type { TestApp, TestUser } from './app.ts'
import { paid, receiptOf, reserved } from './payments.ts'

/** Assertions of settlement tests about money. */

/** The texts of a user's notifications of a type. */
export const messagesOf = async (t: TestApp, user: TestUser, type: string) =>
  (await t.call('GET', '/notifications?per_page=100', undefined, user)).body.data
    .filter((one: { type: string }) => one.type === type)
    .map((one: { message: string }) => one.message)

/** As if the provider's answer to the creation of the checkouts was lost. */
export const loseAnswer = (t: TestApp) => t.db`update checkout_sessions set session_id = null, url = null`

/** A paid stay, and what gives a part of its money back. */
export async function paidStay(t: TestApp, fields: Record<string, unknown> = {}) {
  const scene = await paid(t, fields)
  const { payment_id, intent } = await receiptOf(t, scene.id)
  const refundAmount = (amount_cents: number) =>
    t.db.begin((tx) =>
      startRefund(t.app, tx, payment_id, { payment_intent_id: intent, amount_cents, reason: 'test', source: 'api' }),
    )
  return { ...scene, intent, refundAmount }
}

export const DEPOSIT = { deposit_percent: 30, balance_due_days: 10, cancellation_policy: 'strict' }

/** A stay of 300.00 whose deposit of 90.00 is paid with a test card; its balance of 210.00 is due in twenty days. */
export async function deposited(t: TestApp, card?: string, fields: Record<string, unknown> = {}) {
  const people = await reserved(t, { ...DEPOSIT, ...fields })
  const support = await t.user({ role: 'support' })
  await t.deliver(t.pay(people.url, card))
  return { ...people, support }
}

/** Runs the job that collects balances. */
export async function collect(t: TestApp) {
  await t.app.jobs.enqueue(t.db, collectBalances, {})
  await t.drain()
}

/** Lets days pass since the guest was asked, and runs the job of each day. */
export async function wait(t: TestApp, days: number) {
  await t.db`update payments set asked_at = now() - make_interval(days => ${days}) where kind = 'balance'`
  await collect(t)
}
