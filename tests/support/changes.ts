import { expect } from 'vitest'
import { inDays, PARIS, type TestApp, type TestUser } from './app.ts'
import { book, expectHomesInStep } from './booking.ts'
import { payAt } from './invoices.ts'
import { expectLedger, settle, show } from './payments.ts'
import { moveTo, shift } from './stays.ts'

/** Stays that their company changes, as in the examples of docs/design/domain.md, "Change of a stay". */

const HOME = {
  title: 'Casa',
  base_price: 100,
  cleaning_fee: 50,
  deposit_percent: 30,
  balance_due_days: 10,
  cancellation_policy: 'moderate',
}

export const change = (
  t: TestApp,
  user: { token: string; headers?: Record<string, string> },
  id: number,
  body: object,
  query = '',
) => t.call('POST', `/reservations/${id}/change${query}`, { reason: 'Une nuit de plus', ...body }, user)

/** The path of a payment's link. */
export const pathOf = (url: string): string => `/${new URL(url).pathname}`

/** Four nights of two adults at 458.00, of which the deposit, all or nothing is paid, and a dearer home of the same owner. */
export async function changeable(
  t: TestApp,
  { paid = 'all', from = 30, fields = {} }: { paid?: 'deposit' | 'all'; from?: number; fields?: object } = {},
) {
  await t.db`update cities set tax_per_adult_night_cents = 100 where id = ${PARIS}`
  const [owner, guest] = [await t.user(), await t.user({ locale: 'en' })]
  const home = await t.home(owner, { ...HOME, ...fields })
  const other = await t.home(owner, { ...HOME, title: 'Villa', base_price: 130, cleaning_fee: 60, ...fields })
  const days = { check_in: inDays(from), check_out: inDays(from + 4) }
  const booked = await book(t, guest, { property_id: home, ...days, adults: 2 })
  if (booked.status !== 201) throw new Error(JSON.stringify(booked.body))
  const id = Number(booked.body.data.reservation_id)
  await t.deliver(t.pay(booked.body.data.payment_url))
  const { balance } = await show(t, guest, id)
  if (paid === 'all' && balance) await payAt(t, pathOf(balance.payment_url))
  await settle(t)
  return { owner, guest, home, other, id, from }
}

/** The same stay since yesterday, with its guest in the house. By its terms nothing is refunded. */
export async function inHouse(t: TestApp, options: Parameters<typeof changeable>[1] = {}) {
  const scene = await changeable(t, options)
  await arrive(t, scene.owner, scene.id)
  return scene
}

/** Moves the arrival of a stay to last night. */
export async function arrive(t: TestApp, owner: TestUser, id: number) {
  await shift(t, id, -1, 4)
  await t.db`update reservations set quote = jsonb_set(quote, '{nightly}', (
    select jsonb_agg(jsonb_set(night, '{date}', to_jsonb((check_in + (index - 1)::integer)::text)) order by index)
    from jsonb_array_elements(quote -> 'nightly') with ordinality as n (night, index))) where id = ${id}`
  // The last step ends with the day of arrival.
  await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', (
    select jsonb_agg(jsonb_set(step, '{until}', to_jsonb((check_in - (quote -> 'cancellation' -> -1 ->> 'until')::date
      + (step ->> 'until')::date)::text)) order by index)
    from jsonb_array_elements(quote -> 'cancellation') with ordinality as s (step, index))) where id = ${id}`
  const moved = await moveTo(t, owner, id, 'checked_in')
  if (moved.status !== 200) throw new Error(JSON.stringify(moved.body))
}

/** The same stay, booked by hand. */
export async function heldByHand(t: TestApp, pay: 'link' | 'later') {
  await t.db`update cities set tax_per_adult_night_cents = 100 where id = ${PARIS}`
  const owner = await t.user()
  const home = await t.home(owner, HOME)
  const guest = { name: 'Ada Lovelace', email: 'ada@example.org', language: 'en' }
  const days = { check_in: inDays(30), check_out: inDays(34) }
  const booked = await t.call('POST', `/properties/${home}/reservations`, { ...days, adults: 2, guest, pay }, owner)
  if (booked.status !== 201) throw new Error(JSON.stringify(booked.body))
  return { owner, home, id: Number(booked.body.data.reservation_id), url: String(booked.body.data.payment_url) }
}

/** The payments of a stay: kind, amount, what went back, and state. */
export const paymentsOf = async (t: TestApp, user: TestUser, id: number) =>
  (await show(t, user, id)).payments
    .filter(({ status }: { status: string }) => status !== 'cancelled')
    .map((one: { kind: string; amount: number; refunded: number; status: string }) => [
      one.kind,
      one.amount,
      one.refunded,
      one.status,
    ])

/** The documents of a stay: kind, and amount and VAT of each rate. */
export const documentsOf = async (t: TestApp, id: number) =>
  (
    await t.db<{ kind: string; lines: { amount_cents: number; vat_hundredths: number; vat_cents: number }[] }[]>`
      select kind, lines from invoices where reservation_id = ${id} order by id`
  ).map(({ kind, lines }) => [kind, sumOf(lines, 1_000), sumOf(lines, 0)])

const sumOf = (lines: { amount_cents: number; vat_hundredths: number }[], rate: number) =>
  lines.filter((line) => line.vat_hundredths === rate).reduce((sum, line) => sum + line.amount_cents, 0) / 100

/** Pays and refunds what is due, then checks what holds in every order of events. */
export async function expectSound(t: TestApp, id: number, owner: TestUser, guest: TestUser) {
  await settle(t)
  await settle(t)
  const shown = await show(t, guest, id)
  const nights = await t.db<{ property_id: string; stay: string }[]>`
    select property_id, stay::text from occupancy where reservation_id = ${id}`
  const isHeld = ['confirmed', 'checked_in', 'completed'].includes(shown.status)
  expect(nights).toEqual(
    isHeld ? [{ property_id: shown.property_id, stay: `[${shown.check_in},${shown.check_out})` }] : [],
  )
  await expectHomesInStep(t)
  await expectLedger(t)
  const payments = await paymentsOf(t, owner, id)
  const asked = payments
    .filter(([kind, , , status]: string[]) => kind !== 'supplement' && status !== 'cancelled')
    .reduce((sum: number, [, amount, refunded]: [string, number, number]) => sum + amount - refunded, 0)
  // Paid and due amounts are the price, to the cent.
  if (isHeld) expect(Math.round(asked * 100)).toBe(Math.round(shown.price.total * 100))
  return shown
}
