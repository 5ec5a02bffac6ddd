import { expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { createDispute } from '../../../src/dev/stripe/disputes.ts'
import { noteUnclaimed, refundUnclaimed } from '../../../src/integrations/stripe-events/unclaimed.ts'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { expire, notified, refundable, reserved, sessionOf, show, takeEvents, verify } from '../../support/payments.ts'

/** Checkouts, payments, refunds and disputes that the provider no longer has (docs/design/payments.md, "Objects that are gone"). */

/** Lets an object be gone, as with the keys of another account. */
const lose = (t: TestApp, id: string) => t.standin.store.update(id, { object: 'gone' })

test('a payment that is gone cannot be refunded: the refund fails and is told', async ({ t }) => {
  const { owner, id, payment_id, intent, support } = await refundable(t)
  lose(t, intent)
  expect((await t.call('POST', `/payments/${payment_id}/refund`, { amount: 10, reason: 'x' }, support)).status).toBe(
    200,
  )
  await t.drain()
  expect(await show(t, owner, id)).toMatchObject({
    payment_status: 'paid',
    refunds: [{ status: 'failed', amount: 10 }],
    payments: [{ refunded: 0 }],
  })
  expect(await notified(t, support)).toContain('refund_failed')
})

test('so is one whose attempt is older than the memory of the provider', async ({ t }) => {
  const { owner, id, payment_id, intent, support } = await refundable(t)
  await t.call('POST', `/payments/${payment_id}/refund`, { amount: 10, reason: 'x' }, support)
  await t.db`update refunds set created_at = now() - interval '21 hours' where payment_id = ${payment_id}`
  lose(t, intent)
  await t.drain()
  expect((await show(t, owner, id)).refunds).toMatchObject([{ status: 'failed' }])
})

test('a checkout that is gone is over: its hold expires, and nobody can say that it was paid', async ({ t }) => {
  const { guest, id, url } = await reserved(t)
  lose(t, sessionOf(url))
  expect((await verify(t, sessionOf(url))).status).toBeLessThan(500)
  await expire(t, id)
  await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
  await t.drain()
  expect((await show(t, guest, id)).status).toBe('expired')
})

test('a refund and a dispute that are gone keep what is known, and their events wait to be looked at', async ({
  t,
}) => {
  const { owner, id, payment_id, intent, support } = await refundable(t)
  await t.call('POST', `/payments/${payment_id}/refund`, { amount: 10, reason: 'x' }, support)
  await t.drain()
  const [charge] = t.standin.store.list('charge', ({ payment_intent }) => payment_intent === intent)
  const { id: dispute } = createDispute(t.standin.store, charge?.id ?? '')
  await t.deliver(takeEvents(t))
  const [refund] = t.standin.store.list('refund', ({ payment_intent }) => payment_intent === intent)
  lose(t, refund?.id ?? '')
  lose(t, dispute)
  t.standin.store.emit('refund.updated', { id: refund?.id ?? '', object: 'refund', created: 1, payment_intent: intent })
  await t.deliver(takeEvents(t))
  t.standin.store.emit('charge.dispute.updated', { id: dispute, object: 'dispute', created: 1, payment_intent: intent })
  await expect(t.deliver(takeEvents(t))).rejects.toThrow(`the provider does not know ${dispute}`)
  expect(await show(t, owner, id)).toMatchObject({
    refunds: [{ status: 'succeeded', amount: 10 }],
    payments: [{ dispute_status: 'needs_response' }],
  })
})

isolated('money that nobody has claimed and that is gone stays on the list', async ({ t }) => {
  const { url } = await reserved(t)
  t.pay(url)
  const [intent] = t.standin.store.list('payment_intent')
  const found = await t.app.payments.findIntent(intent?.id ?? '')
  if (!found) throw new Error('no intent')
  await noteUnclaimed(t.app, found)
  lose(t, found.id)
  await expect(refundUnclaimed(t.app, found.id)).rejects.toMatchObject({ code: 'providerRefused' })
  expect(await t.db`select from unclaimed_payments where settled_at is null`).toHaveLength(1)
})
