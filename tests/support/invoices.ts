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
