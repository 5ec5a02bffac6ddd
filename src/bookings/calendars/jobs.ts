import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { importDueFeeds } from './feeds.ts'

/** Reads feeds that are due; also enqueued when an owner requests an import. */
export const importFeeds = defineJob({
  name: 'calendars.import-feeds',
  events: ['calendar.changed'],
  payload: z.object({}),
  schedule: '* * * * *',
  run: importDueFeeds,
})
