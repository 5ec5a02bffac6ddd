import { describe, expect } from 'vitest'
import { type TestApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { change, heldByHand } from '../../support/changes.ts'

const show = async (t: TestApp, user: { token: string }, id: number) =>
  (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data

describe('a booking', () => {
  test('says until when it waits, for the payment or for an answer', async ({ t }) => {
    const { guest, home } = await scene(t)
    const held = (await book(t, guest, stay(home))).body.data
    const inquired = (await book(t, guest, { ...stay(home, 60), inquiry: true })).body.data
    for (const { reservation_id, hold_expires_at } of [held, inquired]) {
      expect(Date.parse(hold_expires_at)).toBeGreaterThan(Date.now())
      expect((await show(t, guest, reservation_id)).hold_expires_at).toBe(hold_expires_at)
    }
    const free = await t.home(await t.user(), { base_price: 0, cleaning_fee: 0 })
    const confirmed = await book(t, guest, stay(free))
    expect(confirmed.body.data).toMatchObject({ hold_expires_at: null })
  })

  test('of nights that the guest has already names the reservation, and nobody else’s', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { reservation_id, hold_expires_at } = (await book(t, guest, stay(home))).body.data
    const wanted = { ...stay(home), adults: 1 }
    const own = await book(t, guest, wanted)
    const data = { reservation_id, status: 'pending', hold_expires_at }
    expect([own.status, own.body.code, own.body.data]).toEqual([409, 'taken', data])
    const others = await book(t, await t.user(), wanted)
    expect([others.status, others.body.code, others.body.data]).toEqual([409, 'taken', undefined])
    const moved = await t.call('POST', `/reservations/${reservation_id}/cancel`, {}, guest)
    expect(moved.status).toBe(200)
    expect((await book(t, owner, wanted)).body.code).not.toBe('taken')
  })
})

describe('a price that is none', () => {
  test.for([
    ['cheap', 'price', { code: 'not_one_of' }],
    [7, 'price', { code: 'not_one_of' }],
    [{ amount: 'x' }, 'price.amount', { code: 'invalid_amount' }],
    [{ total: 7 }, 'price.amount', { code: 'required' }],
    [{ amount: 1 }, 'price.amount', { code: 'below_fees', limit: 58 }],
  ] as const)('%j is refused with what a change and a booking take', async ([price, field, problem], { t }) => {
    const { owner, home, id } = await heldByHand(t, 'later')
    const changed = await change(t, owner, id, { price })
    const { property_id: _, ...days } = stay(home, 90, 4)
    const wanted = { ...days, guest: { name: 'Ada' }, pay: 'later', price }
    const booked = await t.call('POST', `/properties/${home}/reservations`, wanted, owner)
    const words = { change: ['requote', 'keep', '{…}'], booking: ['quoted', '{…}'] }
    for (const [kind, { status, body }] of [['change', changed] as const, ['booking', booked] as const]) {
      const values = problem.code === 'not_one_of' ? { values: words[kind] } : {}
      expect([kind, status, body.errors?.[field]]).toEqual([kind, 400, [{ ...problem, ...values }]])
    }
  })
})
