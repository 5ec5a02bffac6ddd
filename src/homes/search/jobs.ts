import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { refreshPopularity } from './popularity.ts'

export const refreshPopularityJob = defineJob({
  name: 'search.refresh-popularity',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  rehearses: true,
  run: (app) => refreshPopularity(app, app.db),
})
