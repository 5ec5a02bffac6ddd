import { describe, expect } from 'vitest'
import { collectBalances } from '../../src/settlement/balance.jobs.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../support/app.ts'
import { bill } from '../support/invoices.ts'
import {
  CONFIRMED,
  cancel,
  expectLedger,
  refundsMade,
  reserved,
  sessionOf,
  settle,
  show,
  takeEvents,
  told,
} from '../support/payments.ts'
import { collect, DEPOSIT, deposited } from '../support/settlement.ts'
import { balancesComeDue, moveTo, shift } from '../support/stays.ts'

/** The path of a balance's payment link, as its guest is shown it. */
const linkOf = async (t: TestApp, guest: TestUser, id: number): Promise<string> =>
  String((await show(t, guest, id)).balance.payment_url).replace(/^.*(?=\/pay\/)/, '')

const open = async (t: TestApp, link: string): Promise<string> => {
  const opened = await t.call('POST', link)
  expect(opened.status).toBe(303)
  return String(opened.headers.location)
}

const balancesOf = (t: TestApp, id: number) => t.db<{ id: number; key: string; status: string }[]>`
  select id, key, status from payments where reservation_id = ${id} and kind = 'balance'`

const received = (t: TestApp) =>
  t.standin.store
    .list('payment_intent', ({ status }) => status === 'succeeded')
    .map(({ amount }) => Number(amount))
    .toSorted((a, b) => a - b)

const returned = (t: TestApp) => refundsMade(t).reduce((total, { amount }) => total + Number(amount), 0)

/** Another kind of payment than a card is used: its bank answers days later. */
async function payLater(t: TestApp, url: string) {
  const events = t.pay(url)
  const session = t.standin.store.find(sessionOf(url))
  const intent = String(session?.payment_intent)
  const charge = String(t.standin.store.find(intent)?.latest_charge)
  t.standin.store.update(sessionOf(url), { payment_status: 'unpaid' })
  t.standin.store.update(intent, { status: 'processing', amount_received: 0 })
  t.standin.store.update(charge, { status: 'pending' })
  const answer = (status: 'succeeded' | 'requires_payment_method') => {
    const is_paid = status === 'succeeded'
    t.standin.store.update(charge, { status: is_paid ? 'succeeded' : 'failed' })
    const error = is_paid ? null : { code: 'payment_intent_payment_attempt_failed' }
    t.standin.store.update(intent, { status, amount_received: is_paid ? 21_000 : 0, last_payment_error: error })
    t.standin.store.emit(
      is_paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
      t.standin.store.find(intent) ?? { id: intent, object: 'payment_intent', created: 0 },
    )
    return t.deliver(takeEvents(t))
  }
  return { events, answer }
}

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
    expect(await told(t, guest)).toEqual([...CONFIRMED, 'payment_received'].sort())
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

  test('whose checkout was left is charged on its day; the checkout is closed before', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const url = await open(t, await linkOf(t, guest, id))
    await balancesComeDue(t)
    await collect(t)
    expect(t.standin.store.find(sessionOf(url))).toMatchObject({ status: 'expired' })
    await t.deliver(takeEvents(t))
    expect(received(t)).toEqual([9_000, 21_000])
    expect((await show(t, guest, id)).payments[1]).toMatchObject({ status: 'paid', refunded: 0 })
    expect(await told(t, guest)).toEqual([...CONFIRMED, 'payment_received'].sort())
  })

  test('whose checkout has expired opens another one; a card that refuses is followed by the link', async ({ t }) => {
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
    expect(await told(t, guest)).toEqual([...CONFIRMED, 'balance_due', 'payment_failed'].sort())
    const third = await open(t, link)
    expect(third).not.toBe(second)
    await t.deliver(t.pay(third))
    expect(received(t)).toEqual([9_000, 21_000])
    expect((await show(t, guest, id)).balance).toBeNull()
  })

  test('that a bank has not answered yet is neither charged nor asked for; after a refusal it is', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const heard = await deposited(t)
    // Of one nothing is heard until the day has come.
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
  })

  alone(
    'whose day comes while its checkout is opened is charged; nobody gets the address of the checkout',
    async ({ t }) => {
      const { guest, id } = await deposited(t)
      const link = await linkOf(t, guest, id)
      await balancesComeDue(t)
      const { createCheckout } = t.app.payments
      t.app.payments.createCheckout = async (key, request) => {
        await collect(t)
        return createCheckout(key, request)
      }
      expect((await t.call('POST', link)).status).toBe(409)
      expect(t.standin.store.list('checkout.session', ({ status }) => status === 'open')).toEqual([])
      await t.deliver(takeEvents(t))
      expect(received(t)).toEqual([9_000, 21_000])
    },
  )

  alone('opens no checkout while the card is charged, and one after the bank has refused', async ({ t }) => {
    const { guest, id } = await deposited(t, 'pm_card_chargeCustomerFail')
    const link = await linkOf(t, guest, id)
    await balancesComeDue(t)
    const { charge } = t.app.payments
    const during: number[] = []
    t.app.payments.charge = async (request) => {
      during.push((await t.call('POST', link)).status)
      return charge(request)
    }
    await collect(t)
    expect(during).toEqual([409])
    await t.deliver(t.pay(await open(t, link)))
    expect(received(t)).toEqual([9_000, 21_000])
  })

  test('of a stay that is given up a moment before it is made is void, and cannot be paid', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const link = await linkOf(t, guest, id)
    const sale = t.app.sales.get('booking')
    if (!sale?.rest) throw new Error('no rest')
    const { rest } = sale
    t.app.sales.set('booking', {
      ...sale,
      rest: {
        ...rest,
        async make(...deposit) {
          await cancel(t, guest, id)
          await rest.make(...deposit)
        },
      },
    })
    const sessions = t.standin.store.list('checkout.session').length
    expect((await t.call('POST', link)).status).toBe(409)
    expect(await balancesOf(t, id)).toMatchObject([{ status: 'cancelled' }])
    expect(t.standin.store.list('checkout.session')).toHaveLength(sessions)
    expect((await t.call('GET', link)).body).not.toContain('<button>')
  })

  alone('that is paid a moment before its checkout is closed is not charged', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const url = await open(t, await linkOf(t, guest, id))
    await balancesComeDue(t)
    const { closeCheckout } = t.app.payments
    t.app.payments.closeCheckout = async (session) => {
      t.app.payments.closeCheckout = closeCheckout
      t.pay(url)
      return closeCheckout(session)
    }
    t.app.payments.charge = () => Promise.reject(new Error('must not be asked'))
    await collect(t)
    expect(received(t)).toEqual([9_000, 21_000])
    expect((await show(t, guest, id)).payments[1]).toMatchObject({ status: 'paid', refunded: 0 })
  })

  alone('raced by the job of its day is paid by one of both', async ({ t }) => {
    for (let round = 0; round < 8; round++) {
      const { guest, id } = await deposited(t)
      const link = await linkOf(t, guest, id)
      await t.db`update reservations set balance_due_on = null where id <> ${id}`
      await balancesComeDue(t, id)
      const posts = Array.from({ length: 6 }, () => t.call('POST', link))
      const [answers] = await Promise.all([Promise.all(posts), collect(t), collectBalances.run(t.app, {})])
      for (const { headers } of answers) {
        const url = String(headers.location)
        if (url.includes('cs_test_') && t.standin.store.find(sessionOf(url))?.status === 'open') t.pay(url)
      }
      await settle(t)
      await collect(t)
      await settle(t)
      expect(await balancesOf(t, id)).toMatchObject([{ status: 'paid' }])
    }
    // A second payment would have been given back.
    expect(refundsMade(t)).toEqual([])
    await expectLedger(t)
  })

  alone('paid while its guest cancels goes back, or was never made', async ({ t }) => {
    for (let round = 0; round < 6; round++) {
      const { guest, id } = await deposited(t)
      const link = await linkOf(t, guest, id)
      const url = round % 2 ? await open(t, link) : undefined
      const pay = async () => {
        const opened = url ?? String((await t.call('POST', link)).headers.location ?? '')
        if (!opened.includes('cs_test_') || t.standin.store.find(sessionOf(opened))?.status !== 'open') return
        for (const event of t.pay(opened)) await t.webhook(event)
      }
      await Promise.all([pay(), cancel(t, guest, id), ...Array.from({ length: 5 }, () => t.call('POST', link))])
      await settle(t)
      await settle(t)
      expect(await balancesOf(t, id)).not.toMatchObject([{ status: 'unpaid' }])
      expect(t.standin.store.list('checkout.session', ({ status }) => status === 'open')).toEqual([])
    }
    expect(returned(t)).toBe(received(t).reduce((sum, amount) => sum + amount, 0))
    await expectLedger(t)
  })

  test('goes back as the terms say, and whole when its owner cancels', async ({ t }) => {
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
