import { expect } from 'vitest'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { alone, type TestApp } from '../../support/app.ts'
import { linkOf, open, received, returned } from '../../support/early-balance.ts'
import { expectLedger, reserved, sessionOf, settle, show } from '../../support/payments.ts'
import { moneyOf, openForReplaced, paymentsOf, replace } from '../../support/replace.ts'
import { collect, DEPOSIT, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

/** Lets guests pay in what was opened for them. */
async function payOpened(t: TestApp, urls: unknown[]) {
  for (const url of urls.map(String))
    if (url.includes('cs_test_') && t.standin.store.find(sessionOf(url))?.status === 'open')
      for (const event of t.pay(url)) await t.webhook(event)
}

alone('a payment replaced fifty times at once has one successor', async ({ t }) => {
  const { home, id } = await reserved(t)
  const [old] = await paymentsOf(t, id)
  const made = await times(50, () => replace(t, home, old?.id ?? 0, 20_000))
  expect(made.filter((one) => one !== undefined)).toHaveLength(1)
  expect(await moneyOf(t, id)).toEqual({ due: 20_000, kept: 0 })
})

alone('a balance replaced while checkouts of it are opened and paid is due or paid once', async ({ t }) => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { guest, home, id } = await deposited(t)
    const link = await linkOf(t, guest, id)
    const first = round % 3 === 0 ? await open(t, link) : undefined
    if (first === undefined) await open(t, link)
    const [, old] = await paymentsOf(t, id)
    const [answers] = await Promise.all([
      times(45, () => t.call('POST', link)),
      times(5, () => replace(t, home, old?.id ?? 0, 20_000)),
      payOpened(t, [first]),
    ])
    await payOpened(
      t,
      answers.map(({ headers }) => headers.location),
    )
    await settle(t)
    await settle(t)
    const last = (await paymentsOf(t, id)).at(-1)
    const { due, kept } = await moneyOf(t, id)
    expect(due + kept).toBe(9_000 + (last?.cents ?? 0))
    expect(await openForReplaced(t)).toEqual([])
    outcomes.add(`${last?.cents} ${last?.status}`)
    if (due > 0) await t.deliver(t.pay(await open(t, await linkOf(t, guest, id))))
    expect(await show(t, guest, id)).toMatchObject({ payment_status: 'paid', amount_open: 0 })
  }
  expect([...outcomes]).toContain('20000 unpaid')
  await expectLedger(t)
})

alone('a hold replaced while its money arrives is confirmed by it, or its money goes back', async ({ t }) => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const { guest, home, id, url } = await reserved(t, DEPOSIT)
    const [old] = await paymentsOf(t, id)
    const events = t.pay(url)
    await Promise.all([
      ...events.flatMap((event) => [t.webhook(event), t.drain()]),
      times(25, () => replace(t, home, old?.id ?? 0, 8_000)),
      times(20, () => t.call('POST', `/pay/${old?.key}`)),
    ])
    await settle(t)
    await settle(t)
    const { status } = await show(t, guest, id)
    const { due, kept } = await moneyOf(t, id)
    expect([status, due, kept]).toEqual(status === 'confirmed' ? ['confirmed', 0, 9_000] : ['pending', 8_000, 0])
    expect(await openForReplaced(t)).toEqual([])
    outcomes.add(status)
  }
  expect(returned(t)).toBe(received(t).length * 9_000 - 9_000 * (await confirmed(t)))
  await expectLedger(t)
})

const confirmed = async (t: TestApp) => (await t.db`select from reservations where status = 'confirmed'`).length

alone('a balance replaced on its day is charged with one of its amounts', async ({ t }) => {
  const outcomes = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const { guest, home, id } = await deposited(t)
    await open(t, await linkOf(t, guest, id))
    const [, old] = await paymentsOf(t, id)
    await balancesComeDue(t, id)
    await Promise.all([
      collect(t),
      times(49, () => replace(t, home, old?.id ?? 0, 20_000)),
      collectBalances.run(t.app, {}),
    ])
    await settle(t)
    await collect(t)
    await settle(t)
    const last = (await paymentsOf(t, id)).at(-1)
    expect(last?.status).toBe('paid')
    expect(await moneyOf(t, id)).toEqual({ due: 0, kept: 9_000 + (last?.cents ?? 0) })
    outcomes.add(last?.cents ?? 0)
  }
  expect(returned(t)).toBe(0)
  expect([...outcomes].every((cents) => cents === 20_000 || cents === 21_000)).toBe(true)
  await expectLedger(t)
})
