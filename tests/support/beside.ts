import { expect } from 'vitest'
import { collectBalances } from '../../src/bookings/settlement/balance.jobs.ts'
import { inDays, type TestApp } from './app.ts'
import { notified, refundAtProvider, reserved, settle } from './payments.ts'

const rowsOf = (t: TestApp, reservation_id: number) => t.db`
  select to_jsonb(r) as reservation,
    (select jsonb_agg(to_jsonb(p) order by p.id) from payments p where p.reservation_id = r.id) as payments,
    (select jsonb_agg(to_jsonb(c) order by c.id) from checkout_sessions c join payments p on p.id = c.payment_id
      where p.reservation_id = r.id) as sessions,
    (select jsonb_agg(to_jsonb(c) order by c.key) from charges c join payments p on p.id = c.payment_id
      where p.reservation_id = r.id) as charges,
    (select jsonb_agg(to_jsonb(a) order by a.payment_intent_id) from receipts a join payments p on p.id = a.payment_id
      where p.reservation_id = r.id) as receipts,
    (select jsonb_agg(to_jsonb(f) order by f.id) from refunds f join payments p on p.id = f.payment_id
      where p.reservation_id = r.id) as refunds,
    (select jsonb_agg(to_jsonb(i) order by i.id) from invoices i where i.reservation_id = r.id) as invoices,
    (select jsonb_agg(to_jsonb(s) order by s.id) from supplements s where s.reservation_id = r.id) as supplements,
    (select jsonb_agg(to_jsonb(o)) from occupancy o where o.reservation_id = r.id) as nights
  from reservations r where r.id = ${reservation_id}`

/** Everything that happens to the money of a stay: a deposit, a balance that is charged, a supplement, and a refund. */
async function payAll(t: TestApp, { id, url, guest, owner }: Awaited<ReturnType<typeof reserved>>) {
  await t.deliver(t.pay(url))
  await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${id}`
  await t.app.jobs.enqueue(t.db, collectBalances, {})
  await settled(t)
  await t.call('POST', `/reservations/${id}/supplements`, { label: 'Wine', amount: 77 }, owner)
  const bill = await t.call('POST', `//reservations/${id}/invoice?is_supplement=true`, undefined, guest)
  const opened = await t.call('POST', `/${new URL(bill.body.data.invoice_url).pathname}`)
  await t.deliver(t.pay(String(opened.headers.location)))
  const [intent] = t.standin.store.list('payment_intent')
  await refundAtProvider(t, intent?.id ?? '', 1_000)
  await settled(t)
}

/** Lets the provider do what it was asked, and tell of it. */
export async function settled(t: TestApp) {
  await settle(t)
}

/**
 * A stay of other people, older than what the test makes, paid or waiting for its payment. A statement that forgets whose rows
 * it wants finds these first, and one that forgets whose it changes changes them.
 */
export async function beside(t: TestApp, { paid }: { paid: boolean }) {
  const people = await reserved(t, { deposit_percent: 30, balance_due_days: 10 })
  if (paid) await payAll(t, people)
  const before = await rowsOf(t, people.id)
  const notices = await notified(t, people.owner)
  return {
    ...people,
    async expectUntouched() {
      expect(await rowsOf(t, people.id)).toEqual(before)
      expect(await notified(t, people.owner)).toEqual(notices)
    },
  }
}
