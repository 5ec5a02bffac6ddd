import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { DepartureTasks } from '../../bookings/calendars/departures.ts'
import { queries } from '../../platform/db/queries.ts'

/** Keeps assignee and note of tasks where departures of feeds move, leave and come back. The tasks themselves follow at the commit. */
export const departureTasks: DepartureTasks = {
  async follow(tx, property_id, { moved, lost, gained }) {
    if (moved.length > 0) await queries.tasks.moveDepartures(tx, { property_id, moved })
    if (lost.length > 0) await queries.tasks.keepLost(tx, { property_id, lost })
    if (gained.length > 0) await queries.tasks.restoreLost(tx, { property_id, gained })
  },
}

export const departures = fp(async (app: FastifyInstance) => {
  app.decorate('departureTasks', departureTasks)
})
