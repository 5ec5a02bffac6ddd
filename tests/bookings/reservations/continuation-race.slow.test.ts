import { expect } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { change, expectSound, inHouse, pathOf } from '../../support/changes.ts'
import { record } from '../../support/elsewhere.ts'
import { show } from '../../support/payments.ts'
import { collect } from '../../support/settlement.ts'
import { balancesComeDue, moveTo } from '../../support/stays.ts'

/** A guest in the house moves while everything else that touches the stay happens. */

const statusesOf = (answers: { status: number }[], expected: number[]) =>
  answers.map(({ status }) => status).filter((status) => !expected.includes(status))

/** Checks both stays, and that they ask for no more and no less than their prices. */
async function expectPair(t: TestApp, { id, owner, guest }: { id: number; owner: TestUser; guest: TestUser }) {
  const first = await expectSound(t, id, owner, guest)
  if (first.continued_by !== null) await expectSound(t, first.continued_by, owner, guest)
  return first
}

test('of twenty moves at once, one is made', async ({ t }) => {
  const scene = await inHouse(t)
  const { owner, id, other } = scene
  const third = await t.home(owner, { title: 'Mas', base_price: 90 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      change(t, owner, id, {
        ...{ property_id: index % 2 ? other : third, from: inDays(index % 3), check_out: inDays(3 + (index % 2)) },
        price: index % 4 ? 'requote' : 'keep',
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(statusesOf(answers, [200, 409])).toEqual([])
  const rows = await t.db`select id from reservations where continues = ${id}`
  expect(rows).toHaveLength(1)
  expect((await expectPair(t, scene)).continued_by).toBe(rows[0]?.id)
})

test('a move and bookings of its nights never take a night twice, and leave no trace if they lose', async ({ t }) => {
  for (let round = 0; round < 4; round++) {
    const scene = await inHouse(t)
    const { owner, id, home, other } = scene
    const rivals = await Promise.all(Array.from({ length: 3 }, () => t.user()))
    const [moving, ...answers] = await Promise.all([
      change(t, owner, id, { property_id: other }),
      ...rivals.map((rival, index) => book(t, rival, stay(other, index, 1))),
      ...rivals.map((rival) => book(t, rival, stay(home, 1, 2))),
    ])
    expect(statusesOf([moving, ...answers], [200, 201, 409])).toEqual([])
    const wins = answers.slice(0, 3).filter(({ status }) => status === 201)
    if (moving.status === 200) expect(wins).toHaveLength(0)
    else expect(moving.body.code).toBe('taken')
    const { continued_by, price } = await expectPair(t, scene)
    expect([continued_by === null, price.total]).toEqual(moving.status === 200 ? [false, 152] : [true, 458])
  }
})

test('a move, the end of the stay, other changes and refunds are in some order', async ({ t }) => {
  for (let round = 0; round < 4; round++) {
    const scene = await inHouse(t)
    const { owner, id, other } = scene
    const answers = await Promise.all([
      change(t, owner, id, { property_id: other }),
      ...Array.from({ length: 4 }, (_, index) => change(t, owner, id, { check_out: inDays(index) })),
      moveTo(t, owner, id, 'completed'),
      moveTo(t, owner, id, 'completed'),
      completeStays.run(t.app, {}).then(() => ({ status: 200 })),
      t.call('POST', `/reservations/${id}/cancel`, { refund: 'all', reason: 'x' }, owner),
    ])
    // A move after a departure of today has no night left.
    expect(statusesOf(answers, [200, 400, 409])).toEqual([])
    await expectPair(t, scene)
  }
})

test('money that arrives while a guest moves pays for one of the stays, or goes back', async ({ t }) => {
  for (let round = 0; round < 6; round++) {
    const scene = await inHouse(t, { paid: 'deposit' })
    const { owner, guest, id, other } = scene
    const link = pathOf((await show(t, guest, id)).balance.payment_url)
    const opened = String((await t.call('POST', link)).headers.location)
    if (round % 3 === 2) await balancesComeDue(t, id)
    const answers = await Promise.all([
      change(t, owner, id, { property_id: other, price: round % 2 ? 'keep' : 'requote' }),
      t.deliver(t.pay(opened)).then(() => ({ status: 200 })),
      t.call('POST', link),
      record(t, owner, id, 100, { pays: 'balance' }),
      collect(t).then(() => ({ status: 200 })),
    ])
    expect(statusesOf(answers, [200, 201, 303, 409])).toEqual([])
    await expectPair(t, scene)
  }
})
