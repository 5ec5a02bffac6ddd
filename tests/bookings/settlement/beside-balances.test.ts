import { describe, expect } from 'vitest'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { alone, type TestApp, test } from '../../support/app.ts'
import { beside } from '../../support/beside.ts'
import { bill } from '../../support/invoices.ts'
import { bookThreeNights, expectLedger, notified, reserved, show } from '../../support/payments.ts'
import { collect, DEPOSIT, deposited, loseAnswer } from '../../support/settlement.ts'
import { balancesComeDue, holdUntil, moveTo } from '../../support/stays.ts'

const payments = async (t: TestApp, { guest, id }: Awaited<ReturnType<typeof reserved>>) =>
  (await show(t, guest, id)).payments.map(({ kind, status }: { kind: string; status: string }) => [kind, status])

describe('beside what others owe', () => {
  test('an attempt to pay that fails is that of its own payment', async ({ t }) => {
    const other = await beside(t, { paid: false })
    const { id, url, guest } = await reserved(t)
    await t.deliver(t.decline(url))
    expect(await show(t, guest, id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
    expect(await notified(t, guest)).toEqual(['payment_failed'])
    await other.expectUntouched()
  })

  alone('a hold that its owner confirms has no deadline any more, and is the only one', async ({ t }) => {
    const other = await beside(t, { paid: false })
    const { id, owner, guest } = await reserved(t)
    expect((await moveTo(t, owner, id, 'confirmed')).status).toBe(200)
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'unpaid' })
    expect(await t.db`select reservation_id from payments where payable_until is null`).toEqual([
      { reservation_id: id },
    ])
    await other.expectUntouched()
  })

  alone('a new attempt to pay has its own hold last longer', async ({ t }) => {
    const [other, own] = [await reserved(t), await reserved(t)]
    await loseAnswer(t)
    await t.db`update checkout_sessions set expires_at = now()`
    await holdUntil(t, '36 minutes')
    expect((await bookThreeNights(t, own.guest, own.home)).url).not.toBe(own.url)
    const minutes = await t.db`
      select r.id, round(extract(epoch from r.hold_expires_at - now()) / 60)::int as held,
        round(extract(epoch from p.payable_until - now()) / 60)::int as payable
      from reservations r join payments p on p.reservation_id = r.id order by r.id`
    expect(minutes).toEqual([
      { id: other.id, held: 36, payable: 36 },
      { id: own.id, held: 50, payable: 50 },
    ])
  })

  test('one that cannot be begun stops none behind it, and is begun by the next run', async ({ t }) => {
    const [one, two] = [await deposited(t), await deposited(t)]
    for (const { id } of [one, two]) await balancesComeDue(t, id)
    await t.db.unsafe(
      `alter table payments add constraint no_balance check (kind <> 'balance' or reservation_id <> ${one.id})`,
    )
    await collect(t)
    expect(await payments(t, one)).toEqual([
      ['booking', 'paid'],
      ['balance', 'scheduled'],
    ])
    await t.db`alter table payments drop constraint no_balance`
    await collect(t)
    for (const people of [one, two])
      expect(await payments(t, people)).toEqual([
        ['booking', 'paid'],
        ['balance', 'paid'],
      ])
  })

  alone('a charge is that of its own balance, also where another has none', async ({ t }) => {
    // A card whose payment is disputed is not charged: this guest is asked instead, and wins the dispute later.
    const other = await deposited(t, 'pm_card_createDispute')
    await balancesComeDue(t)
    await collect(t)
    await t.db`update payments set dispute_status = 'won' where dispute_status is not null`
    const own = await deposited(t)
    await balancesComeDue(t, own.id)
    await collect(t)
    expect(await payments(t, own)).toEqual([
      ['booking', 'paid'],
      ['balance', 'paid'],
    ])
    expect(await payments(t, other)).toEqual([
      ['booking', 'paid'],
      ['balance', 'unpaid'],
    ])
    const charges = await t.db`
      select p.reservation_id, k.user_id, a.payment_id is not null as is_own_card
      from charges c join payments p on p.id = c.payment_id
      left join customers k on k.customer_id = c.customer_id
      left join receipts a on a.method_id = c.method_id and a.payment_id = (
        select id from payments where reservation_id = p.reservation_id and kind = 'booking')`
    expect(charges).toEqual([{ reservation_id: own.id, user_id: own.guest.id, is_own_card: true }])
  })

  alone('a card that is refused is that of its own balance, and its guest is asked alone', async ({ t }) => {
    const [other, own] = [await deposited(t), await deposited(t, 'pm_card_chargeCustomerFail')]
    const { charge } = t.app.payments
    t.app.payments.charge = (request) =>
      request.reservationId === own.id ? charge(request) : Promise.reject(new Error('away'))
    await balancesComeDue(t)
    await expect(collect(t)).rejects.toThrow('away')
    const shown = async ({ guest, id }: typeof own) => (await show(t, guest, id)).payments[1]
    expect(await shown(own)).toMatchObject({ status: 'unpaid', payment_url: expect.stringContaining('/pay/') })
    expect(await shown(other)).toMatchObject({ status: 'unpaid', payment_url: null })
    const asked = await t.db`
      select p.reservation_id, p.asked_at is not null as is_asked, c.refused_at is not null as is_refused
      from charges c join payments p on p.id = c.payment_id order by p.reservation_id`
    expect(asked).toEqual([
      { reservation_id: other.id, is_asked: false, is_refused: false },
      { reservation_id: own.id, is_asked: true, is_refused: true },
    ])
    expect((await notified(t, other.guest)).includes('balance_due')).toBe(false)
    // The invoice is for the deposit: the balance was not paid.
    expect((await bill(t, own.guest, own.id, false)).body.data).toMatchObject({ amount: 90 })
  })

  alone('a reminder is that of its own balance', async ({ t }) => {
    const [other, own] = [await reserved(t, DEPOSIT), await reserved(t, DEPOSIT)]
    for (const { url } of [other, own]) await t.deliver(t.pay(url, 'pm_card_chargeCustomerFail'))
    await balancesComeDue(t)
    await collect(t)
    const remind = async (days: number) => {
      await t.db`
        update payments set asked_at = now() - make_interval(days => ${days})
        where kind = 'balance' and reservation_id = ${own.id}`
      await collect(t)
    }
    for (const days of [3, 3, 7, 10]) await remind(days)
    const reminders = await t.db`
      select reservation_id, reminders from payments where kind = 'balance' order by reservation_id`
    expect(reminders).toEqual([
      { reservation_id: other.id, reminders: 0 },
      { reservation_id: own.id, reminders: 3 },
    ])
    const overdue = async ({ owner }: typeof own) => (await notified(t, owner)).includes('balance_overdue')
    expect([await overdue(other), await overdue(own)]).toEqual([false, true])
    // An owner who was told may cancel by the terms, which here give nothing back; any other gives all of it back.
    await t.db`
      update reservations set quote = jsonb_set(quote, '{cancellation}', '[]') where id in (${own.id}, ${other.id})`
    for (const { owner, id } of [own, other]) expect((await moveTo(t, owner, id, 'cancelled')).status).toBe(200)
    await t.drain()
    const refunded = async ({ guest, id }: typeof own) => (await show(t, guest, id)).payments[0].refunded
    expect([await refunded(other), await refunded(own)]).toEqual([90, 0])
  })

  alone('a charge that was answered is not sent again, and one that was not is', async ({ t }) => {
    const [paid, refused, open] = [
      await deposited(t),
      await deposited(t, 'pm_card_chargeCustomerFail'),
      await deposited(t),
    ]
    const { charge } = t.app.payments
    t.app.payments.charge = (request) =>
      request.reservationId === open.id ? Promise.reject(new Error('away')) : charge(request)
    await balancesComeDue(t)
    await expect(collect(t)).rejects.toThrow('away')
    await t.db`delete from pgboss.job where name = 'settlement.charge-balance'`
    const sent = async () =>
      (
        await t.db<{ reservation_id: number }[]>`
          select p.reservation_id from pgboss.job j join payments p on p.id = (j.data ->> 'payment_id')::bigint
          where j.name = 'settlement.charge-balance'`
      ).map(({ reservation_id }) => reservation_id)
    await collectBalances.run(t.app, {})
    expect(await sent()).toEqual([])
    await t.db`update charges set created_at = now() - interval '2 hours'`
    await collectBalances.run(t.app, {})
    expect(await sent()).toEqual([open.id])
    expect([await payments(t, paid), await payments(t, refused)]).toMatchObject([
      [{}, ['balance', 'paid']],
      [{}, ['balance', 'unpaid']],
    ])
  })

  test('a stay that is given up voids its own balance, and closes its own checkout', async ({ t }) => {
    const [other, own] = [await reserved(t, DEPOSIT), await reserved(t, DEPOSIT)]
    for (const { url } of [other, own]) await t.deliver(t.pay(url, 'pm_card_chargeCustomerFail'))
    await balancesComeDue(t)
    await collect(t)
    const [hold, left] = [await reserved(t), await reserved(t)]
    for (const { owner, id } of [own, hold]) expect((await moveTo(t, owner, id, 'cancelled')).status).toBe(200)
    await t.drain()
    expect(await payments(t, own)).toMatchObject([{}, ['balance', 'cancelled']])
    expect(await payments(t, hold)).toEqual([['booking', 'unpaid']])
    await t.deliver(t.pay(left.url))
    expect(await payments(t, left)).toEqual([['booking', 'paid']])
    expect(await payments(t, other)).toEqual([
      ['booking', 'paid'],
      ['balance', 'unpaid'],
    ])
    await expectLedger(t)
  })

  test('a link of a balance has no end, also after its checkout was opened and has ended', async ({ t }) => {
    const own = await deposited(t, 'pm_card_chargeCustomerFail')
    const hold = await reserved(t)
    await balancesComeDue(t, own.id)
    await collect(t)
    const link = new URL((await show(t, own.guest, own.id)).payments[1].payment_url).pathname
    const open = async () => String((await t.call('POST', `/${link}`)).headers.location)
    const first = await open()
    await t.db`
      update checkout_sessions set expires_at = now() where payment_id in (
        select id from payments where reservation_id = ${own.id})`
    await holdUntil(t, '-1 second')
    const second = await open()
    expect([first, second]).toEqual([expect.stringContaining('cs_test_'), expect.stringContaining('cs_test_')])
    await t.deliver(t.pay(second))
    expect(await payments(t, own)).toContainEqual(['balance', 'paid'])
    expect(await payments(t, hold)).toEqual([['booking', 'unpaid']])
  })

  test('a guest who left no card is asked, beside one whose card is charged', async ({ t }) => {
    const [other, own] = [await deposited(t), await deposited(t)]
    await t.db`
      update receipts set method_id = null where payment_id in (select id from payments where reservation_id = ${own.id})`
    await balancesComeDue(t)
    await collect(t)
    expect([await payments(t, own), await payments(t, other)]).toMatchObject([
      [{}, ['balance', 'unpaid']],
      [{}, ['balance', 'paid']],
    ])
    const isAsked = async ({ guest }: typeof own) => (await notified(t, guest)).includes('balance_due')
    expect([await isAsked(own), await isAsked(other)]).toEqual([true, false])
  })
})
