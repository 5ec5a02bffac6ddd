import { describe, expect } from 'vitest'
import { inDays, isolated, test } from '../../support/app.ts'
import { balancesOf, linkOf, open, payLater, received, returned } from '../../support/early-balance.ts'
import { bill } from '../../support/invoices.ts'
import {
  CONFIRMED,
  cancel,
  expectLedger,
  notified,
  reserved,
  sessionOf,
  settle,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { collect, DEPOSIT, deposited } from '../../support/settlement.ts'
import { balancesComeDue, moveTo, shift } from '../../support/stays.ts'

describe('a balance before its day', () => {
  test('is shown with its link to the guest only, who pays it once; nothing is charged on the day', async ({ t }) => {
    const { owner, guest, support, id } = await deposited(t)
    const shown = await show(t, guest, id)
    expect(shown.balance).toEqual({ amount: 210, due_on: inDays(20), payment_url: shown.payments[1].payment_url })
    expect(shown.payments[1]).toMatchObject({ id: null, status: 'scheduled' })
    expect(shown.actions).toContain('pay')
    for (const other of [owner, support]) {
      const answer = await show(t, other, id)
      expect(answer.balance).toEqual({ amount: 210, due_on: inDays(20), payment_url: null })
      expect(answer.payments[1].payment_url).toBeNull()
      expect(answer.actions).not.toContain('pay')
    }
    const link = await linkOf(t, guest, id)
    expect((await t.call('GET', link)).body).toContain('210')
    expect(await balancesOf(t, id)).toEqual([])

    const url = await open(t, link)
    expect(await balancesOf(t, id)).toMatchObject([{ status: 'unpaid', key: link.slice('/pay/'.length) }])
    const opened = await show(t, guest, id)
    expect(opened).toMatchObject({ payment_status: 'deposit_paid', amount_open: 210, balance: shown.balance })
    expect(opened.payments[1]).toMatchObject({ status: 'unpaid', due_on: inDays(20) })
    await t.deliver(t.pay(url))
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid', amount_open: 0, balance: null })
    expect((await show(t, guest, id)).actions).not.toContain('pay')
    expect((await t.call('POST', link)).headers.location).toContain(link)
    await balancesComeDue(t)
    await collect(t)
    await collect(t)
    expect(received(t)).toEqual([9_000, 21_000])
    expect(await notified(t, guest)).toEqual([...CONFIRMED, 'payment_received'].sort())
    expect((await show(t, guest, id)).invoices).toMatchObject([{ total: 90 }, { total: 210 }])
    await expectLedger(t)
  })

  test('is made once and opened once by twenty at once, on two nodes', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const link = await linkOf(t, guest, id)
    const node = await t.node()
    const sessions = t.standin.store.list('checkout.session').length
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? t : node).call('POST', link)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
    expect(await balancesOf(t, id)).toHaveLength(1)
    expect(t.standin.store.list('checkout.session')).toHaveLength(sessions + 1)
  })

  test('has no link before the deposit is paid, nor when the stay is given up', async ({ t }) => {
    const { guest, id, url } = await reserved(t, DEPOSIT)
    expect((await show(t, guest, id)).balance).toMatchObject({ amount: 210, payment_url: null })
    const [key] = await t.db<
      { key: string }[]
    >`select balance_key(key) as key from payments where reservation_id = ${id}`
    expect((await t.call('GET', `/pay/${key?.key}`)).status).toBe(404)
    expect((await t.call('POST', `/pay/${key?.key}`)).status).toBe(404)
    await t.deliver(t.pay(url))
    expect((await t.call('GET', `/pay/${key?.key}`)).body).toContain('<button>')
    await cancel(t, guest, id)
    expect((await show(t, guest, id)).balance).toBeNull()
    expect((await t.call('GET', `/pay/${key?.key}`)).body).not.toContain('<button>')
    expect((await t.call('POST', `/pay/${key?.key}`)).headers.location).toContain(`/pay/${key?.key}`)
    expect(await balancesOf(t, id)).toEqual([])
  })

  isolated('whose checkout was left is charged on its day; the checkout is closed before', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const url = await open(t, await linkOf(t, guest, id))
    await balancesComeDue(t)
    await collect(t)
    expect(t.standin.store.find(sessionOf(url))).toMatchObject({ status: 'expired' })
    await t.deliver(takeEvents(t))
    expect(received(t)).toEqual([9_000, 21_000])
    expect((await show(t, guest, id)).payments[1]).toMatchObject({ status: 'paid', refunded: 0 })
    expect(await notified(t, guest)).toEqual([...CONFIRMED, 'payment_received'].sort())
  })

  isolated(
    'whose checkout has expired opens another one; a card that refuses is followed by the link',
    async ({ t }) => {
      const { guest, id } = await deposited(t, 'pm_card_chargeCustomerFail')
      const link = await linkOf(t, guest, id)
      const first = await open(t, link)
      await t.deliver(t.decline(first))
      t.standin.store.update(sessionOf(first), { status: 'expired', url: null })
      t.standin.store.emit(
        'checkout.session.expired',
        t.standin.store.find(sessionOf(first)) ?? { id: '', object: '', created: 0 },
      )
      await t.deliver(takeEvents(t))
      const second = await open(t, link)
      expect(second).not.toBe(first)
      await balancesComeDue(t)
      await collect(t)
      expect(await notified(t, guest)).toEqual([...CONFIRMED, 'balance_due', 'payment_failed'].sort())
      const third = await open(t, link)
      expect(third).not.toBe(second)
      await t.deliver(t.pay(third))
      expect(received(t)).toEqual([9_000, 21_000])
      expect((await show(t, guest, id)).balance).toBeNull()
    },
  )

  isolated(
    'that a bank has not answered yet is neither charged nor asked for; after a refusal it is',
    async ({ t }) => {
      const { guest, id } = await deposited(t)
      const heard = await deposited(t)
      // Nothing is heard of one until the day has come.
      const paying = await payLater(t, await open(t, await linkOf(t, guest, id)))
      const failing = await payLater(t, await open(t, await linkOf(t, heard.guest, heard.id)))
      await t.deliver(failing.events)
      await balancesComeDue(t)
      await collect(t)
      await collect(t)
      expect(received(t)).toEqual([9_000, 9_000])
      await t.deliver(paying.events)
      await paying.answer('succeeded')
      await failing.answer('requires_payment_method')
      await collect(t)
      expect(received(t)).toEqual([9_000, 9_000, 21_000, 21_000])
      for (const one of [{ guest, id }, heard])
        expect((await show(t, one.guest, one.id)).payments[1]).toMatchObject({ status: 'paid', refunded: 0 })
      await expectLedger(t)
    },
  )

  isolated('goes back as the terms say, and whole when its owner cancels', async ({ t }) => {
    const byGuest = await deposited(t)
    const byOwner = await deposited(t)
    for (const { guest, id } of [byGuest, byOwner]) await t.deliver(t.pay(await open(t, await linkOf(t, guest, id))))
    // As if it were a day later: half of the price goes back.
    await t.db`
      update reservations set quote = jsonb_set(quote, '{cancellation,0,until}', to_jsonb(${inDays(-1)}::text))
      where id = ${byGuest.id}`
    expect((await cancel(t, byGuest.guest, byGuest.id)).body.data).toMatchObject({ refund: 150 })
    expect((await moveTo(t, byOwner.owner, byOwner.id, 'cancelled')).status).toBe(200)
    await settle(t)
    expect(returned(t)).toBe(15_000 + 30_000)
    const kept = (await show(t, byGuest.guest, byGuest.id)).payments.map(
      ({ refunded }: { refunded: number }) => refunded,
    )
    expect(kept).toEqual([90, 60])
    await expectLedger(t)
  })

  test('of a guest who does not come goes back when it arrives after that', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    const { events, answer } = await payLater(t, await open(t, await linkOf(t, guest, id)))
    await t.deliver(events)
    await shift(t, id, -1)
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]') where id = ${id}`
    expect((await moveTo(t, owner, id, 'no_show')).status).toBe(200)
    await answer('succeeded')
    await settle(t)
    expect((await show(t, guest, id)).payments).toMatchObject([{ refunded: 0 }, { refunded: 210 }])
    await expectLedger(t)
  })

  test('is its guest’s alone: the bill of supplements and other stays have keys of their own', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    const other = await deposited(t)
    expect(await linkOf(t, guest, id)).not.toBe(await linkOf(t, other.guest, other.id))
    await open(t, await linkOf(t, guest, id))
    await bill(t, owner, id)
    expect(await balancesOf(t, other.id)).toEqual([])
    expect((await show(t, other.guest, other.id)).balance).toMatchObject({ amount: 210 })
  })
})
