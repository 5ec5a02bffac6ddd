import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'
import { refundsMade, sessionOf, show, takeEvents } from './payments.ts'

/** Balances that are paid before their day. */

/** The path of a balance's payment link, as its guest is shown it. */
export const linkOf = async (t: TestApp, guest: TestUser, id: number): Promise<string> =>
  String((await show(t, guest, id)).balance.payment_url).replace(/^.*(?=\/pay\/)/, '')

export const open = async (t: TestApp, link: string): Promise<string> => {
  const opened = await t.call('POST', link)
  expect(opened.status).toBe(303)
  return String(opened.headers.location)
}

export const balancesOf = (t: TestApp, id: number) => t.db<{ id: number; key: string; status: string }[]>`
  select id, key, status from payments where reservation_id = ${id} and kind = 'balance'`

export const received = (t: TestApp) =>
  t.standin.store
    .list('payment_intent', ({ status }) => status === 'succeeded')
    .map(({ amount }) => Number(amount))
    .toSorted((a, b) => a - b)

export const returned = (t: TestApp) => refundsMade(t).reduce((total, { amount }) => total + Number(amount), 0)

/** Another kind of payment than a card is used: its bank answers days later. */
export async function payLater(t: TestApp, url: string) {
  const events = t.pay(url)
  const session = t.standin.store.find(sessionOf(url))
  const intent = String(session?.payment_intent)
  const charge = String(t.standin.store.find(intent)?.latest_charge)
  t.standin.store.update(sessionOf(url), { payment_status: 'unpaid' })
  t.standin.store.update(intent, { status: 'processing', amount_received: 0 })
  t.standin.store.update(charge, { status: 'pending' })
  const answer = (status: 'succeeded' | 'requires_payment_method') => {
    const is_paid = status === 'succeeded'
    t.standin.store.update(charge, { status: is_paid ? 'succeeded' : 'failed' })
    const error = is_paid ? null : { code: 'payment_intent_payment_attempt_failed' }
    t.standin.store.update(intent, { status, amount_received: is_paid ? 21_000 : 0, last_payment_error: error })
    t.standin.store.emit(
      is_paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
      t.standin.store.find(intent) ?? { id: intent, object: 'payment_intent', created: 0 },
    )
    return t.deliver(takeEvents(t))
  }
  return { events, answer }
}
