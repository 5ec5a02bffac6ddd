import { describe, expect, vi } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { alone, isolated, type TestApp, test } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'
import {
  bookThreeNights,
  cancel,
  expire,
  notified,
  refundsMade,
  reserved,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { loseAnswer } from '../../support/settlement.ts'

describe('paid is never expired', () => {
  test('the sweep asks first: what was paid without our knowing is confirmed', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    t.pay(url)
    await expire(t, id)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  isolated(
    'a stay that is given up while its checkout is opened is not to be paid: nobody gets the address, and it is closed',
    async ({ t }) => {
      const { home, guest } = await scene(t)
      const { promise: url, resolve } = Promise.withResolvers<string>()
      const open = t.app.payments.createCheckout
      const spy = vi.spyOn(t.app.payments, 'createCheckout').mockImplementationOnce(async (key, request) => {
        const session = await open.call(t.app.payments, key, request)
        const [row] = await t.db`select id from reservations where guest_id = ${guest.id}`
        await cancel(t, guest, row?.id)
        await t.drain()
        resolve(session.url)
        return session
      })
      const { status } = await book(t, guest, stay(home))
      spy.mockRestore()
      expect(status).toBe(409)
      await expect((async () => t.pay(await url))()).rejects.toThrow()
    },
  )

  test('so does a booking that wants the nights: it is refused', async ({ t }) => {
    const { guest, home, id, url } = await reserved(t)
    t.pay(url)
    await expire(t, id)
    expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBe(409)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  isolated(
    'while the provider cannot be asked nothing is given up, and the booking is told to come back',
    async ({ t }) => {
      const { guest, home, id } = await reserved(t)
      await expire(t, id)
      const ask = t.app.payments.closeCheckout
      t.app.payments.closeCheckout = () => Promise.reject(new Error('away'))
      expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBeGreaterThanOrEqual(500)
      await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
      await t.drain()
      expect(await show(t, guest, id)).toMatchObject({ status: 'pending' })
      t.app.payments.closeCheckout = ask
      expect((await book(t, await t.user(), stay(home, 31, 1))).status).toBe(201)
      expect(await show(t, guest, id)).toMatchObject({ status: 'expired' })
    },
  )

  test('payment, sweep and another booking at once: the nights have one guest, the money one place', async ({ t }) => {
    for (let round = 0; round < 5; round++) {
      const { guest, home, id, url } = await reserved(t)
      await expire(t, id)
      const other = await t.user()
      const [, booked] = await Promise.all([
        t.app.jobs.enqueue(t.db, expireHoldsJob, {}).then(() => t.drain()),
        book(t, other, stay(home, 31, 1)),
        (async () => {
          try {
            for (const event of t.pay(url)) await t.webhook(event)
          } catch {
            // The checkout was closed before the guest paid.
          }
        })(),
      ])
      await t.drain()
      const status = (await show(t, guest, id)).status
      expect([status, booked.status]).toEqual(status === 'confirmed' ? ['confirmed', 409] : ['expired', 201])
      const [money] = await t.db`
        select coalesce(sum(r.amount_cents - r.refunded_cents), 0)::int as kept
        from receipts r join payments p on p.id = r.payment_id where p.reservation_id = ${id}`
      expect(money?.kept).toBe(status === 'confirmed' ? 30_000 : 0)
    }
  })
})

describe('late money', () => {
  /** An expired reservation whose guest can still pay, because the provider's answer with the session was lost. */
  async function expired(t: TestApp) {
    const scene = await reserved(t)
    await loseAnswer(t)
    await expire(t, scene.id)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await t.drain()
    expect(await show(t, scene.guest, scene.id)).toMatchObject({ status: 'expired' })
    return scene
  }

  alone('free nights: the reservation is confirmed after all', async ({ t }) => {
    const { guest, id, url } = await expired(t)
    await t.deliver(t.pay(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await occupied(t)).toHaveLength(1)
  })

  alone('taken nights: the state stays, the money goes back once, support and guest are told', async ({ t }) => {
    const { guest, home, id, url } = await expired(t)
    const support = await t.user({ role: 'support' })
    await bookThreeNights(t, await t.user(), home)
    const events = t.pay(url)
    await t.deliver([...events, ...events])
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'expired', payment_status: 'refunded' })
    expect(refundsMade(t)).toMatchObject([{ amount: 30_000 }])
    expect(await notified(t, support)).toEqual(['refund_pending'])
    expect(await notified(t, guest)).toEqual(['payment_received', 'refund_approved', 'refund_pending'])
    expect(await occupied(t)).toHaveLength(1)
  })

  isolated('a stay that its guest gave up is not revived: the money goes back and the state stays', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const events = t.pay(url)
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ status: 'cancelled', refund: 0 })
    await t.deliver(events)
    await t.deliver(takeEvents(t))
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
    expect(await occupied(t)).toHaveLength(0)
    expect(refundsMade(t)).toMatchObject([{ amount: 30_000 }])
  })

  alone('a checkout that is given up is closed at the provider, and no other', async ({ t }) => {
    const other = await reserved(t)
    const { guest, id, url } = await reserved(t)
    await cancel(t, guest, id)
    await t.drain()
    expect(() => t.pay(url)).toThrow(/no longer open/)
    const closed = await t.db`
      select p.reservation_id from checkout_sessions s join payments p on p.id = s.payment_id
      where s.closed_at is not null`
    expect(closed).toEqual([{ reservation_id: id }])
    await t.deliver(t.pay(other.url))
    expect(await show(t, other.guest, other.id)).toMatchObject({ status: 'confirmed' })
  })
})
