import { z } from 'zod'
import { closeCheckouts, closeCheckoutsOf } from '../../money/payments/close-checkouts.ts'
import type { RefundRequest } from '../../money/payments/ledger.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BookingsContext } from '../context.ts'
import { isByCard, type Kept } from '../refunds/amounts.ts'
import { startRefunds } from '../refunds/jobs.ts'
import { correctLater } from './correction.jobs.ts'
import { expireHolds } from './holds.ts'

/** Frees the nights of unpaid holds. */
export const expireHoldsJob = defineJob({
  name: 'settlement.expire',
  events: ['reservation.expired'],
  payload: z.object({}),
  schedule: '* * * * *',
  rehearses: true,
  run: expireHolds,
})

/**
 * Settles an abandoned stay: voids its balance and supplements, closes its checkouts, refunds parts that were
 * paid by card, and has its documents corrected. The company refunds what it has received elsewhere.
 */
export async function endMoney(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  parts: (Parameters<typeof startRefunds>[2][number] & Pick<Kept, 'method'>)[],
  request: Pick<RefundRequest, 'reason' | 'created_by'>,
): Promise<void> {
  await queries.payments.voidExtras(tx, { reservation_id })
  await context.jobs.enqueue(tx, closeCheckoutsJob, { reservation_id })
  await startRefunds(context, tx, parts.filter(isByCard), { ...request, source: 'cancellation' })
  await correctLater(context, tx, reservation_id)
}

/** Closes the checkouts of a cancelled reservation; of a payment alone in jobs of earlier versions. */
export const closeCheckoutsJob = defineJob({
  name: 'settlement.close-checkouts',
  needs: 'payments',
  payload: z.union([z.object({ reservation_id: z.int() }), z.object({ payment_id: z.int() })]),
  run: (context: BookingsContext, which) =>
    'payment_id' in which ? closeCheckoutsOf(context, which.payment_id) : closeCheckouts(context, which),
})
