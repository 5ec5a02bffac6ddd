import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import type { HostingContext } from '../context.ts'
import { taskFacts } from './schemas.ts'

/** Tasks without names and texts, which events would keep (docs/integrations.md, "Personal data"). */
export const taskEvents = defineSubject({
  name: 'task',
  data: taskFacts,
  show: (_context: HostingContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.tasks.listSome(tx, { ids }),
      (row) => row,
    ),
})
