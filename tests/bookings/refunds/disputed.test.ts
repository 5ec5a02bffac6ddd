import { describe, expect } from 'vitest'
import { createDispute, moveDispute, warnOfFraud } from '../../../src/dev/stripe/disputes.ts'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { expectLedger, notified, refundable, refundsMade, show, takeEvents } from '../../support/payments.ts'
import { joins } from '../../support/team.ts'

/** A paid stay of 300, and functions that dispute it and refund it as its company or as support. */
async function scene(t: TestApp) {
  const people = await refundable(t)
  const { id, payment_id, owner, support, intent } = people
  const [charge] = t.standin.store.list('charge', ({ payment_intent }) => payment_intent === intent)
  return {
    ...people,
    charge: charge?.id ?? '',
    dispute: (status?: string) => createDispute(t.standin.store, charge?.id ?? '', status ? { status } : {}).id,
    byCompany: (amount: number, user: TestUser = owner) =>
      t.call('POST', `/reservations/${id}/refund`, { amount, reason: 'x' }, user),
    bySupport: (amount: number) => t.call('POST', `/payments/${payment_id}/refund`, { amount, reason: 'x' }, support),
  }
}

const hear = async (t: TestApp) => {
  await t.deliver(takeEvents(t))
  await t.drain()
}

describe('a refund of a disputed payment', () => {
  test('is 409 at once, for the company and for support, until the dispute is won', async ({ t }) => {
    const { owner, id, intent, dispute, byCompany, bySupport } = await scene(t)
    const one = dispute()
    await hear(t)
    for (const refund of [byCompany, bySupport]) {
      const answer = await refund(100)
      expect([answer.status, answer.body.code]).toEqual([409, 'payment_disputed'])
    }
    expect((await show(t, owner, id)).refunds).toEqual([])
    moveDispute(t.standin.store, one, 'won')
    await hear(t)
    expect((await byCompany(100)).status).toBe(200)
    expect((await bySupport(50)).status).toBe(200)
    await t.drain()
    expect(refundsMade(t).filter(({ payment_intent }) => payment_intent === intent)).toHaveLength(2)
    await hear(t)
    await expectLedger(t)
  })

  test('is made while a bank only asks: that can end the inquiry', async ({ t }) => {
    const { owner, id, dispute, byCompany } = await scene(t)
    dispute('warning_needs_response')
    await hear(t)
    expect((await byCompany(300)).status).toBe(200)
    await hear(t)
    expect((await show(t, owner, id)).refunds).toMatchObject([{ status: 'succeeded', amount: 300 }])
    await expectLedger(t)
  })

  test('beside the dispute itself is refused, or fails and is told to the owner; never kept', async ({ t }) => {
    for (let round = 0; round < 5; round++) {
      const { owner, id, dispute, byCompany } = await scene(t)
      dispute()
      const [answer] = await Promise.all([byCompany(100), ...takeEvents(t).map((event) => t.webhook(event)), t.drain()])
      await t.drain()
      expect([200, 409]).toContain(answer?.status)
      const failed = answer?.status === 200 ? [{ status: 'failed' }] : []
      const { refunds, payments } = await show(t, owner, id)
      expect([refunds, payments[0].refunded]).toMatchObject([failed, 0])
      expect((await notified(t, owner)).includes('refund_failed')).toBe(failed.length === 1)
    }
    await expectLedger(t)
  })
})

test('disputes, warnings, failed refunds and mismatches reach the owner, and members who may read payments', async ({
  t,
}) => {
  const { owner, guest, support, home, charge, intent, payment_id, dispute, bySupport } = await scene(t)
  const [accountant, cleaner, elsewhere] = [await t.user(), await t.user(), await t.user()]
  await joins(t, owner, 'accountant', [home], accountant)
  await joins(t, owner, 'cleaner', null, cleaner)
  await joins(t, owner, 'accountant', [await t.home(owner)], elsewhere)
  warnOfFraud(t.standin.store, charge)
  expect((await bySupport(10)).status).toBe(200)
  await t.drain()
  const [refund] = t.standin.store.list('refund', ({ payment_intent }) => payment_intent === intent)
  failRefund(t.standin.store, refund?.id ?? '')
  await hear(t)
  const one = dispute()
  for (const status of ['lost', 'appeal_under_review', 'won']) {
    await hear(t)
    moveDispute(t.standin.store, one, status)
  }
  await hear(t)
  const [payment] = await t.db<{ key: string }[]>`select key from payments where id = ${payment_id}`
  const twice = t.standin.store.create('pi', 'payment_intent', {
    ...{ amount: 1, amount_received: 1, currency: 'eur', status: 'succeeded' },
    metadata: { payment: payment?.key },
  })
  t.standin.store.emit('payment_intent.succeeded', twice)
  await hear(t)
  const news = ['dispute_appealed', 'dispute_reversed', 'fraud_warning', 'payment_disputed', 'payment_disputed']
  const of = async (user: TestUser) =>
    (await notified(t, user)).filter((type: string) => /dispute|fraud|failed|mismatch/.test(type))
  for (const user of [owner, support, accountant])
    expect(await of(user)).toEqual([...news, 'payment_mismatch', 'refund_failed'])
  for (const user of [cleaner, elsewhere, guest]) expect(await of(user)).toEqual([])
})
