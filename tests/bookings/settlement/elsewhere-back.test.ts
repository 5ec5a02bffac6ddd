import { describe, expect } from 'vitest'
import { alone, inDays, isolated, test } from '../../support/app.ts'
import { change, changeable } from '../../support/changes.ts'
import { open } from '../../support/early-balance.ts'
import { held, moneyShown, record, remove } from '../../support/elsewhere.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import { bookThreeNights, cancel, expectLedger, paid, refundsMade, settle, show } from '../../support/payments.ts'
import { moneyOf, paymentsOf } from '../../support/replace.ts'
import { moveTo } from '../../support/stays.ts'

const lastPayment = async (t: Parameters<typeof paymentsOf>[0], id: number) => {
  const last = (await paymentsOf(t, id)).at(-1)
  if (!last) throw new Error('no payment')
  return last
}

describe('an entry that was a mistake', () => {
  test('is deleted on its day: a credit note, and its amount is due again by a link', async ({ t }) => {
    const { owner, guest, id } = await held(t)
    await record(t, owner, id, 90)
    const { id: payment_id } = await lastPayment(t, id)
    expect(await remove(t, owner, id, payment_id)).toMatchObject({ status: 200, body: { data: { due: 90, kept: 0 } } })
    await t.drain()
    const shown = await show(t, guest, id)
    expect(shown).toMatchObject({ status: 'confirmed', payment_status: 'unpaid' })
    expect(shown.invoices).toMatchObject([
      { kind: 'invoice', total: 90 },
      { kind: 'credit_note', total: -90 },
    ])
    const note = await t.call('GET', `/${new URL(shown.invoices[1].url).pathname}`)
    expect(note.body).toContain('Reversal, invoice')
    await t.deliver(t.pay(await open(t, `/pay/${(await lastPayment(t, id)).key}`)))
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'deposit_paid', amount_open: 210 })
    await expectLedger(t)
  })

  isolated('that paid a part is due again with the rest', async ({ t }) => {
    const { owner, guest, id } = await held(t)
    await record(t, owner, id, 50)
    const [, part] = await paymentsOf(t, id)
    await remove(t, owner, id, part?.id ?? 0)
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', amount_open: 300 })
    expect(await lastPayment(t, id)).toMatchObject({ cents: 9_000, status: 'unpaid' })
    await record(t, owner, id, 90)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'deposit_paid' })
  })

  isolated('whose rest was paid is due again alone', async ({ t }) => {
    const { owner, guest, id } = await held(t)
    await record(t, owner, id, 50)
    await record(t, owner, id, 40)
    const [, part] = await paymentsOf(t, id)
    await remove(t, owner, id, part?.id ?? 0)
    expect(await moneyOf(t, id)).toEqual({ due: 5_000, kept: 4_000 })
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'unpaid', amount_open: 50 })
    await record(t, owner, id, 50)
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'deposit_paid', amount_open: 210 })
  })

  test('of a bill has its supplements billed again', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    await addSupplement(t, owner, id, 'Wood', 30)
    await bill(t, owner, id)
    await record(t, owner, id, 30)
    await remove(t, owner, id, (await lastPayment(t, id)).id)
    await t.drain()
    const shown = await show(t, guest, id)
    expect(shown.supplements).toMatchObject([{ payment_status: 'unpaid' }])
    expect(shown.invoices).toMatchObject([{ total: 300 }, { total: 30 }, { total: -30 }])
    expect((await bill(t, owner, id)).body.data).toMatchObject({ amount: 30 })
  })

  test('of one of several changes asks for that change again', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    for (const check_out of [inDays(35), inDays(36)]) await change(t, owner, id, { check_out })
    expect((await record(t, owner, id, 102)).status).toBe(201)
    const entry = (await moneyShown(t, owner, id)).entries.at(-1)
    expect((await remove(t, owner, id, entry.payment_id)).status).toBe(200)
    expect(await show(t, guest, id)).toMatchObject({ amount_open: 204 })
    await t.drain()
    await expectLedger(t)
  })

  test('is not deleted twice, on another day, by its guest, or when it came by card', async ({ t }) => {
    const { owner, guest, id } = await held(t)
    await record(t, owner, id, 50)
    const [, part] = await paymentsOf(t, id)
    const payment_id = part?.id ?? 0
    expect((await remove(t, guest, id, payment_id)).status).toBe(403)
    await t.db`update receipts set received_at = now() - interval '1 day' where payment_id = ${payment_id}`
    expect((await remove(t, owner, id, payment_id)).body).toMatchObject({ code: 'entry_closed' })
    await t.db`update receipts set received_at = now() where payment_id = ${payment_id}`
    const other = await bookThreeNights(t, guest, await t.home(owner))
    expect((await remove(t, owner, other.id, payment_id)).status).toBe(404)
    await t.deliver(t.pay(other.url))
    expect((await remove(t, owner, other.id, (await lastPayment(t, other.id)).id)).status).toBe(404)
    expect((await remove(t, owner, id, payment_id)).status).toBe(200)
    expect((await remove(t, owner, id, payment_id)).body).toMatchObject({ code: 'entry_closed' })
  })
})

describe('money given back elsewhere', () => {
  isolated('is an entry below zero with a credit note, at most what was kept', async ({ t }) => {
    const { owner, guest, id } = await held(t)
    await record(t, owner, id, 90)
    expect((await record(t, owner, id, -90.01)).body).toMatchObject({ code: 'over_refund' })
    const answer = await record(t, owner, id, -20, { method: 'transfer', note: 'Piscine fermée' })
    expect(answer.body.data).toMatchObject({
      ...{ due: 0, kept: 70 },
      entries: [{ amount: 90 }, { amount: -20, method: 'transfer', day: inDays(0), note: 'Piscine fermée' }],
    })
    await t.drain()
    const shown = await show(t, guest, id)
    expect(shown).toMatchObject({ payment_status: 'partially_refunded', refunds: [{ amount: 20, method: 'transfer' }] })
    expect(shown.invoices).toMatchObject([{ total: 90 }, { kind: 'credit_note', total: -20 }])
    expect(refundsMade(t)).toEqual([])
    await expectLedger(t)
  })

  test('takes what came elsewhere first, and then what came by card', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    await addSupplement(t, owner, id, 'Wood', 30)
    await bill(t, owner, id)
    await record(t, owner, id, 30)
    await record(t, owner, id, -50)
    expect((await show(t, guest, id)).payments.map(({ refunded }: { refunded: number }) => refunded)).toEqual([20, 30])
    expect((await record(t, owner, id, -1, { pays: 'bill' })).body).toMatchObject({ code: 'over_refund' })
    expect((await record(t, owner, (await held(t)).id, -1)).status).toBe(404)
  })

  test('of a stay without money is refused', async ({ t }) => {
    const { owner, id } = await held(t)
    expect((await record(t, owner, id, -1)).body).toMatchObject({ code: 'nothing_paid' })
  })
})

describe('a stay that was paid by card and elsewhere', () => {
  alone('cancelled by its guest says what the company gives back itself', async ({ t }) => {
    const { owner, guest, id } = await held(t, { cancellation_policy: 'flexible' })
    await record(t, owner, id, 50)
    const [old] = await paymentsOf(t, id)
    const link = String((await t.call('GET', `/pay/${old?.key}`)).headers.location)
    await t.deliver(t.pay(await open(t, `/${new URL(link).pathname}`)))
    const cancelled = await cancel(t, guest, id)
    expect(cancelled.body.data).toMatchObject({ refund: 90, refund_parts: { card: 40, elsewhere: 50 } })
    await settle(t)
    expect(refundsMade(t)).toMatchObject([{ amount: 4_000 }])
    expect(await moneyShown(t, owner, id)).toMatchObject({ due: 0, kept: 50 })
    expect((await record(t, owner, id, -50)).body.data).toMatchObject({ kept: 0 })
    await t.drain()
    await expectLedger(t)
  })

  isolated('is refunded by the company what came by card', async ({ t }) => {
    const { owner, id } = await held(t)
    await record(t, owner, id, 90)
    const answer = await t.call('POST', `/reservations/${id}/refund`, { amount: 1, reason: 'x' }, owner)
    expect(answer.body).toMatchObject({ code: 'nothing_paid' })
    const support = await t.user({ role: 'support' })
    const { id: payment_id } = await lastPayment(t, id)
    const refused = await t.call('POST', `/payments/${payment_id}/refund`, { amount: 1, reason: 'x' }, support)
    expect(refused.body).toMatchObject({ code: 'nothing_paid' })
    expect((await moveTo(t, owner, id, 'cancelled')).status).toBe(200)
    await t.drain()
    expect(refundsMade(t)).toEqual([])
    expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 9_000 })
  })
})
