import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { importDueFeeds } from './feeds.ts'

/** Reads the feeds that are due; enqueued as well when an owner asks for one now. */
export const importFeeds = defineJob({
  name: 'calendars.import-feeds',
  payload: z.object({}),
  schedule: '* * * * *',
  run: importDueFeeds,
})
