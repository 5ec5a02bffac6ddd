import { describe, expect } from 'vitest'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { cancel, expire, notified, reserved, show } from '../../support/payments.ts'
import { moveTo } from '../../support/stays.ts'

/** An inquiry that its owner has accepted, and that waits for its payment. */
async function accepted(t: TestApp) {
  const people = await scene(t, { instant_book: false })
  const asked = await book(t, people.guest, { ...stay(people.home), inquiry: true })
  const id = Number(asked.body.data.reservation_id)
  expect((await moveTo(t, people.owner, id, 'confirmed')).status).toBe(200)
  return { ...people, id }
}

describe('beside a stay of others', () => {
  test('an owner is told of the end of an inquiry that they have accepted, not of that of a hold', async ({ t }) => {
    const [inquiry, hold] = [await accepted(t), await reserved(t)]
    for (const { guest, id } of [hold, inquiry]) expect((await cancel(t, guest, id)).status).toBe(200)
    await t.drain()
    expect(await notified(t, hold.owner)).toEqual([])
    expect(await notified(t, inquiry.owner)).toEqual(['reservation_cancelled', 'reservation_inquiry'])
  })

  test('a stay is seen by its own people and by the staff', async ({ t }) => {
    const [other, own] = [await reserved(t), await reserved(t)]
    const see = async (user: TestUser) => (await t.call('GET', `/reservations/${own.id}`, undefined, user)).status
    expect(await Promise.all([own.guest, own.owner, await t.user({ role: 'support' })].map(see))).toEqual([
      200, 200, 200,
    ])
    expect(await Promise.all([other.guest, other.owner].map(see))).toEqual([404, 404])
    for (const { guest, id, url } of [own, other])
      expect(await show(t, guest, id)).toMatchObject({
        payment_url: url,
        payment_status: 'unpaid',
        payments: [{ payment_url: expect.any(String) }],
      })
  })

  alone('a payment pays its own stay', async ({ t }) => {
    const [other, own, later] = [await reserved(t), await reserved(t), await reserved(t)]
    await t.deliver(t.pay(own.url))
    for (const { guest, id } of [other, later])
      expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
    expect(await show(t, own.guest, own.id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await t.db`select reservation_id from payments where status = 'paid'`).toEqual([{ reservation_id: own.id }])
  })

  test('a hold is found again by its own guest, for exactly its stay, while it is one', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    const wish = stay(home)
    const other = await t.user()
    expect((await book(t, guest, wish)).body.data).toMatchObject({ reservation_id: id, payment_url: url })
    const { quote_id } = (await t.call('POST', '/quotes', wish)).body.data
    for (const [user, body] of [
      [other, wish],
      [guest, { ...wish, adults: 1 }],
      [guest, { ...wish, children: 1 }],
      [guest, { ...wish, infants: 1 }],
      [guest, { ...wish, check_in: inDays(29) }],
      [guest, { ...wish, check_out: inDays(34) }],
      [guest, { quote_id }],
    ] as const)
      expect((await book(t, user, body)).status).toBe(409)
    await t.deliver(t.pay(url))
    expect((await book(t, guest, wish)).status).toBe(409)
  })

  test('a hold whose time is up gives way on its own nights of its own home, and can be paid elsewhere', async ({
    t,
  }) => {
    const [own, other] = [await reserved(t), await reserved(t)]
    const later = (await book(t, own.guest, stay(own.home, 60))).body.data
    for (const id of [own.id, other.id, later.reservation_id]) await expire(t, id)
    expect((await book(t, await t.user(), stay(own.home, 31))).status).toBe(201)
    await t.deliver(t.pay(later.payment_url))
    await t.deliver(t.pay(other.url))
    expect(await show(t, own.guest, own.id)).toMatchObject({ status: 'expired' })
    expect(await show(t, own.guest, later.reservation_id)).toMatchObject({ status: 'confirmed' })
    expect(await show(t, other.guest, other.id)).toMatchObject({ status: 'confirmed' })
    expect(() => t.pay(own.url)).toThrow()
  })

  test('a quote is of nights that are free, whatever else of the home or of others is taken', async ({ t }) => {
    const [{ home }, other] = [await reserved(t), await reserved(t)]
    const isFree = async (at: string, from: number) =>
      (await t.call('POST', '/quotes', stay(at, from))).body.data.available
    for (const [from, free] of [
      [26, true],
      [27, true],
      [28, false],
      [32, false],
      [33, true],
    ] as const)
      expect([from, await isFree(home, from)]).toEqual([from, free])
    expect(await isFree(await t.home(other.owner), 30)).toBe(true)
  })
})
