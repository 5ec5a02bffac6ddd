import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { reserved } from './payments.ts'

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

/**
 * A stay of other people, older than what the test makes, paid or waiting for its payment. A statement that forgets whose rows
 * it wants finds these first, and one that forgets whose it changes changes them.
 */
export async function beside(t: TestApp, { paid, ...fields }: { paid: boolean } & Record<string, unknown>) {
  const people = await reserved(t, fields)
  if (paid) await t.deliver(t.pay(people.url))
  const before = await rowsOf(t, people.id)
  return {
    ...people,
    expectUntouched: async () => expect(await rowsOf(t, people.id)).toEqual(before),
  }
}
