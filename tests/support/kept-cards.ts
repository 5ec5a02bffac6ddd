import { expect } from 'vitest'
import { forgetOldCards } from '../../src/bookings/agreements/jobs.ts'
import { collectDamage } from '../../src/bookings/settlement/damage.jobs.ts'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { sessionOf } from './payments.ts'
import { ADA, mailedTo } from './stay-page.ts'

/** Cards of guests without an account. */

export const TERMS = { base_price: 100, security_deposit: 300, deposit_percent: 30, balance_due_days: 10 }

/** A stay of 300.00 that waits for its deposit of 90.00. */
export async function heldByHand(t: TestApp, fields: object = {}) {
  const owner = await t.user()
  const home = await t.home(owner, { ...TERMS, ...fields })
  const days = { check_in: inDays(30), check_out: inDays(33), adults: 2 }
  const booked = await t.call('POST', `/properties/${home}/reservations`, { ...days, guest: ADA }, owner)
  expect([booked.status, booked.body.data?.status]).toEqual([201, 'pending'])
  const id = Number(booked.body.data.reservation_id)
  const path = String(booked.body.data.payment_url).replace('http://sejour.test/api/v1', '')
  return { owner, home, id, path, link: await mailedTo(t, id, ADA.email) }
}

/** The version of the consent on the page of a payment; undefined: it offers none. */
export async function offeredOn(t: TestApp, path: string) {
  const { body } = await t.call('GET', path, undefined, { headers: { accept: 'text/html' }, locale: 'en' })
  return /name="keep_card" value="([\w-]+)"/.exec(String(body))?.[1]
}

/** Opens the checkout of a payment, with the consent that its page offers or without. */
export async function openWith(t: TestApp, path: string, consents: boolean) {
  const keep_card = consents ? await offeredOn(t, path) : undefined
  const opened = await t.call('POST', path, keep_card === undefined ? {} : { keep_card }, { locale: 'en' })
  expect(opened.status).toBe(303)
  return String(opened.headers.location)
}

/** A stay whose deposit is paid; `card`: the test card. */
export async function paidByHand(
  t: TestApp,
  { consents = true, card, ...fields }: { consents?: boolean; card?: string; [field: string]: unknown } = {},
) {
  const stay = await heldByHand(t, fields)
  await t.deliver(t.pay(await openWith(t, stay.path, consents), card))
  await t.drain()
  return stay
}

export const sessionAt = (t: TestApp, url: string) => t.standin.store.find(sessionOf(url))

/** The card that is kept for a stay, here and at the provider. */
export async function cardOf(t: TestApp, id: number) {
  const [row] = await t.db<{ method_id: string | null; customer_id: string | null }[]>`
    select method_id, customer_id from kept_cards where reservation_id = ${id}`
  return row
}

/** The customer of a payment method at the provider; null: it is detached. */
export const customerAt = (t: TestApp, method_id: string | null | undefined) =>
  t.standin.store.find(String(method_id))?.customer

export const damage = (t: TestApp, owner: TestUser, id: number, amount = 120, more: object = {}) =>
  t.call('POST', `/reservations/${id}/supplements`, { label: 'Table', amount, is_damage: true, ...more }, owner)

/** Bills the supplements of a stay, and mails them. Returns the path of the bill. */
export async function billed(t: TestApp, owner: TestUser, id: number): Promise<string> {
  const bill = await t.call('POST', `/reservations/${id}/invoice?is_supplement=true`, undefined, owner)
  expect(bill.status).toBe(200)
  await t.drain()
  return String(bill.body.data.invoice_url).replace('http://sejour.test/api/v1', '')
}

/** Lets hours pass since the bills of a stay were mailed. */
export const hoursPass = (t: TestApp, id: number, hours: number) =>
  t.db`update supplements set mailed_at = mailed_at - make_interval(hours => ${hours}) where reservation_id = ${id}`

/** Runs the job that charges damage. */
export async function collectDamages(t: TestApp) {
  await t.app.jobs.enqueue(t.db, collectDamage, {})
  await t.drain()
}

/** Runs the job that forgets cards. */
export async function forgetThem(t: TestApp) {
  await t.app.jobs.enqueue(t.db, forgetOldCards, {})
  await t.drain()
}

/** Amounts that the provider has received for a stay, in cents. */
export const chargedFor = (t: TestApp, id: number) =>
  t.standin.store
    .list(
      'payment_intent',
      ({ status, metadata }) => status === 'succeeded' && Object(metadata).reservation_id === String(id),
    )
    .map(({ amount }) => Number(amount))
    .toSorted((a, b) => a - b)
