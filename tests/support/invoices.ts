import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'

/** Supplements of a stay, its bills, and their documents. */

export const addSupplement = (t: TestApp, user: TestUser, id: number, label: string, amount: unknown) =>
  t.call('POST', `/reservations/${id}/supplements`, { label, amount }, user)

export const bill = (t: TestApp, user: TestUser | undefined, id: number | string, supplement = true) =>
  t.call('POST', `//reservations/${id}/invoice?is_supplement=${supplement}`, undefined, user)

export const supplements = async (t: TestApp, user: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}/supplements`, undefined, user)).body.data

/** The path of the document, or of the payment link, that a bill is answered with. */
export const linkOf = (answer: { body: { data: { invoice_url: string } } }) =>
  `/${new URL(answer.body.data.invoice_url).pathname}`

/** Pays what a payment link asks for. */
export async function payAt(t: TestApp, link: string) {
  const opened = await t.call('POST', link)
  expect(opened.status).toBe(303)
  await t.deliver(t.pay(String(opened.headers.location)))
}

/** Gives a stay paid payments of supplements, not invoiced yet. Returns their ids. */
export async function morePaid(t: TestApp, reservation_id: number, count: number): Promise<number[]> {
  const rows = await t.db<{ id: number }[]>`
    insert into payments (reservation_id, kind, title, amount_cents, currency, status)
    select ${reservation_id}, 'supplement', 'x', 1000, 'EUR', 'paid' from generate_series(1, ${count}) returning id`
  await t.db`
    insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency)
    select 'pi_more_' || id, id, 'applied', 1000, 'EUR' from unnest(${rows.map(({ id }) => id)}::bigint[]) id`
  return rows.map(({ id }) => id)
}
