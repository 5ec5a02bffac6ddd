import { describe, expect } from 'vitest'
import { alone, type TestApp, type TestUser, test } from '../support/app.ts'
import { book, scene, stay } from '../support/booking.ts'
import { cancel, reserved, show, told } from '../support/payments.ts'
import { moveTo } from '../support/stays.ts'

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
    expect(await told(t, hold.owner)).toEqual([])
    expect(await told(t, inquiry.owner)).toEqual(['reservation_cancelled', 'reservation_inquiry'])
  })

  test('a stay is seen by its own people and by the staff', async ({ t }) => {
    const [other, own] = [await reserved(t), await reserved(t)]
    const see = async (user: TestUser) => (await t.call('GET', `/reservations/${own.id}`, undefined, user)).status
    expect(await Promise.all([own.guest, own.owner, await t.user({ role: 'support' })].map(see))).toEqual([
      200, 200, 200,
    ])
    expect(await Promise.all([other.guest, other.owner].map(see))).toEqual([404, 404])
  })

  alone('a payment pays its own stay', async ({ t }) => {
    const [other, own, later] = [await reserved(t), await reserved(t), await reserved(t)]
    await t.deliver(t.pay(own.url))
    for (const { guest, id } of [other, later])
      expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
    expect(await show(t, own.guest, own.id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await t.db`select reservation_id from payments where status = 'paid'`).toEqual([{ reservation_id: own.id }])
  })
})
