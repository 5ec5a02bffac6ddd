import { describe, expect } from 'vitest'
import { createDispute, moveDispute, warnOfFraud } from '../../../src/dev/stripe/disputes.ts'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import type { StripeObject } from '../../../src/dev/stripe/store.ts'
import { thinEvent } from '../../../src/dev/stripe/thin.ts'
import { hintOf } from '../../../src/integrations/stripe-events/hint.ts'
import { reconcile } from '../../../src/integrations/stripe-events/reconcile.ts'
import { alone, type TestApp, test } from '../../support/app.ts'
import {
  expectLedger,
  notified,
  receiptOf,
  refundAtProvider,
  reserved,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { DEPOSIT } from '../../support/settlement.ts'

/** Forms in which an event can arrive. */
const FORMS: Record<string, (t: TestApp, event: StripeObject) => object> = {
  thin: (t, event) => thinEvent(t.standin.store, event),
  'thin, without the id of the event with its object': (t, event) => ({
    ...thinEvent(t.standin.store, event),
    snapshot_event: undefined,
  }),
  'thin, of its id and type alone': (t, event) => {
    const { id, object, type } = thinEvent(t.standin.store, event)
    return { id, object, type }
  },
  'of its id and type alone': (_t, { id, object, type }) => ({ id, object, type }),
}

describe.each(Object.entries(FORMS))('an event that is %s', (_name, form) => {
  test('is applied: payments, cards, refunds, disputes and warnings of fraud', async ({ t }) => {
    const { store } = t.standin
    const support = await t.user({ role: 'support' })
    const hear = async (events: StripeObject[]) => {
      for (const event of events) expect((await t.webhook(form(t, event))).status).toBe(200)
      await t.drain()
      await t.db`update pgboss.job set start_after = now() where name = 'customers.sync-method'`
      await t.drain()
    }
    const { owner, guest, id, url } = await reserved(t, DEPOSIT)
    await hear(t.pay(url))
    expect(await show(t, owner, id)).toMatchObject({ status: 'confirmed', payment_status: 'deposit_paid' })
    expect((await t.call('GET', '/user-payment-methods', undefined, guest)).body.data).toHaveLength(1)
    const { intent } = await receiptOf(t, id)
    await refundAtProvider(t, intent, 1_000)
    await hear(takeEvents(t))
    expect((await show(t, owner, id)).refunds).toMatchObject([{ status: 'succeeded', amount: 10 }])
    const [refund] = store.list('refund', ({ payment_intent }) => payment_intent === intent)
    failRefund(store, refund?.id ?? '')
    await hear(takeEvents(t))
    expect((await show(t, owner, id)).refunds).toMatchObject([{ status: 'failed' }])
    const [charge] = store.list('charge', ({ payment_intent }) => payment_intent === intent)
    warnOfFraud(store, charge?.id ?? '')
    await hear(takeEvents(t))
    moveDispute(store, createDispute(store, charge?.id ?? '').id, 'lost')
    await hear(takeEvents(t).toReversed())
    expect(await show(t, owner, id)).toMatchObject({
      payments: [{ status: 'refunded', dispute_status: 'lost' }, {}],
    })
    expect(await notified(t, support)).toEqual(['fraud_warning', 'payment_disputed', 'refund_failed'])
    await expectLedger(t)
  })
})

alone('a thin event and the one with its object are one event', async ({ t }) => {
  const { url } = await reserved(t)
  const events = t.pay(url)
  await t.deliver([...events.map((event) => thinEvent(t.standin.store, event)), ...events])
  expect(await t.db`select from inbound_events`).toHaveLength(events.length)
  expect(await reconcile(t.app)).toMatchObject({ events: 0, failed: [] })
})

alone('a thin event about something else is ignored, and one of nothing is malformed', async ({ t }) => {
  const created = '2026-11-01T00:00:00.000Z'
  const related_object = { id: 'ed_1', type: 'v2.core.event_destination', url: '/v2/core/event_destinations/ed_1' }
  const ping = { object: 'v2.core.event', type: 'v2.core.event_destination.ping', created, related_object }
  await t.deliver([
    { ...ping, id: 'evt_1' },
    { ...ping, id: 'evt_2', related_object: null },
    { id: 'evt_3', object: 'v2.core.event', type: 'v1.payment_intent.succeeded', created },
  ])
  const outcomes = await t.db`select event_id, type, status from inbound_events order by event_id`
  expect(outcomes.map(({ status }) => status)).toEqual(['ignored', 'ignored', 'malformed'])
})

test('nothing is kept of a thin event but ids', () => {
  const event = { id: 'evt_1', object: 'v2.core.event', type: 'v1.refund.created', created: '2026-11-01T00:00:00.000Z' }
  const related = { related_object: { id: 're_1', type: 'refund', url: '/v1/refunds/re_1' }, changes: { email: 'x' } }
  expect(hintOf({ ...event, ...related } as { id: string; type: string })).toEqual({
    id: 'evt_1',
    type: 'refund.created',
    created: 1_793_491_200,
    data: { object: { id: 're_1', object: 'refund' } },
    thin: 'evt_1',
  })
})
