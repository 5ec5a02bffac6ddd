import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { closeCheckouts, expireHolds } from './holds.ts'

/** Puts the nights of holds that nobody paid back on sale. */
export const expireHoldsJob = defineJob({
  name: 'reservations.expire',
  payload: z.object({}),
  schedule: '* * * * *',
  run: expireHolds,
})

/** Ends the checkouts of a reservation that has been given up. */
export const closeCheckoutsJob = defineJob({
  name: 'reservations.close-checkouts',
  payload: z.object({ reservation_id: z.int() }),
  run: (app, { reservation_id }) => closeCheckouts(app, reservation_id),
})
