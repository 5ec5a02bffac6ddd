import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { defineJob } from '../jobs/job.ts'

/** Deletes expired rows. */
export const housekeeping = defineJob({
  name: 'operations.housekeeping',
  payload: z.object({}),
  schedule: '17 * * * *',
  async run(app) {
    await queries.operations.deleteExpired(app.db, {})
  },
})
