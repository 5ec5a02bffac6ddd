import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { defineJob } from '../jobs/job.ts'
import { closeCheckouts, expireHolds } from './holds.ts'

/** Frees the nights of unpaid holds. */
export const expireHoldsJob = defineJob({
  name: 'settlement.expire',
  payload: z.object({}),
  schedule: '* * * * *',
  run: expireHolds,
})

/** Nothing more can be paid for a stay that was given up: its balance and supplements are voided, and its checkouts are closed. */
export async function stopPayments(app: FastifyInstance, tx: Transaction, reservation_id: number): Promise<void> {
  await queries.payments.voidExtras(tx, { reservation_id })
  await app.jobs.enqueue(tx, closeCheckoutsJob, { reservation_id })
}

/** Closes the checkouts of a cancelled reservation. */
export const closeCheckoutsJob = defineJob({
  name: 'settlement.close-checkouts',
  payload: z.object({ reservation_id: z.int() }),
  run: (app, { reservation_id }) => closeCheckouts(app, { reservation_id }),
})
