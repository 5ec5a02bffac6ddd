import type { FastifyInstance } from 'fastify'
import { queries } from '../db/queries.ts'
import { sweep } from '../db/sweep.ts'
import { lockCalendar } from '../properties/calendar-lock.ts'
import { expireClosedHolds, type Nights } from '../stays/expiry.ts'
import { settle } from './settle.ts'

/** How long one sweep runs; the next one continues. */
const SWEEP_MS = 60_000

/**
 * Asks the provider about the checkouts of stale holds on these nights, before a transaction takes the nights. Paid
 * ones are settled and open ones are closed, so that nobody can pay for a hold that is about to expire.
 * @throws AppError 503 when the provider cannot be asked.
 */
export async function closeStaleHolds(app: FastifyInstance, nights: Nights): Promise<void> {
  for (const { id, is_closed } of await queries.stays.listStaleHolds(app.db, nights)) {
    if (!is_closed) await closeCheckouts(app, id)
  }
}

/** Expires holds and inquiries whose time is up, each in its own transaction. Paid ones are settled instead. */
export async function expireHolds(app: FastifyInstance): Promise<void> {
  const end = Date.now() + SWEEP_MS
  const stale = sweep({ id: 0, ended_at: '-infinity' }, (after) => queries.stays.listStale(app.db, after))
  for await (const { id, property_id, check_in, check_out } of stale) {
    if (app.stopping || Date.now() > end) return
    try {
      await closeCheckouts(app, id)
      await lockCalendar(app, property_id, (tx) => expireClosedHolds(app, tx, { property_id, check_in, check_out }))
    } catch (error) {
      app.log.error({ err: error, reservation: id }, 'hold not expired')
    }
  }
}

/** Closes the checkouts of a reservation, or of one of its payments, at the provider; settles those that were paid. */
export async function closeCheckouts(app: FastifyInstance, reservation_id: number, payment_id?: number): Promise<void> {
  for (const { id, session_id } of await queries.payments.listOpenSessions(app.db, { reservation_id, payment_id })) {
    const checkout = session_id === null ? undefined : await app.payments.closeCheckout(session_id)
    if (checkout?.paid && checkout.intent) await settle(app, checkout.intent)
    await queries.payments.closeSession(app.db, { id })
  }
}
