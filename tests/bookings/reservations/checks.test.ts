import { expect } from 'vitest'
import type { z } from 'zod'
import { confirmQuote, reserve } from '../../../src/bookings/reservations/reserve.ts'
import { reservationRequest } from '../../../src/bookings/reservations/schemas.ts'
import { inDays } from '../../support/app.ts'
import { type Rules, test } from '../../support/rules.ts'

/** The rules of a booking, in a transaction and without a service; its races and limits are tested with one. */

type Wish = Partial<z.input<typeof reservationRequest>>

const wish = (property_id: string, fields: Wish = {}) =>
  reservationRequest.parse({ property_id, check_in: inDays(30), check_out: inDays(33), adults: 2, ...fields })

const ask = ({ context }: Rules, userId: number, request: z.output<typeof reservationRequest>, verified = true) =>
  reserve(context, { userId, verified }, request)

const rowOf = async ({ tx }: Rules, id: number) => (await tx`select * from reservations where id = ${id}`)[0]

test('a booking holds its nights and leads to a checkout', async ({ rules }) => {
  const home = await rules.home()
  const { data, message } = await ask(rules, await rules.person(), wish(home.id))
  expect(message).toBe('reserved')
  expect(data.payment_url).toMatch(/^http/)
  expect(await rowOf(rules, data.reservation_id)).toMatchObject({ status: 'pending', total_cents: 30_000 })
  const nights = await rules.tx`select stay::text from occupancy where reservation_id = ${data.reservation_id}`
  expect(nights).toEqual([{ stay: `[${inDays(30)},${inDays(33)})` }])
})

test('the same wish of the same guest leads to the same hold', async ({ rules }) => {
  const [home, guest] = [await rules.home(), await rules.person()]
  const first = await ask(rules, guest, wish(home.id))
  const second = await ask(rules, guest, wish(home.id))
  expect(second.data.reservation_id).toBe(first.data.reservation_id)
})

test('nights of another guest are taken', async ({ rules }) => {
  const home = await rules.home()
  await ask(rules, await rules.person(), wish(home.id))
  await expect(ask(rules, await rules.person(), wish(home.id))).rejects.toMatchObject({ code: 'taken', status: 409 })
})

test('one night in common is enough to be taken', async ({ rules }) => {
  const home = await rules.home()
  await ask(rules, await rules.person(), wish(home.id))
  const late = wish(home.id, { check_in: inDays(32), check_out: inDays(35) })
  await expect(ask(rules, await rules.person(), late)).rejects.toMatchObject({ code: 'taken' })
})

test('a stay may begin on the day on which another ends', async ({ rules }) => {
  const home = await rules.home()
  await ask(rules, await rules.person(), wish(home.id))
  const next = wish(home.id, { check_in: inDays(33), check_out: inDays(35) })
  expect((await ask(rules, await rules.person(), next)).message).toBe('reserved')
})

test('an owner books no stay at home', async ({ rules }) => {
  const home = await rules.home()
  await expect(ask(rules, home.owner_id, wish(home.id))).rejects.toMatchObject({ code: 'ownHome', status: 403 })
})

test('a home that is not there cannot be booked', async ({ rules }) => {
  const unknown = wish('00000000-0000-4000-8000-000000000000')
  await expect(ask(rules, await rules.person(), unknown)).rejects.toMatchObject({ code: 'notFound' })
})

test('a draft cannot be booked', async ({ rules }) => {
  const home = await rules.home({ status: 'draft' })
  await expect(ask(rules, await rules.person(), wish(home.id))).rejects.toMatchObject({ code: 'notFound' })
})

test('a home without instant booking takes inquiries only', async ({ rules }) => {
  const home = await rules.home({ instant_book: false })
  await expect(ask(rules, await rules.person(), wish(home.id))).rejects.toMatchObject({ code: 'inquiryOnly' })
})

test('an inquiry holds no nights and asks for no payment', async ({ rules }) => {
  const home = await rules.home({ instant_book: false })
  const { data, message } = await ask(rules, await rules.person(), wish(home.id, { inquiry: true }))
  expect([message, data.payment_url]).toEqual(['inquired', undefined])
  expect(await rules.tx`select 1 from occupancy where reservation_id = ${data.reservation_id}`).toEqual([])
})

test('an inquiry needs a verified address', async ({ rules }) => {
  const home = await rules.home()
  const inquiry = ask(rules, await rules.person(), wish(home.id, { inquiry: true }), false)
  await expect(inquiry).rejects.toMatchObject({ status: 403 })
})

test('an inquiry may ask about nights that are taken', async ({ rules }) => {
  const home = await rules.home()
  await ask(rules, await rules.person(), wish(home.id))
  const inquiry = await ask(rules, await rules.person(), wish(home.id, { inquiry: true }))
  expect(inquiry.message).toBe('inquired')
})

test('a stay below the minimum is refused, and names the rule', async ({ rules }) => {
  const home = await rules.home({ min_stay: 4 })
  await expect(ask(rules, await rules.person(), wish(home.id))).rejects.toMatchObject({ status: 400 })
})

test('a home takes no more guests than it has room for', async ({ rules }) => {
  const home = await rules.home({ max_guests: 2 })
  await expect(ask(rules, await rules.person(), wish(home.id, { adults: 3 }))).rejects.toMatchObject({ status: 400 })
})

test('a deposit is paid now and the rest later', async ({ rules }) => {
  const home = await rules.home({ deposit_percent: 30, balance_due_days: 10 })
  const { data } = await ask(rules, await rules.person(), wish(home.id))
  const [payment] = await rules.tx`
    select amount_cents, rest_cents, rest_due_on from payments where reservation_id = ${data.reservation_id}`
  expect(payment).toEqual({ amount_cents: 9_000, rest_cents: 21_000, rest_due_on: inDays(20) })
})

test('a quote that is unknown cannot be confirmed', async ({ rules }) => {
  const guest = { userId: await rules.person(), verified: true }
  const unknown = confirmQuote(rules.context, guest, '00000000-0000-4000-8000-000000000000', undefined)
  await expect(unknown).rejects.toMatchObject({ code: 'notFound' })
})
