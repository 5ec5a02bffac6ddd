import fc from 'fast-check'
import { expect } from 'vitest'
import { startRefund } from '../../../src/bookings/refunds/jobs.ts'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import type { StripeObject } from '../../../src/dev/stripe/store.ts'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { change } from '../../support/changes.ts'
import { record, remove } from '../../support/elsewhere.ts'
import {
  bookThreeNights,
  cancel,
  expectLedger,
  refundAtProvider,
  sessionOf,
  show,
  takeEvents,
  verify,
} from '../../support/payments.ts'
import { balancesComeDue } from '../../support/stays.ts'

/** Events of a booking of 300.00, of which 90.00 are a deposit; amounts in cents. */
interface Story {
  declined: boolean
  /** The balance is not due yet, or paid before its day, or charged to a card, which pays, or asks for the guest, who follows the link. */
  balance: 'later' | 'early' | 'pays' | 'asks'
  /** Part of the balance that the company receives in cash; it deletes a wrong entry. */
  cash: 'none' | 'kept' | 'deleted'
  /** Nights that the company changes. What a longer stay costs is paid by its link. */
  changed: 'no' | 'shorter' | 'longer'
  supplement: boolean
  /** Refunds that this service requests. */
  asked: number[]
  /** Refunds that are made in the provider's dashboard. */
  made: number[]
  /** The index of the refund that the guest's bank returns. */
  failing: number | undefined
  cancelled: boolean
}

const story = fc.record<Story>({
  declined: fc.boolean(),
  balance: fc.constantFrom('later', 'early', 'pays', 'asks'),
  cash: fc.constantFrom('none', 'kept', 'deleted'),
  changed: fc.constantFrom('no', 'shorter', 'longer'),
  supplement: fc.boolean(),
  asked: fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 2 }),
  made: fc.array(fc.integer({ min: 1, max: 1_400 }), { maxLength: 2 }),
  failing: fc.option(fc.nat(3), { nil: undefined }),
  cancelled: fc.boolean(),
})

/** The order of the events, which of them arrive again, and after which one the success page is reloaded. */
const arrival = fc.record({
  order: fc.array(fc.nat(1_000), { minLength: 24, maxLength: 24 }),
  again: fc.array(fc.nat(1_000), { maxLength: 6 }),
  reload: fc.nat(10),
})

const CARDS = { later: undefined, early: undefined, pays: undefined, asks: 'pm_card_authenticationRequired' }

/** The events of paying what a link asks for. */
async function payAt(t: TestApp, link: string) {
  const opened = await t.call('POST', `/${new URL(link).pathname}`)
  return t.pay(String(opened.headers.location))
}

/** Pays what is due of the balance at its link. */
async function payBalance(t: TestApp, guest: TestUser, id: number) {
  const { payments } = await show(t, guest, id)
  const due = payments.find(
    ({ kind, payment_url }: { kind: string; payment_url: string | null }) => kind === 'balance' && payment_url !== null,
  )
  return payAt(t, due.payment_url)
}

/** Changes the last night, and pays what is due because of it. */
async function changeNights(t: TestApp, owner: TestUser, id: number, to: 'shorter' | 'longer') {
  const answer = await change(t, owner, id, { check_out: inDays(to === 'longer' ? 34 : 32) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { payment_url } = answer.body.data
  return payment_url === null ? [] : payAt(t, payment_url)
}

/** Records 20.00 in cash for the balance. */
async function receiveCash(t: TestApp, owner: TestUser, id: number, isKept: boolean) {
  const answer = await record(t, owner, id, 20, { pays: 'balance' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  if (isKept) return
  const { payment_id } = answer.body.data.entries.at(-1)
  const deleted = await remove(t, owner, id, payment_id)
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200)
}

async function tell(t: TestApp, story: Story) {
  const { declined, balance, cash, changed, supplement, asked, made, failing, cancelled } = story
  const owner = await t.user()
  const guest = await t.user({ locale: 'en' })
  const home = await t.home(owner, { title: 'Casa', deposit_percent: 30, balance_due_days: 10 })
  const { id, url } = await bookThreeNights(t, guest, home)
  const events = declined ? t.decline(url) : []
  events.push(...t.pay(url, CARDS[balance]))
  const { intent } = (await t.app.payments.findCheckout(sessionOf(url))) ?? {}
  if (!intent) throw new Error('not paid')
  const isTouched = cash !== 'none' || changed !== 'no'
  const goesOn = asked.length > 0 || cancelled || supplement || balance !== 'later' || isTouched
  if (goesOn) await verify(t, sessionOf(url))
  if (cash !== 'none') await receiveCash(t, owner, id, cash === 'kept')
  if (balance === 'early') events.push(...(await payAt(t, (await show(t, guest, id)).balance.payment_url)))
  if (balance === 'pays' || balance === 'asks') {
    await balancesComeDue(t, id)
    await t.app.jobs.enqueue(t.db, collectBalances, {})
    await t.drain()
    if (balance === 'asks') events.push(...(await payBalance(t, guest, id)))
  }
  if (supplement) {
    await t.call('POST', `/reservations/${id}/supplements`, { label: 'Bed', amount: 15 }, owner)
    const bill = await t.call('POST', `/reservations/${id}/invoice?is_supplement=true`, undefined, owner)
    events.push(...(await payAt(t, bill.body.data.invoice_url)))
  }
  const [payment] = await t.db<
    { id: number }[]
  >`select id from payments where reservation_id = ${id} and kind = 'booking'`
  for (const amount_cents of asked) {
    await t.db.begin((tx) =>
      startRefund(t.app, tx, payment?.id ?? 0, {
        payment_intent_id: intent.id,
        amount_cents,
        reason: 'asked',
        source: 'api',
      }),
    )
  }
  await t.drain()
  for (const amount of made) await refundAtProvider(t, intent.id, amount)
  if (changed !== 'no') events.push(...(await changeNights(t, owner, id, changed)))
  await t.drain()
  // Refunds that were requested together arrive in any order.
  const refunds = t.standin.store
    .list('refund', (one) => one.payment_intent === intent.id)
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const failed = failing === undefined ? undefined : refunds[failing]
  if (failed) failRefund(t.standin.store, failed.id)
  if (cancelled) await cancel(t, guest, id)
  await t.drain()
  events.push(...takeEvents(t))
  return { id, owner, guest, session: sessionOf(url), events }
}

/** Everything that guest, owner, support and accounting see of a booking. */
async function outcome(t: TestApp, { id, owner, guest }: { id: number; owner: TestUser; guest: TestUser }) {
  const told = (where: { user?: number; role?: string }) => t.db`
    select n.type, n.content, count(*)::int as times from notifications n join users u on u.id = n.user_id
    where (u.id = ${where.user ?? 0} or u.role::text = ${where.role ?? ''}) and n.data ->> 'reservation_id' = ${String(id)}
    group by 1, 2 order by 1, 2`
  const { status, payment_status } = await show(t, guest, id)
  return {
    status,
    payment_status,
    receipts: await t.db`
      select r.status, r.amount_cents, r.refunded_cents from receipts r join payments p on p.id = r.payment_id
      where p.reservation_id = ${id} order by 1, 2`,
    refunds: await t.db`
      select f.status, f.amount_cents, f.source from refunds f join payments p on p.id = f.payment_id
      where p.reservation_id = ${id} order by 1, 2, 3`,
    guest: await told({ user: guest.id }),
    owner: await told({ user: owner.id }),
    support: await told({ role: 'support' }),
    mails: (await t.mails(guest.email))
      .map(({ subject, text }) => subject + text.replace(/pay\/[\w-]+/, 'pay').replace(/key=[\w-]+/, 'key'))
      .toSorted(),
  }
}

const shuffled = (events: StripeObject[], order: number[]) =>
  events.map((event, index) => ({ event, rank: order[index] ?? index })).toSorted((a, b) => a.rank - b.rank)

test('any order and repetition of the events of a booking ends in the same rows, notices and mails', async ({ t }) => {
  await t.user({ role: 'support', locale: 'en' })
  await fc.assert(
    fc.asyncProperty(story, arrival, async (what, { order, again, reload }) => {
      const straight = await tell(t, what)
      await t.deliver(straight.events)
      const mixed = await tell(t, what)
      const events = shuffled(mixed.events, order).map(({ event }) => event)
      const repeated = again.flatMap((index) => events[index % events.length] ?? [])
      for (const [index, event] of [...events, ...repeated].entries()) {
        if (index === reload) await verify(t, mixed.session)
        await t.deliver([event])
      }
      // Events can cause further events of the provider, such as refunds of late payments.
      await t.deliver(takeEvents(t))
      expect(await outcome(t, mixed)).toEqual(await outcome(t, straight))
      await expectLedger(t)
    }),
    { numRuns: 5, endOnFailure: true },
  )
})
