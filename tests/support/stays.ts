import { transaction } from '../../src/platform/db/client.ts'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'

/** A stay of the past, as the passage of time leaves it; returns its id. */
export async function pastStay(
  t: TestApp,
  property_id: string,
  guest: TestUser,
  { endedDaysAgo = 2, status = 'completed' } = {},
): Promise<number> {
  const [row] = await t.db<{ id: number }[]>`
    insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
    values (${property_id}, ${guest.id}, ${inDays(-endedDaysAgo - 3)}, ${inDays(-endedDaysAgo)}, 2, ${status}, '{}', 30000, 30000, 'EUR')
    returning id`
  return row?.id ?? 0
}

/** Asks for a move of a reservation, as its owner. */
export const moveTo = (t: TestApp, user: TestUser | undefined, id: number | string, word: string, method = 'POST') =>
  t.call(method, `//reservations/change-status-reservation-by-proprio/${id}/${word}`, undefined, user)

/** Moves a stay to other days with its cleaning, as time would. */
export const shift = (t: TestApp, id: number, from: number, nights = 3) =>
  t.db.begin(async (tx) => {
    await tx`
      update payments p set due_on = ${inDays(from)}
      from reservations r where r.id = ${id} and p.reservation_id = r.id and p.kind = 'booking' and p.due_on = r.check_in`
    await tx`
      update reservations set check_in = ${inDays(from)}, check_out = ${inDays(from + nights)} where id = ${id}`
    await tx`update occupancy set stay = daterange(${inDays(from)}, ${inDays(from + nights)}) where reservation_id = ${id}`
    await tx`
      update tasks set departs_on = ${inDays(from + nights)}, day = day + (${inDays(from + nights)}::date - departs_on)
      where reservation_id = ${id} and departs_on is not null`
  })

/** Ends the holds on nights, and the time to pay for them, in `offset` from now, as time would; of one stay, or of all. */
export const holdUntil = (t: TestApp, offset: string, id: number | null = null) =>
  t.db.begin(async (tx) => {
    await tx`
      update payments set payable_until = now() + ${offset}::interval
      where payable_until is not null and currency <> ${NEIGHBOURS_CURRENCY} and (${id}::bigint is null or reservation_id = ${id})`
    await tx`
      update reservations set hold_expires_at = now() + ${offset}::interval
      where hold_expires_at is not null and currency <> ${NEIGHBOURS_CURRENCY} and (${id}::bigint is null or id = ${id})`
  })

/** Lets the day of balances come: of one stay, or of all. */
export const balancesComeDue = (t: TestApp, id: number | null = null) =>
  transaction(t.db, async (tx) => {
    await tx`update reservations set balance_due_on = ${inDays(0)}
      where currency <> ${NEIGHBOURS_CURRENCY} and (${id}::bigint is null or id = ${id})`
    await tx`
      update payments set rest_due_on = ${inDays(0)}
      where rest_cents is not null and currency <> ${NEIGHBOURS_CURRENCY} and (${id}::bigint is null or reservation_id = ${id})`
  })
