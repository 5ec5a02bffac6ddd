import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { closeCheckouts, expireHolds } from './holds.ts'

/** Frees the nights of unpaid holds. */
export const expireHoldsJob = defineJob({
  name: 'reservations.expire',
  payload: z.object({}),
  schedule: '* * * * *',
  run: expireHolds,
})

/** Closes the checkouts of a cancelled reservation. */
export const closeCheckoutsJob = defineJob({
  name: 'reservations.close-checkouts',
  payload: z.object({ reservation_id: z.int() }),
  run: (app, { reservation_id }) => closeCheckouts(app, reservation_id),
})
