import { describe, expect } from 'vitest'
import { inDays, test } from '../../support/app.ts'
import { change, changeable, heldByHand, pathOf, paymentsOf } from '../../support/changes.ts'
import { feed } from '../../support/feed.ts'
import { payAt } from '../../support/invoices.ts'
import { expectLedger, notified, settle, show } from '../../support/payments.ts'
import { collect } from '../../support/settlement.ts'

describe('the money of a changed stay', () => {
  test('a balance is charged for less on its day, and by link where the stay moves before it', async ({ t }) => {
    const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
    await change(t, owner, id, { check_out: inDays(33) })
    expect((await show(t, guest, id)).balance).toMatchObject({ amount: 218.6, due_on: inDays(20) })
    await change(t, owner, id, { check_in: inDays(15), check_out: inDays(18) })
    expect((await show(t, guest, id)).balance).toMatchObject({ due_on: inDays(5) })
    await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
    await collect(t)
    const [, balance] = await paymentsOf(t, guest, id)
    expect(balance).toEqual(['balance', 218.6, 0, 'unpaid'])
    expect(await notified(t, guest)).toContain('balance_due')
  })

  test('an open balance is replaced, and its old link leads to the new one', async ({ t }) => {
    const { owner, guest, id } = await changeable(t, { paid: 'deposit' })
    const link = (await show(t, guest, id)).balance.payment_url
    await t.call('POST', pathOf(link))
    const { body } = await change(t, owner, id, { check_out: inDays(33) })
    expect(body.data).toMatchObject({ waived: 102, refund: 0 })
    const now = (await show(t, guest, id)).balance
    expect(now).toMatchObject({ amount: 218.6 })
    expect((await t.call('GET', pathOf(link))).headers.location).toBe(now.payment_url)
    await payAt(t, pathOf(now.payment_url))
    expect(await show(t, guest, id)).toMatchObject({ amount_open: 0, payment_status: 'paid' })
    await settle(t)
    await expectLedger(t)
  })

  test('a cheaper stay takes from a change that is not paid before it touches anything else', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    await change(t, owner, id, { check_out: inDays(36) })
    const { body } = await change(t, owner, id, { check_out: inDays(35) })
    expect(body.data).toMatchObject({ waived: 102, refund: 0 })
    expect((await paymentsOf(t, guest, id)).at(-1)).toEqual(['change', 102, 0, 'unpaid'])
    expect((await change(t, owner, id, { check_out: inDays(34) })).body.data).toMatchObject({ waived: 102, refund: 0 })
    expect(await show(t, guest, id)).toMatchObject({ amount_open: 0, price: { total: 458 } })
  })

  test('paying for a change tells copies of the stay, as paying its price does', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    await change(t, owner, id, { check_out: inDays(35) })
    const { next } = await feed(t, owner)
    const { payments } = await show(t, guest, id)
    await payAt(t, pathOf(payments.at(-1)?.payment_url ?? ''))
    expect(await show(t, guest, id)).toMatchObject({ amount_open: 0 })
    const { events } = await feed(t, owner, next)
    const ofStay = events.filter(({ type, subject_id }) => type === 'reservation.changed' && subject_id === String(id))
    expect(ofStay.at(-1)?.data).toMatchObject({ amount_open: 0, payment_status: 'paid' })
  })

  test('a cancellation treats a change as price, and voids it unpaid', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    await change(t, owner, id, { check_out: inDays(35) })
    expect((await t.call('GET', '/desk', undefined, owner)).body.data.unpaid.items).toMatchObject([{ id }])
    const { body } = await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    expect(body.data.refund).toBe(458)
    await settle(t)
    expect((await show(t, guest, id)).payments.at(-1)).toMatchObject({ kind: 'change', status: 'cancelled' })
    await expectLedger(t)
  })

  test('a stay that moves to the home of another seller is credited by one and invoiced by the other', async ({
    t,
  }) => {
    const { owner, guest, id, home, other } = await changeable(t)
    const sellers = ['ROSSI', 'VERDI'].map((prefix) => ({
      prefix,
      name: prefix,
      address: 'x',
      tax_id: 'y',
      vat_percent: 0,
    }))
    const [rossi, verdi] = await Promise.all(
      sellers.map(async (seller) => (await t.call('POST', '/sellers', seller, owner)).body.data.id),
    )
    await t.call('PUT', `/properties/${home}`, { seller_id: rossi }, owner)
    await t.call('PUT', `/properties/${other}`, { seller_id: verdi }, owner)
    await change(t, owner, id, { check_out: inDays(35) })
    await payAt(t, pathOf((await show(t, guest, id)).payments.at(-1).payment_url))
    await settle(t)
    await change(t, owner, id, { property_id: other, price: { amount: 560 } })
    await settle(t)
    await change(t, owner, id, { price: { amount: 500 } })
    await settle(t)
    const documents = await t.db`
      select kind, seller ->> 'name' as seller, total_cents::integer as cents from invoices where reservation_id = ${id} order by id`
    expect(documents.slice(2)).toEqual([
      { kind: 'invoice', seller: 'ROSSI', cents: 10_200 },
      { kind: 'credit_note', seller: 'Séjour', cents: -45_800 },
      { kind: 'credit_note', seller: 'ROSSI', cents: -10_200 },
      { kind: 'invoice', seller: 'VERDI', cents: 56_000 },
      { kind: 'credit_note', seller: 'VERDI', cents: -6_000 },
    ])
    await expectLedger(t)
  })

  test('a hold that is paid in part asks for the rest of its new price', async ({ t }) => {
    const { owner, id } = await heldByHand(t, 'link')
    const cash = { amount: 50, method: 'cash', received_on: inDays(0) }
    await t.call('POST', `/reservations/${id}/payments`, cash, owner)
    const { body } = await change(t, owner, id, { check_out: inDays(35) })
    expect(body.data).toMatchObject({ after: { total: 560 }, due: 118 })
    expect(await show(t, owner, id)).toMatchObject({ status: 'pending', amount_open: 510 })
    // More than the amount due at booking is paid: the rest is due at once.
    expect((await change(t, owner, id, { price: { amount: 100 } })).body.data).toMatchObject({ due: 50, refund: 0 })
    expect(await show(t, owner, id)).toMatchObject({ status: 'pending', amount_open: 50 })
    const less = await change(t, owner, id, { check_out: inDays(31), price: { amount: 52 } })
    expect(less.body.data).toMatchObject({ due: 2 })
    expect((await change(t, owner, id, { price: { amount: 52 }, adults: 1 })).body.data).toMatchObject({ due: 2 })
    await t.db`update properties set cleaning_fee_cents = 0`
    expect((await change(t, owner, id, { price: { amount: 40 } })).body.data).toMatchObject({ due: 0, refund: 10 })
    expect(await show(t, owner, id)).toMatchObject({ status: 'confirmed', amount_open: 0 })
  })

  test('a refund after a change takes what was received, and no more', async ({ t }) => {
    const { owner, guest, id } = await changeable(t)
    await t.call('POST', `/reservations/${id}/refund`, { amount: 400, reason: 'x' }, owner)
    const { body } = await change(t, owner, id, { check_out: inDays(33) })
    expect(body.data.refund).toBe(58)
    await settle(t)
    expect((await paymentsOf(t, guest, id)).map(([, , refunded]: number[]) => refunded)).toEqual([137.4, 320.6])
    await expectLedger(t)
  })
})
