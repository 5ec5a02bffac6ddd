import { replacePayment } from '../../src/bookings/settlement/replace.ts'
import { lockCalendar } from '../../src/homes/properties/calendar-lock.ts'
import { AppError } from '../../src/platform/http/errors.ts'
import type { TestApp } from './app.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'

/** Payments that others take the place of. */

/** Replaces a payment by one of another amount; undefined where that is refused. */
export async function replace(t: TestApp, property_id: string, payment_id: number, amount_cents: number) {
  try {
    return await lockCalendar(t.app, property_id, (tx) => replacePayment(t.app, tx, payment_id, amount_cents))
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return undefined
    throw error
  }
}

export const paymentsOf = (t: TestApp, id: number) =>
  t.db<{ id: number; key: string; kind: string; cents: number; status: string; has_successor: boolean }[]>`
    select id, key, kind, amount_cents::integer as cents, status, has_successor from payments where reservation_id = ${id} order by id`

/** Due and kept money of a stay, in cents. */
export async function moneyOf(t: TestApp, id: number) {
  const [money] = await t.db<{ due: number; kept: number }[]>`
    select coalesce(sum(p.amount_cents) filter (where payment_is_due(p.status)), 0)::integer as due,
      coalesce(sum((select sum(a.amount_cents - a.refunded_cents) from receipts a where a.payment_id = p.id)), 0)::integer as kept
    from payments p where p.reservation_id = ${id}`
  return money ?? { due: 0, kept: 0 }
}

/** Payments that were replaced, and that a checkout which is still open at the provider pays. */
export async function openForReplaced(t: TestApp) {
  const open = t.standin.store.list('checkout.session', ({ status }) => status === 'open').map(({ id }) => id)
  return t.db`
    select p.id from payments p join checkout_sessions s on s.payment_id = p.id
    where p.has_successor and p.currency <> ${NEIGHBOURS_CURRENCY} and s.session_id = any (${open})`
}
