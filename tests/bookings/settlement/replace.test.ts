import { expect } from 'vitest'
import { alone, inDays, isolated, test } from '../../support/app.ts'
import { linkOf, open } from '../../support/early-balance.ts'
import { expectLedger, notified, paid, refundsMade, reserved, settle, show } from '../../support/payments.ts'
import { moneyOf, openForReplaced, paymentsOf, replace } from '../../support/replace.ts'
import { collect, DEPOSIT, deposited, wait } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

isolated('a hold whose payment is replaced is paid by the successor, to which the old link leads', async ({ t }) => {
  const { guest, home, id, url } = await reserved(t, DEPOSIT)
  const [old] = await paymentsOf(t, id)
  if (!old) throw new Error('no payment')
  const successor = await replace(t, home, old.id, 8_000)
  await t.drain()
  expect(await openForReplaced(t)).toEqual([])
  expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'unpaid', amount_open: 290 })
  const led = await t.call('GET', `/pay/${old.key}`)
  expect([led.status, led.headers.location]).toEqual([303, expect.stringContaining(`/pay/${successor?.key}`)])
  expect(String((await t.call('POST', `/pay/${old.key}`)).headers.location)).toContain(old.key)
  expect(() => t.pay(url)).toThrow()
  await t.deliver(t.pay(await open(t, `/pay/${successor?.key}`)))
  expect(await show(t, guest, id)).toMatchObject({
    status: 'confirmed',
    payment_status: 'deposit_paid',
    payments: [
      { kind: 'booking', amount: 90, status: 'cancelled', payment_url: null },
      { kind: 'booking', amount: 80, status: 'paid' },
      { kind: 'balance', amount: 210, status: 'scheduled', due_on: inDays(20) },
    ],
  })
  // The card of the successor is the agreed one.
  await balancesComeDue(t)
  await collect(t)
  expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 29_000 })
  expect(await paymentsOf(t, id)).toHaveLength(3)
  await expectLedger(t)
})

alone('money that arrives for a replaced deposit goes back, and confirms nothing', async ({ t }) => {
  const { guest, home, id, url } = await reserved(t, DEPOSIT)
  const [old] = await paymentsOf(t, id)
  const events = t.pay(url)
  await replace(t, home, old?.id ?? 0, 8_000)
  await t.deliver(events)
  await settle(t)
  expect(refundsMade(t)).toMatchObject([{ amount: 9_000 }])
  expect(await show(t, guest, id)).toMatchObject({
    status: 'pending',
    payment_status: 'unpaid',
    balance: { payment_url: null },
    payments: [{ status: 'refunded' }, { amount: 80, status: 'unpaid' }, { status: 'scheduled' }],
  })
  await balancesComeDue(t)
  await collect(t)
  expect(await paymentsOf(t, id)).toHaveLength(2)
  await expectLedger(t)
})

test('a balance that is replaced before its day is charged with its new amount, to the agreed card', async ({ t }) => {
  const { guest, home, id } = await deposited(t)
  const link = await linkOf(t, guest, id)
  const url = await open(t, link)
  const [, old] = await paymentsOf(t, id)
  const successor = await replace(t, home, old?.id ?? 0, 20_000)
  await t.drain()
  expect(() => t.pay(url)).toThrow()
  expect(await linkOf(t, guest, id)).toBe(`/pay/${successor?.key}`)
  expect(String((await t.call('GET', link)).headers.location)).toContain(successor?.key)
  expect(await show(t, guest, id)).toMatchObject({ amount_open: 200, balance: { amount: 200, due_on: inDays(20) } })
  await balancesComeDue(t)
  await collect(t)
  expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 29_000 })
  expect((await paymentsOf(t, id)).map(({ status }) => status)).toEqual(['paid', 'cancelled', 'paid'])
  await expectLedger(t)
})

alone('a balance that its guest was asked for is asked for again as before, by the new link', async ({ t }) => {
  const { guest, home, id } = await deposited(t, 'pm_card_chargeCustomerFail')
  await balancesComeDue(t)
  await collect(t)
  const [, old] = await paymentsOf(t, id)
  const successor = await replace(t, home, old?.id ?? 0, 20_000)
  await collect(t)
  expect((await notified(t, guest)).filter((type: string) => type === 'balance_due')).toHaveLength(1)
  await wait(t, 4)
  const mails = (await t.mails(guest.email)).filter(({ text }) => text.includes(successor?.key ?? 'x'))
  expect(mails).toHaveLength(1)
  await t.deliver(t.pay(await open(t, `/pay/${successor?.key}`)))
  expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 29_000 })
})

isolated('a payment that was made, or whose charge is in progress, is not replaced', async ({ t }) => {
  const { home, id } = await paid(t)
  const [made] = await paymentsOf(t, id)
  expect(await replace(t, home, made?.id ?? 0, 8_000)).toBeUndefined()
  const other = await deposited(t)
  await balancesComeDue(t, other.id)
  const { charge } = t.app.payments
  const during: unknown[] = []
  t.app.payments.charge = async (request) => {
    const [, balance] = await paymentsOf(t, other.id)
    during.push(await replace(t, other.home, balance?.id ?? 0, 20_000))
    return charge(request)
  }
  await collect(t)
  expect(during).toEqual([undefined])
  expect(await moneyOf(t, other.id)).toEqual({ due: 0, kept: 30_000 })
})
