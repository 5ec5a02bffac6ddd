import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { taskCalendarRoutes } from './calendar.routes.ts'
import { taskEvents } from './events.ts'
import { taskPictureRoutes } from './pictures.routes.ts'
import { taskRoutes } from './routes.ts'

export { departures as ports } from './departures.ts'
export const routes = [taskCalendarRoutes, taskRoutes, taskPictureRoutes]
export const namedFiles = queries.tasks.listNamedFiles
export const subjects = [taskEvents]
export const expiries: Expiry[] = [
  {
    table: 'tasks',
    async deleteSome({ db, config, storage }) {
      const { tasks: days } = config.retention
      const { deleted, files } = await transaction(db, (tx) => queries.tasks.deleteOld(tx, { days }))
      for (const file of files) await storage.remove(file)
      return { deleted }
    },
  },
  { table: 'lost_tasks', deleteSome: ({ db }) => queries.tasks.deleteLost(db, {}) },
]
