import { describe, expect } from 'vitest'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { alone, isolated, test } from '../../support/app.ts'
import {
  cancel,
  notified,
  refundAtProvider,
  refundsMade,
  reserved,
  settle,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { messagesOf, paidStay } from '../../support/settlement.ts'

describe('refunds', () => {
  test('two refunds of 70 tell the guest 70 and 70', async ({ t }) => {
    const { guest, id, refundAmount } = await paidStay(t)
    await refundAmount(7_000)
    await refundAmount(7_000)
    await settle(t)
    expect(await messagesOf(t, guest, 'refund_pending')).toEqual(Array(2).fill(expect.stringContaining('€70.00')))
    expect(await messagesOf(t, guest, 'refund_approved')).toEqual(Array(2).fill(expect.stringContaining('€70.00')))
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'partially_refunded' })
  })

  alone('events in any order, and before their payment is known, end in the same state', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const events = t.pay(url)
    const intent = String(t.standin.store.list('payment_intent')[0]?.id)
    await refundAtProvider(t, intent, 15_000)
    await refundAtProvider(t, intent, 15_000)
    await t.deliver([...takeEvents(t).reverse(), ...events])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'refunded' })
    expect(await t.db`select amount_cents, source, status from refunds`).toEqual(
      Array(2).fill({ amount_cents: 15_000, source: 'provider', status: 'succeeded' }),
    )
    expect(await messagesOf(t, guest, 'refund_approved')).toEqual(Array(2).fill(expect.stringContaining('€150.00')))
  })

  alone('a webhook that is faster than the job settles the refund; the job finds nothing to do', async ({ t }) => {
    const { guest, id, intent, refundAmount } = await paidStay(t)
    await refundAmount(7_000)
    const [refund] = await t.db<{ key: string }[]>`select key from refunds`
    await t.app.payments.refund({ key: refund?.key ?? '', paymentIntentId: intent, amountCents: 7_000 })
    await t.deliver(takeEvents(t))
    expect(await t.db`select status, source from refunds`).toEqual([{ status: 'succeeded', source: 'api' }])
    expect(refundsMade(t)).toHaveLength(1)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'partially_refunded' })
  })

  alone(
    'a refund that crosses one at the provider’s own pages gives back what is left, and support is told',
    async ({ t }) => {
      const { guest, id, intent, refundAmount } = await paidStay(t)
      const support = await t.user({ role: 'support' })
      await refundAmount(20_000)
      await refundAtProvider(t, intent, 15_000)
      await settle(t)
      expect(await t.db`select amount_cents, status, source from refunds order by id`).toEqual([
        { amount_cents: 20_000, status: 'failed', source: 'api' },
        { amount_cents: 15_000, status: 'succeeded', source: 'provider' },
        { amount_cents: 15_000, status: 'succeeded', source: 'api' },
      ])
      expect(await t.db`select refunded_cents from receipts`).toEqual([{ refunded_cents: 30_000 }])
      expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
      expect(await notified(t, support)).toEqual(['refund_failed'])
    },
  )

  isolated('so does a cancellation: nothing that is owed stays with the house', async ({ t }) => {
    const { guest, id, intent } = await paidStay(t)
    await refundAtProvider(t, intent, 777)
    // Its events are late.
    takeEvents(t)
    expect((await cancel(t, guest, id)).body.data).toMatchObject({ refund: 300 })
    await t.drain()
    expect(refundsMade(t).reduce((sum, refund) => sum + Number(refund.amount), 0)).toBe(30_000)
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  })

  alone(
    'a refund that is refused for another reason stays failed: its amount is free for another try',
    async ({ t }) => {
      const { guest, id, refundAmount } = await paidStay(t)
      const support = await t.user({ role: 'support' })
      const refund = t.app.payments.refund
      t.app.payments.refund = () => Promise.reject(new AppError('providerRefused'))
      await refundAmount(20_000)
      await t.drain()
      expect(await t.db`select amount_cents, status from refunds`).toEqual([{ amount_cents: 20_000, status: 'failed' }])
      expect(await notified(t, support)).toEqual(['refund_failed'])
      expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid' })
      t.app.payments.refund = refund
      await refundAmount(30_000)
      await t.drain()
      expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
    },
  )

  alone('a refund that fails after it succeeded is open again, whatever arrives after that', async ({ t }) => {
    const { guest, id, refundAmount } = await paidStay(t)
    const support = await t.user({ role: 'support' })
    await refundAmount(30_000)
    await t.drain()
    const early = takeEvents(t)
    await t.deliver(early)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'refunded' })
    failRefund(t.standin.store, String(refundsMade(t)[0]?.id))
    await t.deliver(takeEvents(t).reverse())
    await t.deliver(early.map((event) => ({ ...event, id: `${event.id}_again` })))
    expect(await t.db`select status from refunds`).toEqual([{ status: 'failed' }])
    expect(await t.db`select refunded_cents from receipts`).toEqual([{ refunded_cents: 0 }])
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid' })
    expect(await notified(t, support)).toEqual(['refund_failed'])
  })

  alone('a retry after a day asks the provider first what exists: nothing goes out twice', async ({ t }) => {
    const { intent, refundAmount } = await paidStay(t)
    await refundAmount(7_000)
    const [refund] = await t.db<{ key: string }[]>`select key from refunds`
    await t.app.payments.refund({ key: refund?.key ?? '', paymentIntentId: intent, amountCents: 7_000 })
    takeEvents(t)
    await t.db`update refunds set created_at = now() - interval '2 days'`
    // The provider has deleted the idempotency key.
    t.app.payments.refund = () => Promise.reject(new Error('must not be asked'))
    await t.drain()
    expect(refundsMade(t)).toHaveLength(1)
    expect(await t.db`select status from refunds`).toEqual([{ status: 'succeeded' }])
  })

  alone(
    'never more goes back than came in, also when asked for at once and against the provider’s own',
    async ({ t }) => {
      const { intent, refundAmount } = await paidStay(t)
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => refundAmount(7_000)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
      await expect(t.db`update receipts set refunded_cents = amount_cents + 1`).rejects.toMatchObject({ code: '23514' })
      await refundAtProvider(t, intent, 10_000)
      await settle(t)
      const gone = refundsMade(t).reduce((sum, refund) => sum + Number(refund.amount), 0)
      expect(gone).toBeLessThanOrEqual(30_000)
      expect(await t.db`select refunded_cents from receipts`).toEqual([{ refunded_cents: gone }])
    },
  )
})
