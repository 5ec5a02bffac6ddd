import { expect } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { inDays, test } from '../../support/app.ts'
import { book, expectHomesInStep, stay } from '../../support/booking.ts'
import { change, changeable, expectSound, pathOf } from '../../support/changes.ts'
import { addSupplement } from '../../support/invoices.ts'
import { show } from '../../support/payments.ts'
import { collect } from '../../support/settlement.ts'
import { moveTo } from '../../support/stays.ts'

/** A stay changes while everything else that touches it happens. */

const EXPECTED = new Set([200, 201, 303, 409])

test('fifty changes at once each see what the others did, and the price is what is asked for', async ({ t }) => {
  const { owner, guest, id, home, other } = await changeable(t)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      change(t, owner, id, {
        property_id: index % 3 === 0 ? other : home,
        check_out: inDays(31 + (index % 6)),
        adults: 1 + (index % 3),
      }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expectSound(t, id, owner, guest)
  // Each change began where another one ended.
  const { timeline } = await show(t, guest, id)
  const changes = timeline.filter((one: { change: object | null }) => one.change !== null)
  for (const [index, { change: one }] of changes.entries())
    if (index > 0) expect(one.before).toEqual(changes[index - 1].change.after)
})

test('changes, cancellations and bookings of the same nights leave no night twice and no cent too much', async ({
  t,
}) => {
  for (let round = 0; round < 4; round++) {
    const { owner, guest, id, home, other } = await changeable(t, { from: 30 })
    const rival = await t.user()
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, index) =>
        change(t, owner, id, { property_id: index % 2 ? home : other, check_out: inDays(33 + (index % 5)) }),
      ),
      ...Array.from({ length: 6 }, (_, index) => book(t, rival, stay(other, 31 + index, 2))),
      t.call('POST', `/reservations/${id}/cancel`, {}, guest),
      t.call('POST', `/reservations/${id}/refund`, { amount: 20, reason: 'x' }, owner),
      moveTo(t, owner, id, 'cancelled'),
    ])
    expect(answers.map(({ status }) => status).filter((status) => !EXPECTED.has(status))).toEqual([])
    const { status } = await expectSound(t, id, owner, guest)
    expect(status).toBe('cancelled')
  }
})

test('money that arrives while a stay changes pays what was asked for, or goes back', async ({ t }) => {
  for (let round = 0; round < 6; round++) {
    const { owner, guest, id, other } = await changeable(t, { paid: 'deposit' })
    const link = pathOf((await show(t, guest, id)).balance.payment_url)
    const opened = String((await t.call('POST', link)).headers.location)
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => change(t, owner, id, { check_out: inDays(31 + index) })),
      change(t, owner, id, { property_id: other, price: 'keep' }),
      t.deliver(t.pay(opened)),
      t.call('POST', link),
      addSupplement(t, owner, id, 'Wine', 12),
      t.call('POST', `/reservations/${id}/payments`, { amount: 10, method: 'cash', received_on: inDays(0) }, owner),
    ])
    await expectSound(t, id, owner, guest)
  }
})

test('the day of a balance, and the end of a stay, come while it changes', async ({ t }) => {
  const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
  await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
  await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => change(t, owner, id, { check_out: inDays(31 + index) })),
    collect(t),
  ])
  await expectSound(t, id, owner, guest)
  await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => change(t, owner, id, { adults: 1 + (index % 4) })),
    moveTo(t, owner, id, 'checked_in'),
    completeStays.run(t.app, {}),
  ])
  await expectSound(t, id, owner, guest)
})

test('two stays that change places do not lock each other out', async ({ t }) => {
  const { owner, home, other, id } = await changeable(t)
  const second = await t.user()
  const booked = await book(t, second, stay(other, 30, 4))
  await t.deliver(t.pay(booked.body.data.payment_url))
  const theirs = Number(booked.body.data.reservation_id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? change(t, owner, id, { property_id: other, check_in: inDays(40 + index), check_out: inDays(41 + index) })
        : change(t, owner, theirs, { property_id: home, check_in: inDays(40 + index), check_out: inDays(41 + index) }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expectHomesInStep(t)
})
