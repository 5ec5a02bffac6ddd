import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import type { HomesContext } from '../context.ts'
import { refreshPopularity } from './popularity.ts'

export const refreshPopularityJob = defineJob({
  name: 'search.refresh-popularity',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  rehearses: true,
  run: (context: HomesContext) => refreshPopularity(context, context.db),
})
