import { describe, expect, vi } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { alone, inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import {
  bookThreeNights,
  CONFIRMED,
  expectLedger,
  notified,
  refundsMade,
  reserved,
  settle,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { collect, DEPOSIT, deposited, wait } from '../../support/settlement.ts'
import { balancesComeDue, moveTo, shift } from '../../support/stays.ts'

const intents = (t: TestApp) =>
  t.standin.store
    .list('payment_intent')
    .map(({ amount, status }) => [amount, status])
    .toSorted()

const balanceOf = async (t: TestApp, user: TestUser, id: number) =>
  (await show(t, user, id)).payments.find(({ kind }: { kind: string }) => kind === 'balance')

/** The payment link in a mail to the guest. */
async function mailedLink(t: TestApp, guest: TestUser): Promise<string> {
  const mails = await t.mails(guest.email)
  return mails.map(({ text }) => /\/api\/v1\/pay\/[\w-]+/.exec(text)?.[0]).find((link) => link !== undefined) ?? ''
}

describe('a balance', () => {
  test('is charged on its day to the card of the deposit, once, whatever nodes run the job', async ({ t }) => {
    const { owner, guest, id } = await deposited(t)
    expect(await show(t, guest, id)).toMatchObject({
      price: { due_now: 90, balance: 210, balance_due_on: inDays(20) },
      payments: [
        { kind: 'booking', amount: 90, status: 'paid', due_on: null },
        { id: null, kind: 'balance', amount: 210, status: 'scheduled', due_on: inDays(20) },
      ],
    })
    await collect(t)
    expect(intents(t)).toEqual([[9_000, 'succeeded']])
    await balancesComeDue(t)
    const nodes = [t.app, (await t.node()).app, (await t.node()).app]
    await Promise.all([...nodes, ...nodes].map((app) => collectBalances.run(app, {})))
    await settle(t)
    await collect(t)
    expect(intents(t)).toEqual([
      [21_000, 'succeeded'],
      [9_000, 'succeeded'],
    ])
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'paid', due_on: inDays(0), payment_url: null })
    const received = [...CONFIRMED, 'payment_received'].sort()
    expect([await notified(t, guest), await notified(t, owner)]).toEqual([received, received])
    const answer = await show(t, guest, id)
    expect(answer.invoices).toMatchObject([{ total: 90 }, { total: 210 }])
    expect(answer.payments).toHaveLength(2)
  })

  isolated('that the bank wants to ask the guest for is paid by a link, and never twice', async ({ t }) => {
    const { owner, guest, id } = await deposited(t, 'pm_card_authenticationRequired')
    await balancesComeDue(t)
    await collect(t)
    await t.deliver(takeEvents(t))
    expect(intents(t)).toEqual([
      [21_000, 'canceled'],
      [9_000, 'succeeded'],
    ])
    // The link says all: the failed try is not told beside it.
    expect(await notified(t, guest)).toEqual([...CONFIRMED, 'balance_due'].sort())
    const link = await mailedLink(t, guest)
    expect(await balanceOf(t, guest, id)).toMatchObject({
      status: 'unpaid',
      payment_url: expect.stringContaining(link),
    })
    expect(await balanceOf(t, owner, id)).toMatchObject({ payment_url: null })
    const opened = await t.call('POST', `/${link}`)
    await t.deliver(t.pay(String(opened.headers.location)))
    await collect(t)
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'paid' })
    expect(intents(t)).toHaveLength(3)
  })

  alone('that nobody pays is asked for three times; then the owner may cancel by the terms', async ({ t }) => {
    const { owner, guest, support, id } = await deposited(t, 'pm_card_chargeCustomerFail')
    await balancesComeDue(t)
    for (const days of [0, 0, 3, 3, 7, 7]) await wait(t, days)
    expect((await notified(t, guest)).filter((type: string) => type === 'balance_due')).toHaveLength(3)
    expect((await t.mails(guest.email)).filter(({ text }) => text.includes('/api/v1/pay/'))).toHaveLength(3)
    expect(await notified(t, support)).toEqual([])
    for (const days of [10, 14]) await wait(t, days)
    expect(await notified(t, support)).toEqual(['balance_overdue'])
    expect(await notified(t, owner)).toEqual([...CONFIRMED, 'balance_overdue'].sort())
    // As if arrival were tomorrow: the strict terms refund nothing.
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation,0,until}', to_jsonb(${inDays(-1)}::text))`
    await t.db`update reservations set quote = jsonb_set(quote, '{cancellation,1,until}', to_jsonb(${inDays(-1)}::text))`
    await t.call('POST', `//reservations/change-status-reservation-by-proprio/${id}/cancelled`, undefined, owner)
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({
      status: 'cancelled',
      payments: [
        { kind: 'booking', status: 'paid', refunded: 0 },
        { kind: 'balance', status: 'cancelled', payment_url: null },
      ],
      refunds: [],
    })
  })

  isolated('of a stay that was cancelled is void; money that comes all the same goes back', async ({ t }) => {
    const { guest, id } = await deposited(t, 'pm_card_authenticationRequired')
    await balancesComeDue(t)
    await collect(t)
    const link = await mailedLink(t, guest)
    const opened = String((await t.call('POST', `/${link}`)).headers.location)
    const late = t.pay(opened)
    expect((await t.call('POST', `/reservations/${id}/cancel`, {}, guest)).status).toBe(200)
    await t.deliver(late)
    await t.deliver(takeEvents(t))
    const answer = await show(t, guest, id)
    expect(answer.payments).toMatchObject([{ refunded: 90 }, { status: 'refunded', refunded: 210 }])
    expect((await t.call('POST', `/${link}`)).headers.location).toBe(link)
    await balancesComeDue(t)
    await collect(t)
    expect(intents(t)).toHaveLength(3)
  })

  alone('raced by fifty cancellations is charged and given back, or never charged', async ({ t }) => {
    const { guest, id } = await deposited(t)
    await balancesComeDue(t)
    const cancel = () => t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    await Promise.all([collect(t), ...Array.from({ length: 50 }, cancel), collectBalances.run(t.app, {})])
    await settle(t)
    await settle(t)
    const [sum] = await t.db`
      select coalesce(sum(amount_cents - refunded_cents), 0)::int as kept, count(*)::int as receipts from receipts`
    expect(sum?.kept).toBe(0)
    const refunds = refundsMade(t).reduce((total, { amount }) => total + Number(amount), 0)
    expect(refunds).toBe(sum?.receipts === 2 ? 30_000 : 9_000)
    await expectLedger(t)
  })

  alone('is charged when the provider is back, also after its job has given up', async ({ t }) => {
    const { guest, id } = await deposited(t)
    await balancesComeDue(t)
    const { charge } = t.app.payments
    t.app.payments.charge = () => Promise.reject(new Error('away'))
    await expect(collect(t)).rejects.toThrow('away')
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'unpaid', payment_url: null })
    await t.db`delete from pgboss.job where name = 'settlement.charge-balance'`
    t.app.payments.charge = charge
    await collect(t)
    expect(intents(t)).toEqual([[9_000, 'succeeded']])
    await t.db`update charges set created_at = now() - interval '2 hours'`
    await collect(t)
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'paid' })
  })

  alone('whose answer was lost for a day is looked up, not charged again', async ({ t }) => {
    const { guest, id } = await deposited(t)
    await balancesComeDue(t)
    const { charge } = t.app.payments
    t.app.payments.charge = async (request) => {
      await charge(request)
      throw new Error('the answer is lost')
    }
    await expect(collect(t)).rejects.toThrow('lost')
    takeEvents(t)
    await t.db`update charges set created_at = now() - interval '2 days'`
    t.app.payments.charge = () => Promise.reject(new Error('must not be asked'))
    await collect(t)
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'paid' })
    expect(intents(t)).toHaveLength(2)
  })

  const live = test.extend({ running: { run: true } })
  live('is collected by the workers of production, with its mail', async ({ t }) => {
    const { url, guest, id } = await reserved(t, DEPOSIT)
    for (const event of t.pay(url, 'pm_card_chargeCustomerFail')) await t.webhook(event)
    await vi.waitFor(async () => expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed' }), {
      timeout: 20_000,
    })
    await balancesComeDue(t)
    await t.app.jobs.enqueue(t.db, collectBalances, {})
    await vi.waitFor(async () => expect(await mailedLink(t, guest)).not.toBe(''), { timeout: 20_000 })
  })

  test('is due also when the deposit went back; a disputed card is not charged again', async ({ t }) => {
    const { guest, support, id } = await deposited(t)
    const [deposit] = (await show(t, guest, id)).payments
    await t.call('POST', `/payments/${deposit.id}/refund`, { amount: 90, reason: 'goodwill' }, support)
    await t.drain()
    const disputed = await bookThreeNights(t, guest, await t.home(await t.user(), DEPOSIT))
    await t.deliver(t.pay(disputed.url, 'pm_card_createDispute'))
    await balancesComeDue(t)
    await collect(t)
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'paid' })
    expect(await balanceOf(t, guest, disputed.id)).toMatchObject({ status: 'unpaid', amount: 210 })
    await t.deliver(takeEvents(t))
    await expectLedger(t)
  })

  test('of a stay that is over already is collected all the same, whoever completed it', async ({ t }) => {
    const byOwner = await deposited(t)
    const byJob = await deposited(t, 'pm_card_chargeCustomerFail')
    for (const { id } of [byOwner, byJob]) await shift(t, id, -3)
    await balancesComeDue(t)
    await moveTo(t, byOwner.owner, byOwner.id, 'checked_in')
    expect((await moveTo(t, byOwner.owner, byOwner.id, 'completed')).status).toBe(200)
    await t.db`update reservations set status = 'completed' where id = ${byJob.id}`
    expect(await balanceOf(t, byOwner.guest, byOwner.id)).toMatchObject({ status: 'scheduled', amount: 210 })
    await collect(t)
    await collect(t)
    expect(await show(t, byOwner.guest, byOwner.id)).toMatchObject({ status: 'completed' })
    expect(await balanceOf(t, byOwner.guest, byOwner.id)).toMatchObject({ status: 'paid', amount: 210 })
    const opened = await t.call('POST', `/${await mailedLink(t, byJob.guest)}`)
    await t.deliver(t.pay(String(opened.headers.location)))
    expect(await balanceOf(t, byJob.guest, byJob.id)).toMatchObject({ status: 'paid', refunded: 0 })
    await expectLedger(t)
  })

  alone('comes first in the sweep that completes its stay; what is made is not looked at again', async ({ t }) => {
    const { guest, id } = await deposited(t)
    await shift(t, id, -9)
    await balancesComeDue(t)
    await t.app.jobs.enqueue(t.db, completeStays, {})
    await t.drain()
    expect(await show(t, guest, id)).toMatchObject({ status: 'completed' })
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'paid' })
    const [order] = await t.db`
      select b.created_at < e.at as is_first from payments b
      join reservation_events e on e.reservation_id = b.reservation_id and e.to_status = 'completed'
      where b.kind = 'balance'`
    expect(order?.is_first).toBe(true)
    expect(await t.db`select from reservations where balance_due_on is not null and not balance_made`).toEqual([])
  })

  test('of a guest who does not come is void, made or not, and what comes for it goes back', async ({ t }) => {
    const unmade = await deposited(t)
    const unpaid = await deposited(t, 'pm_card_chargeCustomerFail')
    await balancesComeDue(t, unpaid.id)
    await collect(t)
    const opened = await t.call('POST', `/${await mailedLink(t, unpaid.guest)}`)
    const late = t.pay(String(opened.headers.location))
    for (const { id, owner } of [unmade, unpaid]) {
      await shift(t, id, -1)
      // As it is on that day: the strict terms give nothing back.
      await t.db`update reservations set quote = jsonb_set(quote, '{cancellation}', '[]') where id = ${id}`
      expect((await moveTo(t, owner, id, 'no_show')).status).toBe(200)
    }
    await balancesComeDue(t)
    await collect(t)
    expect(await balanceOf(t, unmade.guest, unmade.id)).toBeUndefined()
    await t.deliver(late)
    await t.deliver(takeEvents(t))
    expect(await balanceOf(t, unpaid.guest, unpaid.id)).toMatchObject({ refunded: 210, payment_url: null })
    await expectLedger(t)
  })

  test('of a stay that the owner accepted without its deposit is the owner’s to collect', async ({ t }) => {
    const { owner, guest, id } = await reserved(t, DEPOSIT)
    expect(await balanceOf(t, guest, id)).toMatchObject({ status: 'scheduled' })
    await t.call('POST', `//reservations/change-status-reservation-by-proprio/${id}/confirmed`, undefined, owner)
    expect(await balanceOf(t, guest, id)).toBeUndefined()
  })

  alone('never comes to a stay that was paid whole, nor before the deposit is', async ({ t }) => {
    const { guest, id } = await reserved(t, DEPOSIT)
    const whole = await t.home(await t.user())
    const booked = await t.call(
      'POST',
      '/reservations',
      { property_id: whole, check_in: inDays(40), check_out: inDays(42), adults: 1 },
      guest,
    )
    await t.deliver(t.pay(booked.body.data.payment_url))
    await balancesComeDue(t)
    await t.db`update reservations set balance_due_on = null where id <> ${id}`
    await collect(t)
    expect(await t.db`select from payments where kind = 'balance'`).toHaveLength(0)
    expect(intents(t)).toEqual([[20_000, 'succeeded']])
  })
})
