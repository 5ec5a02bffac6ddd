import type { FastifyInstance } from 'fastify'
import { queries } from '../../platform/db/queries.ts'
import { settle } from './settle.ts'

interface Which {
  reservation_id: number
  /** Only those of one payment. */
  payment_id?: number | undefined
  /** Only those of payments whose time is up. */
  only_ended?: boolean
}

/** Closes checkouts of a reservation at the provider; settles those that were paid. @throws AppError 503 */
export async function closeCheckouts(app: FastifyInstance, { only_ended = false, ...which }: Which): Promise<void> {
  await closeSessions(app, await queries.payments.listOpenSessions(app.db, { ...which, only_ended }))
}

/** The same for those of one payment, whatever it is for. */
export async function closeCheckoutsOf(app: FastifyInstance, payment_id: number): Promise<void> {
  await closeSessions(app, await queries.payments.listOpenSessionsOfPayment(app.db, { payment_id }))
}

async function closeSessions(
  app: FastifyInstance,
  sessions: { id: number; session_id: string | null }[],
): Promise<void> {
  for (const { id, session_id } of sessions) {
    const checkout = session_id === null ? undefined : await app.payments.closeCheckout(session_id)
    const isPaid = checkout?.paid || checkout?.intent?.status === 'processing'
    if (isPaid && checkout?.intent) await settle(app, checkout.intent)
    await queries.payments.closeSession(app.db, { id })
  }
}
