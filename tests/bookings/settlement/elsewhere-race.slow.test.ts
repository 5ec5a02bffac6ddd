import { expect } from 'vitest'
import { alone, type TestApp, type TestUser } from '../../support/app.ts'
import { held, moneyShown, record, remove } from '../../support/elsewhere.ts'
import { cancel, expectLedger, refundsMade, settle, show } from '../../support/payments.ts'
import { moneyOf, openForReplaced, paymentsOf } from '../../support/replace.ts'
import { collect, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const taken = (answers: { status: number }[]) => answers.filter(({ status }) => status === 201).length

const partOf = async (t: TestApp, id: number) =>
  (await paymentsOf(t, id)).find(({ status }) => status === 'paid')?.id ?? 0

alone('fifty entries at once of different amounts take no more than is due', async ({ t }) => {
  const { owner, guest, id } = await held(t)
  const answers = await times(50, (index) => record(t, owner, id, index % 2 ? 7 : 4))
  const { due, kept } = await moneyOf(t, id)
  expect(due + kept).toBe(9_000)
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([201, 409])
  expect((await moneyShown(t, owner, id)).entries).toHaveLength(taken(answers))
  if (due > 0) await record(t, owner, id, due / 100)
  expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'deposit_paid' })
  await t.drain()
  await expectLedger(t)
})

alone('an entry while the card pays the same: one is kept, and the other goes back or is refused', async ({ t }) => {
  for (let round = 0; round < 8; round++) {
    const { owner, guest, id, url } = await held(t)
    const amount = round % 2 ? 90 : 30
    const events = t.pay(url)
    await Promise.all([
      ...events.flatMap((event) => [t.webhook(event), t.drain()]),
      times(12, () => record(t, owner, id, amount)),
    ])
    await settle(t)
    await settle(t)
    const { due, kept } = await moneyOf(t, id)
    expect(due + kept).toBe(9_000)
    expect((await show(t, guest, id)).status).toBe(due > 0 ? 'pending' : 'confirmed')
    expect(await openForReplaced(t)).toEqual([])
  }
  await expectLedger(t)
})

alone('an entry while the guest cancels is taken before, or refused', async ({ t }) => {
  for (let round = 0; round < 6; round++) {
    const { owner, guest, id } = await held(t)
    const [answers] = await Promise.all([times(20, () => record(t, owner, id, 10)), cancel(t, guest, id)])
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', amount_open: 0 })
    expect((await moneyShown(t, owner, id)).kept).toBe(10 * taken(answers))
    expect(refundsMade(t)).toEqual([])
  }
  await expectLedger(t)
})

alone('an entry of a balance on the day on which it is charged takes a part of it, or nothing', async ({ t }) => {
  for (let round = 0; round < 6; round++) {
    const { owner, guest, id } = await deposited(t)
    await balancesComeDue(t, id)
    await Promise.all([collect(t), times(20, () => record(t, owner, id, 20, { pays: 'balance' }))])
    await settle(t)
    await collect(t)
    await settle(t)
    const { due, kept } = await moneyOf(t, id)
    expect(due + kept).toBe(30_000)
    expect(await show(t, guest, id)).toMatchObject({ amount_open: due / 100 })
  }
  await expectLedger(t)
})

const deleteOften = (t: TestApp, owner: TestUser, id: number, payment_id: number) =>
  times(10, () => remove(t, owner, id, payment_id))

alone('an entry deleted ten times at once while others are made is deleted once', async ({ t }) => {
  for (let round = 0; round < 6; round++) {
    const { owner, id } = await held(t)
    await record(t, owner, id, 50)
    const payment_id = await partOf(t, id)
    const rest = (await paymentsOf(t, id)).find(({ status }) => status === 'unpaid')
    const [deleted] = await Promise.all([
      deleteOften(t, owner, id, payment_id),
      times(10, () => record(t, owner, id, 10)),
      times(5, () => t.call('POST', `/pay/${rest?.key}`)),
    ])
    expect(deleted.filter(({ status }) => status === 200)).toHaveLength(1)
    const { due, kept } = await moneyOf(t, id)
    expect(due + kept).toBe(9_000)
  }
  await t.drain()
  await expectLedger(t)
})

alone('never more is given back than was received, by card, elsewhere and by deletion at once', async ({ t }) => {
  for (let round = 0; round < 5; round++) {
    const { owner, id } = await held(t)
    await record(t, owner, id, 50)
    await t.deliver(t.pay(await openRest(t, id)))
    const payment_id = await partOf(t, id)
    await Promise.all([
      times(15, () => record(t, owner, id, -10)),
      times(15, () => t.call('POST', `/reservations/${id}/refund`, { amount: 10, reason: 'x' }, owner)),
      round % 2 ? deleteOften(t, owner, id, payment_id) : undefined,
    ])
    await settle(t)
    const [over] = await t.db<{ count: number }[]>`
      select count(*)::integer as count from receipts a
      where a.amount_cents < (select coalesce(sum(f.amount_cents), 0) from refunds f
        where f.payment_intent_id = a.payment_intent_id and f.status <> 'failed')`
    expect(over?.count).toBe(0)
    expect((await moneyShown(t, owner, id)).kept).toBeGreaterThanOrEqual(0)
  }
  await expectLedger(t)
})

/** Opens the checkout of what is due for a hold. */
async function openRest(t: TestApp, id: number): Promise<string> {
  const due = (await paymentsOf(t, id)).find(({ status }) => status === 'unpaid')
  return String((await t.call('POST', `/pay/${due?.key}`)).headers.location)
}
