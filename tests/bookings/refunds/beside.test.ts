import { describe, expect } from 'vitest'
import { refundsChanged } from '../../../src/bookings/refunds/refunds.ts'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { alone, isolated, type TestApp } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import {
  cancel,
  expectLedger,
  notified,
  refundAtProvider,
  reserved,
  settle,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { messagesOf, paidStay } from '../../support/settlement.ts'

const refundsOf = (t: TestApp, intent: string) => t.db`
  select amount_cents, status, source from refunds where payment_intent_id = ${intent} order by id`
const setAside = async (t: TestApp, intent: string) =>
  (
    await t.db<{ refunded_cents: number }[]>`
    select refunded_cents from receipts where payment_intent_id = ${intent}`
  )[0]?.refunded_cents

/** A stay that was paid twice, and whose bank has sent the refund of the surplus back. */
async function withSurplus(t: TestApp) {
  const people = await reserved(t, { cancellation_policy: 'flexible' })
  await t.db`update checkout_sessions set session_id = null, url = null, expires_at = now() where payment_id = (
    select id from payments where reservation_id = ${people.id})`
  const second = (await book(t, people.guest, stay(people.home))).body.data.payment_url
  for (const paid of [second, people.url]) await t.deliver(t.pay(paid))
  await settle(t)
  const [surplus] = t.standin.store.list('refund')
  failRefund(t.standin.store, surplus?.id ?? '')
  await settle(t)
  return { ...people, surplus }
}

describe('a refund beside those of others', () => {
  isolated('that the provider refuses fails alone, and what is left goes back from the same source', async ({ t }) => {
    const [other, own] = [await paidStay(t), await paidStay(t)]
    await own.refundAmount(1_000)
    await settle(t)
    await refundAtProvider(t, own.intent, 777)
    // Its events are late.
    takeEvents(t)
    await other.refundAmount(7_000)
    const { refund } = t.app.payments
    t.app.payments.refund = (request) =>
      request.paymentIntentId === own.intent ? refund(request) : Promise.reject(new Error('away'))
    await cancel(t, own.guest, own.id)
    await expect(t.drain()).rejects.toThrow('away')
    expect(await refundsOf(t, own.intent)).toEqual([
      { amount_cents: 1_000, source: 'api', status: 'succeeded' },
      { amount_cents: 29_000, source: 'cancellation', status: 'failed' },
      { amount_cents: 777, source: 'provider', status: 'succeeded' },
      { amount_cents: 28_223, source: 'cancellation', status: 'succeeded' },
    ])
    expect(await refundsOf(t, other.intent)).toEqual([{ amount_cents: 7_000, source: 'api', status: 'pending' }])
    expect([await setAside(t, own.intent), await setAside(t, other.intent)]).toEqual([30_000, 7_000])
  })

  isolated.for(['succeeded', 'pending'])(
    'that the provider has made is not taken for refused when its answer was lost: %s',
    async (status, { t }) => {
      const [other, own] = [await paidStay(t), await paidStay(t)]
      const support = await t.user({ role: 'support' })
      const { refund } = t.app.payments
      await other.refundAmount(6_000)
      await settle(t)
      t.app.payments.refund = async (request) => {
        await refund(request)
        const [made] = t.standin.store.list('refund', ({ payment_intent }) => payment_intent === own.intent)
        t.standin.store.update(made?.id ?? '', { status })
        takeEvents(t)
        throw new AppError('providerRefused')
      }
      await own.refundAmount(5_000)
      await settle(t)
      expect(await refundsOf(t, own.intent)).toEqual([{ status, source: 'api', amount_cents: 5_000 }])
      expect(await refundsOf(t, other.intent)).toEqual([{ status: 'succeeded', source: 'api', amount_cents: 6_000 }])
      expect(await notified(t, support)).toEqual([])
    },
  )

  alone('that was begun at the provider is told to its own guest, and is settled once', async ({ t }) => {
    const [other, own] = [await paidStay(t), await paidStay(t)]
    await other.refundAmount(6_000)
    await settle(t)
    await refundAtProvider(t, own.intent, 1_234)
    const [begun] = t.standin.store.list('refund', ({ payment_intent }) => payment_intent === own.intent)
    t.standin.store.update(begun?.id ?? '', { status: 'pending' })
    const events = takeEvents(t)
    await t.deliver(events)
    expect(await refundsOf(t, own.intent)).toEqual([{ amount_cents: 1_234, status: 'pending', source: 'provider' }])
    // Nothing has gone back until it is made.
    expect(await show(t, own.guest, own.id)).toMatchObject({ payment_status: 'paid' })
    expect(await messagesOf(t, own.guest, 'refund_pending')).toEqual([expect.stringContaining('€12.34')])
    expect(await messagesOf(t, other.guest, 'refund_pending')).toEqual([expect.stringContaining('€60.00')])

    t.standin.store.update(begun?.id ?? '', { status: 'succeeded' })
    const again = (time: number) => events.map((event) => ({ ...event, id: `${event.id}_${time}` }))
    const settled = () => t.db`select id, status, settled_at from refunds order by id`
    await t.deliver(again(1))
    const before = await settled()
    expect(before).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
    await t.deliver(again(2))
    expect(await settled()).toEqual(before)
  })

  isolated('that was made stays as it is when an earlier answer comes late, or the same again', async ({ t }) => {
    const { intent, guest, id, refundAmount } = await paidStay(t)
    await refundAmount(5_000)
    await settle(t)
    const [made] = await t.app.payments.listRefunds(intent)
    if (!made) throw new Error('not made')
    const settled = () => t.db`select status, settled_at from refunds where payment_intent_id = ${intent}`
    const before = await settled()
    for (const status of ['pending', 'succeeded'] as const) await refundsChanged(t.app, intent, [{ ...made, status }])
    expect(await settled()).toEqual(before)
    expect(before).toMatchObject([{ status: 'succeeded' }])
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'partially_refunded' })
  })

  isolated('is missing in the documents until its own is issued', async ({ t }) => {
    const { intent } = await paidStay(t)
    await refundAtProvider(t, intent, 1_000)
    takeEvents(t)
    await refundsChanged(t.app, intent, await t.app.payments.listRefunds(intent))
    const [euros] = await queries.invoices.checkLedger(t.db, {})
    expect(euros).toMatchObject({ currency: 'EUR', kept_cents: 29_000, undocumented_cents: 1_000 })
    await t.drain()
    await expectLedger(t)
  })

  alone('that another node learns of at the same moment counts as well', async ({ t }) => {
    const { intent } = await paidStay(t)
    const nodes = [t, await t.node(), await t.node()]
    for (let part = 1; part <= 6; part++) await refundAtProvider(t, intent, part * 100)
    takeEvents(t)
    const made = await t.app.payments.listRefunds(intent)
    await Promise.all(made.map((one, index) => refundsChanged((nodes[index % 3] ?? t).app, intent, [one])))
    expect(await setAside(t, intent)).toBe(2_100)
    expect(await t.db`select status from payments`).toEqual([{ status: 'partially_refunded' }])
  })

  isolated('that gives a surplus back leaves what pays the stay', async ({ t }) => {
    const { guest, id, surplus } = await withSurplus(t)
    const [{ payment_id = 0 } = {}] = (await show(t, guest, id)).payments.map((one: { id: number }) => ({
      payment_id: one.id,
    }))
    const support = await t.user({ role: 'support' })
    const answer = await t.call('POST', `/payments/${payment_id}/refund`, { amount: 300, reason: 'x' }, support)
    expect(answer.status).toBeLessThan(300)
    await settle(t)
    expect(t.standin.store.list('refund').map(({ payment_intent }) => payment_intent)).toEqual(
      Array(2).fill(surplus?.payment_intent),
    )
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })

    // Nothing is left of the surplus: what goes back next is of the stay.
    const next = await t.call('POST', `/payments/${payment_id}/refund`, { amount: 300, reason: 'x' }, support)
    expect(next.status).toBeLessThan(300)
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
  })

  isolated('of a stay that is given up is of what has paid it, not of a surplus', async ({ t }) => {
    const { guest, id } = await withSurplus(t)
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ refund: 300 })
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
    expect((await show(t, guest, id)).refunds.map(({ amount }: { amount: number }) => amount)).toEqual([300, 300])
  })

  isolated('that is more than what is left is refused, whatever others have left', async ({ t }) => {
    const [other, own] = [await paidStay(t), await paidStay(t)]
    await own.refundAmount(29_000)
    await expect(own.refundAmount(1_001)).rejects.toMatchObject({ code: 'conflict' })
    await own.refundAmount(1_000)
    await expect(own.refundAmount(1)).rejects.toMatchObject({ code: 'conflict' })
    expect([await setAside(t, own.intent), await setAside(t, other.intent)]).toEqual([30_000, 0])
  })
})
