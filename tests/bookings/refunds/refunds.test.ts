import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { refundsChanged } from '../../../src/bookings/refunds/refunds.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import {
  cancel,
  expectLedger,
  notified,
  refundable,
  refundsMade,
  reserved,
  settle,
  show,
  takeEvents,
} from '../../support/payments.ts'

const refund = (t: TestApp, user: TestUser | undefined, id: number | string, body: unknown, headers = {}) =>
  t.call('POST', `/payments/${id}/refund`, body, { ...(user && { token: user.token }), headers })

describe('POST /payments/:id/refund', () => {
  alone('gives parts back until nothing is left, each told with its own amount', async ({ t }) => {
    const { guest, support, id, payment_id } = await refundable(t)
    const first = await refund(t, support, payment_id, { amount: 70.5, reason: 'No water' })
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        refund_id: expect.any(Number),
        payment_id,
        amount: 70.5,
        currency: 'EUR',
        status: 'pending',
        refundable: 229.5,
      },
    ])
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'partially_refunded' })
    expect((await refund(t, support, payment_id, { amount: 229.51, reason: 'x' })).status).toBe(409)
    const rest = await t.call('POST', `//payments/${payment_id}/refund`, { amount: 229.5, reason: 'Closed' }, support)
    expect(rest.body.data.refundable).toBe(0)
    await settle(t)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'refunded' })
    const rows = await t.db`select amount_cents, reason, source, status, created_by from refunds order by id`
    expect(rows).toEqual([
      { amount_cents: 7_050, reason: 'No water', source: 'api', status: 'succeeded', created_by: support.id },
      { amount_cents: 22_950, reason: 'Closed', source: 'api', status: 'succeeded', created_by: support.id },
    ])
    expect((await notified(t, guest)).filter((type: string) => type.startsWith('refund'))).toEqual([
      'refund_approved',
      'refund_approved',
      'refund_pending',
      'refund_pending',
    ])
  })

  test('fifty at once of more than the half: one is made', async ({ t }) => {
    const { support, payment_id } = await refundable(t)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refund(t, support, payment_id, { amount: 160, reason: 'x' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    await settle(t)
    expect(refundsMade(t)).toMatchObject([{ amount: 16_000 }])
  })

  alone('against a cancellation at once never gives back more than came in', async ({ t }) => {
    const { guest, support, id, payment_id } = await refundable(t)
    await Promise.all([
      ...Array.from({ length: 25 }, () => refund(t, support, payment_id, { amount: 200, reason: 'x' })),
      ...Array.from({ length: 25 }, () => cancel(t, guest, id)),
    ])
    await settle(t)
    const [sum] = await t.db<{ total: number }[]>`
      select sum(amount_cents)::bigint as total from refunds where status <> 'failed'`
    expect(sum?.total).toBe(30_000)
    const amounts = refundsMade(t).map(({ amount }) => Number(amount))
    expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(30_000)
  })

  alone('the same Idempotency-Key refunds once', async ({ t }) => {
    const { support, payment_id } = await refundable(t)
    const body = { amount: 10, reason: 'x' }
    const answers = [1, 2, 3].map(() => refund(t, support, payment_id, body, { 'idempotency-key': 'k' }))
    const [first] = await Promise.all(answers)
    const again = await refund(t, support, payment_id, body, { 'idempotency-key': 'k' })
    expect(again.body.data.refund_id).toBe(first?.body.data?.refund_id ?? again.body.data.refund_id)
    expect(await t.db`select from refunds`).toHaveLength(1)
  })

  alone('is the staff’s, of money that came, in whole positive cents', async ({ t }) => {
    const { guest, owner, support, payment_id } = await refundable(t)
    const body = { amount: 10, reason: 'x' }
    expect((await refund(t, undefined, payment_id, body)).status).toBe(401)
    for (const user of [guest, owner]) expect((await refund(t, user, payment_id, body)).status).toBe(403)
    for (const id of ['0', '999999', 'x', '-1']) expect((await refund(t, support, id, body)).status, id).toBe(404)
    for (const amount of [0, -1, 0.001, 10.005, '10', null, undefined, 1e30, Number.MAX_SAFE_INTEGER]) {
      const answer = await refund(t, support, payment_id, { amount, reason: 'x' })
      expect([answer.status, Object.keys(answer.body.data)], String(amount)).toEqual([400, ['amount']])
    }
    for (const reason of [undefined, '', '  ', 'x'.repeat(501), 7]) {
      const answer = await refund(t, support, payment_id, { amount: 1, reason })
      expect([answer.status, Object.keys(answer.body.data)], String(reason)).toEqual([400, ['reason']])
    }
    expect(await t.db`select from refunds`).toHaveLength(0)
    const unpaid = await reserved(t)
    const [open] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${unpaid.id}`
    const answer = await refund(t, support, open?.id ?? 0, body)
    expect([answer.status, answer.body.message]).toEqual([409, 'Rien n’a été payé, ou tout a été remboursé.'])
  })
})

describe('a refund that was made, and is lost here with its database', () => {
  const asked = (t: TestApp) => t.db`select key, amount_cents, source, status from refunds order by id`

  alone('takes the place of the one that is made for the same reason again: it is told once', async ({ t }) => {
    const { guest, support, id, intent, cents } = await refundable(t, { cancellation_policy: 'flexible' })
    const key = randomUUID()
    await t.app.payments.refund({ key, paymentIntentId: intent, amountCents: cents })
    takeEvents(t)
    await cancel(t, guest, id)
    await settle(t)
    expect(await asked(t)).toEqual([{ key, amount_cents: cents, source: 'cancellation', status: 'succeeded' }])
    expect(refundsMade(t)).toHaveLength(1)
    expect((await notified(t, guest)).filter((type: string) => type.startsWith('refund'))).toEqual([
      'refund_approved',
      'refund_pending',
    ])
    expect(await notified(t, support)).not.toContain('refund_failed')
    await expectLedger(t)
  })

  alone('takes the place of none that the provider has made', async ({ t }) => {
    const { guest, id, intent, cents } = await refundable(t, { cancellation_policy: 'flexible' })
    await cancel(t, guest, id)
    const [own] = await asked(t)
    const made = { amountCents: cents, status: 'pending' } as const
    await refundsChanged(t.app, intent, [{ id: 're_own', key: own?.key, ...made }])
    await refundsChanged(t.app, intent, [{ id: 're_lost', key: randomUUID(), ...made }])
    expect(await asked(t)).toEqual([own, expect.objectContaining({ source: 'provider', status: 'pending' })])
  })

  alone('takes the place of none that a person asked for, nor of one with another amount', async ({ t }) => {
    const { guest, support, id, payment_id, intent, cents } = await refundable(t, { cancellation_policy: 'flexible' })
    expect((await refund(t, support, payment_id, { amount: 10, reason: 'No water' })).status).toBe(200)
    await cancel(t, guest, id)
    for (const amountCents of [1_000, 2_000]) {
      const made = await t.app.payments.refund({ key: randomUUID(), paymentIntentId: intent, amountCents })
      await refundsChanged(t.app, intent, [made])
    }
    expect(await asked(t)).toMatchObject([
      { amount_cents: 1_000, source: 'api', status: 'pending' },
      { amount_cents: cents - 1_000, source: 'cancellation', status: 'pending' },
      { amount_cents: 1_000, source: 'provider', status: 'succeeded' },
      { amount_cents: 2_000, source: 'provider', status: 'succeeded' },
    ])
    await settle(t)
    await expectLedger(t)
    expect(refundsMade(t).reduce((total, { amount }) => total + Number(amount), 0)).toBe(cents)
  })
})
