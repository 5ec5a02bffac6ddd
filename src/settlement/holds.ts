import type { FastifyInstance } from 'fastify'
import { queries } from '../db/queries.ts'
import { sweep } from '../db/sweep.ts'
import { settle } from '../payments/settle.ts'
import { lockCalendar } from '../properties/calendar-lock.ts'
import { expireClosedHolds, type Nights } from '../stays/expiry.ts'

/** How long one sweep runs; the next one continues. */
const SWEEP_MS = 60_000

/**
 * Asks the provider about the checkouts of stale holds on these nights, before a transaction takes the nights. Paid
 * ones are settled and open ones are closed, so that nobody can pay for a hold that is about to expire.
 * @throws AppError 503 when the provider cannot be asked.
 */
export async function closeStaleHolds(app: FastifyInstance, nights: Nights): Promise<void> {
  for (const { id } of await queries.stays.listOpenHolds(app.db, nights)) {
    await closeCheckouts(app, { reservation_id: id, only_ended: true })
  }
}

/** Expires holds and inquiries whose time is up, each in its own transaction. Paid ones are settled instead. */
export async function expireHolds(app: FastifyInstance): Promise<void> {
  const end = Date.now() + SWEEP_MS
  const stale = sweep({ id: 0, ended_at: '-infinity' }, (after) => queries.stays.listStale(app.db, after))
  for await (const { id, property_id, check_in, check_out } of stale) {
    if (app.stopping || Date.now() > end) return
    try {
      await closeCheckouts(app, { reservation_id: id, only_ended: true })
      await lockCalendar(app, property_id, (tx) => expireClosedHolds(app, tx, { property_id, check_in, check_out }))
    } catch (error) {
      app.log.error({ err: error, reservation: id }, 'hold not expired')
    }
  }
}

interface Which {
  reservation_id: number
  /** Only those of one payment. */
  payment_id?: number | undefined
  /** Only those of payments whose time is up. */
  only_ended?: boolean
}

/** Closes checkouts of a reservation at the provider; settles those that were paid. */
export async function closeCheckouts(app: FastifyInstance, { only_ended = false, ...which }: Which): Promise<void> {
  for (const { id, session_id } of await queries.payments.listOpenSessions(app.db, { ...which, only_ended })) {
    const checkout = session_id === null ? undefined : await app.payments.closeCheckout(session_id)
    if (checkout?.paid && checkout.intent) await settle(app, checkout.intent)
    await queries.payments.closeSession(app.db, { id })
  }
}
