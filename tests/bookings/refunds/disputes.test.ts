import { describe, expect } from 'vitest'
import { createDispute, moveDispute, warnOfFraud } from '../../../src/dev/stripe/disputes.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { expectLedger, notified, paid, receiptOf, show, takeEvents } from '../../support/payments.ts'

/** A paid stay of 300, and the disputes of its charge. */
async function charged(t: TestApp) {
  const people = await paid(t)
  const { intent } = await receiptOf(t, people.id)
  const [charge] = t.standin.store.list('charge', ({ payment_intent }) => payment_intent === intent)
  const support = await t.user({ role: 'support' })
  const dispute = (opening?: Parameters<typeof createDispute>[2]) =>
    createDispute(t.standin.store, charge?.id ?? '', opening).id
  const move = (id: string, status: string) => moveDispute(t.standin.store, id, status)
  return { ...people, charge: charge?.id ?? '', support, dispute, move }
}

async function hear(t: TestApp) {
  await t.deliver(takeEvents(t))
  await t.drain()
}

/** The only payment of a stay as its owner sees it. */
async function seen(t: TestApp, owner: TestUser, id: number) {
  const { payments, refunds, invoices } = await show(t, owner, id)
  const [{ dispute_status, disputes, refunded }] = payments
  return {
    dispute_status,
    disputes: disputes.map(({ status, amount, currency }: Record<string, unknown>) => [status, amount, currency]),
    refunded,
    refunds: refunds.map(({ amount, status }: Record<string, unknown>) => [amount, status]),
    documents: invoices.map(({ total }: { total: number }) => total),
  }
}

const disputes = async (t: TestApp, user: TestUser) =>
  (await notified(t, user)).filter((type: string) => /dispute|fraud/.test(type))

describe('a dispute', () => {
  test('that is lost and then won takes its refund and its credit note back, however often it turns', async ({ t }) => {
    const { owner, id, support, dispute, move } = await charged(t)
    const one = dispute()
    move(one, 'lost')
    await hear(t)
    move(one, 'appeal_needs_response')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({
      dispute_status: 'appeal_needs_response',
      refunds: [[300, 'succeeded']],
      documents: [300, -300],
    })
    await expectLedger(t)
    move(one, 'won')
    const events = takeEvents(t)
    await t.deliver([...events, ...events.toReversed()])
    await t.drain()
    expect(await seen(t, owner, id)).toEqual({
      dispute_status: 'won',
      disputes: [['won', 300, 'EUR']],
      refunded: 0,
      refunds: [[300, 'failed']],
      documents: [300, -300, 300],
    })
    expect(await show(t, owner, id)).toMatchObject({ payment_status: 'paid' })
    await expectLedger(t)
    expect(await disputes(t, support)).toEqual(['dispute_appealed', 'dispute_reversed', ...['payment_disputed']])
    move(one, 'lost')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({
      refunded: 300,
      refunds: [
        [300, 'failed'],
        [300, 'succeeded'],
      ],
      documents: [300, -300, 300, -300],
    })
    await expectLedger(t)
    move(one, 'won')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({ refunded: 0, documents: [300, -300, 300, -300, 300] })
    await expectLedger(t)
  })

  test('that was prevented is settled: as a lost one where it took money, and without any trace where not', async ({
    t,
  }) => {
    const first = await charged(t)
    first.dispute({ status: 'prevented' })
    const second = await charged(t)
    second.dispute({ status: 'prevented', takesMoney: false })
    await hear(t)
    expect(await seen(t, first.owner, first.id)).toMatchObject({
      dispute_status: 'prevented',
      refunds: [[300, 'succeeded']],
      documents: [300, -300],
    })
    expect(await seen(t, second.owner, second.id)).toMatchObject({ dispute_status: 'prevented', refunds: [] })
    expect(await disputes(t, first.support)).toEqual(['dispute_settled', 'dispute_settled'])
    await expectLedger(t)
  })

  // The stand-in cannot say what such a status does to the money.
  isolated('with a status that nobody knows yet changes no money, and is told', async ({ t }) => {
    const { owner, id, support, dispute, move } = await charged(t)
    const one = dispute()
    move(one, 'in_mediation')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({ dispute_status: 'in_mediation', refunds: [] })
    expect(await disputes(t, support)).toEqual(['dispute_unclear'])
    move(one, 'lost')
    await hear(t)
    move(one, 'in_mediation')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({ dispute_status: 'in_mediation', refunds: [[300, 'succeeded']] })
  })

  test('beside another one of the same charge is shown beside it, and each takes its own money', async ({ t }) => {
    const { owner, guest, id, dispute, move } = await charged(t)
    const [one, other] = [dispute({ amount: 10_000 }), dispute({ amount: 5_000, reason: 'duplicate' })]
    move(one, 'won')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({
      dispute_status: 'needs_response',
      disputes: expect.arrayContaining([
        ['won', 100, 'EUR'],
        ['needs_response', 50, 'EUR'],
      ]),
      refunds: [],
    })
    expect((await show(t, guest, id)).payments).toMatchObject([{ dispute_status: null, disputes: [] }])
    move(other, 'lost')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({ dispute_status: 'lost', refunded: 50, documents: [300, -50] })
    await expectLedger(t)
  })

  // The currencies of the stand-in no longer sum up.
  isolated('in another currency is not summed with ours: a person is told of its own amount', async ({ t }) => {
    const { owner, id, support, dispute, move } = await charged(t)
    move(dispute({ amount: 32_000, currency: 'usd' }), 'lost')
    await hear(t)
    expect(await seen(t, owner, id)).toMatchObject({ disputes: [['lost', 320, 'USD']], refunded: 0, refunds: [] })
    expect(await disputes(t, support)).toEqual(['dispute_unclear'])
    const { data } = (await t.call('GET', '/notifications', undefined, support)).body
    expect(data[0].data).toMatchObject({ amount: 320, currency: 'USD' })
  })

  test('that is read late does not overwrite what was read after it', async ({ t }) => {
    const { owner, id, dispute, move } = await charged(t)
    const one = dispute()
    await hear(t)
    move(one, 'won')
    await hear(t)
    const { intent: payment_intent_id } = await receiptOf(t, id)
    const money = { amount_cents: 30_000, currency: 'EUR', is_refundable: false }
    const late = { dispute_id: one, payment_intent_id, status: 'lost', reason: 'fraudulent', ...money }
    const read = { opened_at: '2026-01-01T00:00:00Z', read_at: '2026-01-01T00:00:00Z' }
    expect(await queries.payments.upsertDispute(t.db, { ...late, ...read })).toBeUndefined()
    expect(await seen(t, owner, id)).toMatchObject({ dispute_status: 'won' })
  })

  test('and the events of its whole life end the same in every order, also at once', async ({ t }) => {
    const stays = [await charged(t), await charged(t), await charged(t)]
    for (const [index, { dispute, move }] of stays.entries()) {
      const one = dispute()
      for (const status of ['under_review', 'lost', 'appeal_under_review', 'won']) move(one, status)
      const events = takeEvents(t)
      if (index < 2) await t.deliver(index === 0 ? events : events.toReversed())
      else await Promise.all(events.map((event) => t.webhook(event)))
    }
    await t.drain()
    const ends = await Promise.all(stays.map(({ owner, id }) => seen(t, owner, id)))
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
    expect(ends[0]).toMatchObject({ dispute_status: 'won', refunded: 0 })
  })
})

test('a warning of fraud is told once, while a refund can still avoid the dispute', async ({ t }) => {
  const { support, charge, dispute } = await charged(t)
  warnOfFraud(t.standin.store, charge)
  const events = takeEvents(t)
  await t.deliver([...events, ...events])
  expect(await disputes(t, support)).toEqual(['fraud_warning'])
  dispute()
  warnOfFraud(t.standin.store, charge)
  await hear(t)
  expect(await disputes(t, support)).toEqual(['fraud_warning', 'payment_disputed'])
})
