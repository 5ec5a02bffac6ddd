import { describe, expect } from 'vitest'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { CONFIRMED, expectLedger, notified, refundsMade, reserved, settle, show } from '../../support/payments.ts'

describe('POST /reservations/:id/cancel', () => {
  const cancel = (t: TestApp, user: TestUser, id: number, query = '') =>
    t.call('POST', `/reservations/${id}/cancel${query}`, { reason: 'ill' }, user)

  async function paid(t: TestApp, fields: Record<string, unknown> = {}) {
    const scene = await reserved(t, fields)
    await t.deliver(t.pay(scene.url))
    return scene
  }

  alone('previews, then cancels, frees the nights and refunds by the terms that were booked', async ({ t }) => {
    const { guest, owner, home, id } = await paid(t, { cancellation_policy: 'strict', cleaning_fee: 50 })
    await t.call('PUT', `/properties/${home}`, { cancellation_policy: 'flexible' }, owner)
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation,0,until}', to_jsonb(${inDays(-1)}::text))`
    const preview = await cancel(t, guest, id, '?dry_run=true')
    const refund = { refund: 200, refund_parts: { card: 200, elsewhere: 0 }, currency: 'EUR' }
    expect(preview.body.data).toEqual({ reservation_id: id, status: 'confirmed', ...refund })
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed' })
    const done = await cancel(t, guest, id)
    expect(done.body.data).toEqual({ reservation_id: id, status: 'cancelled', ...refund })
    expect(await t.db`select from occupancy`).toHaveLength(0)
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({
      status: 'cancelled',
      cancelled_by: 'guest',
      payment_status: 'partially_refunded',
    })
    expect(refundsMade(t)).toMatchObject([{ amount: 20_000 }])
    expect(await notified(t, owner)).toEqual([...CONFIRMED, 'reservation_cancelled'].sort())
    expect((await cancel(t, guest, id)).status).toBe(409)
  })

  test('ten cancellations at once cancel and refund once', async ({ t }) => {
    const { guest, id } = await paid(t)
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(t, guest, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await t.drain()
    expect(refundsMade(t)).toMatchObject([{ amount: 30_000 }])
    await expectLedger(t)
  })

  alone('an unpaid hold is simply given up; strangers cannot, and the owner says the refund', async ({ t }) => {
    const { guest, owner, id } = await reserved(t)
    expect((await cancel(t, owner, id)).body.data).toHaveProperty('refund')
    expect((await cancel(t, await t.user(), id)).status).toBe(404)
    expect((await t.call('POST', `/reservations/${id}/cancel`, {})).status).toBe(401)
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ status: 'cancelled', refund: 0 })
    expect(await t.db`select from occupancy`).toHaveLength(0)
  })

  test('an owner is told of the end of what they were told of: not of a hold that was never confirmed', async ({
    t,
  }) => {
    const { guest, owner, id } = await reserved(t)
    expect((await cancel(t, guest, id)).status).toBe(200)
    await t.drain()
    expect([await notified(t, guest), await notified(t, owner)]).toEqual([['reservation_cancelled'], []])
    expect(await t.mails(owner.email)).toEqual([])
  })

  test('of an accepted inquiry that the guest gives up the owner is told', async ({ t }) => {
    const { guest, owner, home } = await scene(t, { instant_book: false })
    const asked = await book(t, guest, { ...stay(home), inquiry: true })
    const id = Number(asked.body.data.reservation_id)
    await t.call('POST', `//reservations/change-status-reservation-by-proprio/${id}/confirmed`, undefined, owner)
    expect((await cancel(t, guest, id)).status).toBe(200)
    await t.drain()
    expect(await notified(t, owner)).toEqual(['reservation_cancelled', 'reservation_inquiry'])
  })
})
