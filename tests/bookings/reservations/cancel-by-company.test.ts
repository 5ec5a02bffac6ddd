import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { occupied } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'
import { cancel, expectLedger, notified, paid, refundsMade, reserved, settle, show } from '../../support/payments.ts'
import { collect, deposited, messagesOf } from '../../support/settlement.ts'
import { joins } from '../../support/team.ts'

const give = (t: TestApp, user: TestUser, id: number, refund: unknown, query = '') =>
  t.call('POST', `/reservations/${id}/cancel${query}`, { refund, reason: 'Dégât des eaux' }, user)
const refund = (t: TestApp, user: TestUser, id: number, amount: unknown, headers: Record<string, string> = {}) =>
  t.call(
    'POST',
    `/reservations/${id}/refund`,
    { amount, reason: 'Piscine fermée' },
    { ...user, headers: { ...headersOf(user), ...headers } },
  )
const headersOf = (user: object): Record<string, string> =>
  'headers' in user && typeof user.headers === 'object' ? ({ ...user.headers } as Record<string, string>) : {}

const amounts = (t: TestApp) => refundsMade(t).map(({ amount }) => amount)

describe('a cancellation by the company', () => {
  isolated.for([
    ['all', 300],
    ['by_terms', 150],
    [{ amount: 120.5 }, 120.5],
    [{ amount: 0 }, 0],
  ] as const)('refunds %j, after a preview that changes nothing', async ([wanted, expected], { t }) => {
    const { owner, guest, id } = await paid(t, { cancellation_policy: 'strict' })
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation,0,percent}', '50') where id = ${id}`
    const preview = await give(t, owner, id, wanted, '?dry_run=true')
    expect((await show(t, guest, id)).status).toBe('confirmed')
    const done = await give(t, owner, id, wanted)
    expect(done.status).toBe(200)
    expect(done.body.data).toMatchObject({ status: 'cancelled', refund: preview.body.data.refund })
    if (wanted !== 'by_terms') expect(done.body.data.refund).toBe(expected)
    await settle(t)
    expect(amounts(t)).toEqual(done.body.data.refund > 0 ? [done.body.data.refund * 100] : [])
    expect(await show(t, guest, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'owner' })
    expect(await occupied(t)).toEqual([])
    expect(await notified(t, guest)).toContain('reservation_cancelled')
    await expectLedger(t)
  })

  test('has to say the refund, and a guest may not', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const refused = [
      await give(t, owner, id, undefined),
      await give(t, guest, id, 'all'),
      await give(t, owner, id, 'half'),
      await give(t, owner, id, { amount: -1 }),
      await give(t, owner, id, { amount: 1.005 }),
      await give(t, owner, id, { amount: '12' }),
      await give(t, owner, id, { amount: 5, currency: 'USD' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(400))
    expect(refused.map(({ body }) => Object.keys(body.data)[0]?.split('.')[0])).toEqual(Array(7).fill('refund'))
    expect((await give(t, owner, id, { amount: 300.01 })).body.code).toBe('over_refund')
    expect((await show(t, guest, id)).status).toBe('confirmed')
  })

  test('of a deposit voids the balance, and takes supplements along', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
    await collect(t)
    expect((await give(t, owner, id, 'all')).body.data.refund).toBeGreaterThanOrEqual(90)
    await settle(t)
    expect((await show(t, guest, id)).balance).toBeNull()
    await expectLedger(t)
  })

  isolated(
    'is for who decides on stays: the desk, a key with the scope, the staff; not the accountant, strangers or a guest in the team',
    async ({ t }) => {
      const { owner, guest, id } = await paid(t)
      const accountant = await joins(t, owner, 'accountant')
      const own = await joins(t, owner, 'desk', null, guest)
      const reader = await makeKey(t, owner, { name: 'r', scopes: ['reservations.read'] })
      const answers = [
        await give(t, accountant, id, 'all'),
        await give(t, own, id, 'all'),
        await give(t, await t.user(), id, 'all'),
        await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, { token: reader.token }),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'scope_missing'],
        [403, 'own_stay'],
        [404, 'not_found'],
        [403, 'scope_missing'],
      ])
      const desk = await joins(t, owner, 'desk')
      expect((await give(t, desk, id, 'all', '?dry_run=true')).status).toBe(200)
      const key = await makeKey(t, owner)
      const actions = async (by: object) =>
        (await t.call('GET', `/reservations/${id}`, undefined, by)).body.data.actions
      expect([await actions(desk), await actions(accountant), await actions(key)]).toEqual([
        ['cancel', 'change', 'refund'],
        [],
        ['cancel', 'change'],
      ])
      const writer = await makeKey(t, owner, { name: 'w', scopes: ['reservations.write'] })
      const cancelled = await t.call(
        'POST',
        `/reservations/${id}/cancel`,
        { refund: 'by_terms' },
        { token: writer.token },
      )
      expect(cancelled.status).toBe(200)
      const [event] = await t.db`select actor, actor_id from reservation_events where to_status = 'cancelled'`
      expect(event).toEqual({ actor: 'owner', actor_id: owner.id })
    },
  )

  isolated('and one of the guest at once: one counts, and the money is refunded once', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? give(t, owner, id, 'all') : cancel(t, guest, id))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    await settle(t)
    expect(amounts(t)).toHaveLength(1)
    await expectLedger(t)
  })
})

describe('a refund by the company', () => {
  isolated('takes the payments in their order, up to what was received, and the stay goes on', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
    await collect(t)
    const paidCents = t.standin.store.list('charge').reduce((sum, { amount }) => sum + Number(amount), 0)
    const first = await refund(t, owner, id, 20)
    expect(first.body.data).toMatchObject({
      reservation_id: id,
      refunds: [{ amount: 20 }],
      refundable: (paidCents - 2_000) / 100,
    })
    const rest = await refund(t, owner, id, (paidCents - 2_000) / 100)
    expect(rest.body.data.refundable).toBe(0)
    expect((await refund(t, owner, id, 0.01)).body.code).toBe('over_refund')
    await settle(t)
    expect((await show(t, guest, id)).status).toBe('confirmed')
    expect(await messagesOf(t, guest, 'refund_approved')).toHaveLength(1 + rest.body.data.refunds.length)
    await expectLedger(t)
  })

  isolated('is never more than was received, twenty at once; the same key refunds once', async ({ t }) => {
    const { owner, id } = await paid(t)
    const desk = await joins(t, owner, 'desk')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(t, desk, id, 21)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(14)
    expect(answers.filter(({ body }) => body.code === 'over_refund')).toHaveLength(6)
    const key = { 'idempotency-key': 'one' }
    const again = [await refund(t, owner, id, 1, key), await refund(t, owner, id, 1, key)]
    expect(again.map(({ body }) => body.data.refunds)).toEqual([
      again[0]?.body.data.refunds,
      again[0]?.body.data.refunds,
    ])
    await settle(t)
    expect(amounts(t).reduce((sum: number, one) => sum + Number(one), 0)).toBe(29_500)
    await expectLedger(t)
  })

  test('is refused to guests, keys, accountants and strangers, and where nothing was paid', async ({ t }) => {
    const { owner, guest, id } = await reserved(t)
    expect((await refund(t, owner, id, 1)).body.code).toBe('nothing_paid')
    const key = await makeKey(t, owner)
    const accountant = await joins(t, owner, 'accountant')
    const callers = [guest, { ...owner, token: key.token }, accountant, await t.user()]
    const statuses = []
    for (const caller of callers) statuses.push((await refund(t, caller, id, 1)).status)
    expect(statuses).toEqual([403, 403, 403, 404])
    for (const amount of [0, -5, '5', null, 1.001])
      expect((await refund(t, owner, id, amount)).status, `${amount}`).toBe(400)
  })
})
