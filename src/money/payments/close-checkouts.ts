import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { MoneyContext } from '../context.ts'
import { settle } from './settle.ts'

interface Which {
  reservation_id: number
  /** Only those of one payment. */
  payment_id?: number | undefined
  /** Only those of payments whose time is up. */
  only_ended?: boolean
}

/** Closes checkouts of a reservation at the provider; settles those that were paid. @throws AppError 503 */
export async function closeCheckouts(context: MoneyContext, { only_ended = false, ...which }: Which): Promise<void> {
  await closeSessions(context, await queries.payments.listOpenSessions(context.db, { ...which, only_ended }))
}

/** The same for those of one payment, whatever it is for. */
export async function closeCheckoutsOf(context: MoneyContext, payment_id: number): Promise<void> {
  await closeSessions(context, await queries.payments.listOpenSessionsOfPayment(context.db, { payment_id }))
}

/** Closes some attempts; settles those that were paid. */
export async function closeSessions(
  context: MoneyContext,
  sessions: { id: number; session_id: string | null }[],
): Promise<void> {
  for (const { id, session_id } of sessions) {
    const checkout = session_id === null ? undefined : await context.payments.closeCheckout(session_id)
    const isPaid = checkout?.paid || checkout?.intent?.status === 'processing'
    if (isPaid && checkout?.intent) await settle(context, checkout.intent)
    await queries.payments.closeSession(context.db, { id })
  }
}

/** Closes the checkouts of a payment that was replaced or paid elsewhere, or whose brief hold is about to end. */
export const closeCheckoutJob = defineJob({
  name: 'payments.close-checkout',
  needs: 'payments',
  payload: z.object({ payment_id: z.int() }),
  run: (context: MoneyContext, { payment_id }) => closeCheckoutsOf(context, payment_id),
})
