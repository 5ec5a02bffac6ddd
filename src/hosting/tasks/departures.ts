import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { moveClosedDays } from '../../bookings/calendars/closures.ts'
import type { DepartureTasks } from '../../bookings/states/departure-tasks.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { cleaningAfter } from './cleaning.ts'

/**
 * Carries out what becomes of the cleaning after a stay. Nights that it keeps closed move with it, as far as they are free.
 * @param isOpened see `cleaningAfter`.
 */
export async function followStay(tx: Transaction, reservation_id: number, isOpened = false): Promise<void> {
  const found = await queries.tasks.findCleaning(tx, { reservation_id })
  if (!found) return
  const { task_id, home, day, departs_on, is_done, keeps_assignee, ...stay } = found
  const cleaning =
    task_id === null || home === null || day === null || departs_on === null
      ? undefined
      : { task_id, property_id: home, day, departs_on, is_done }
  const decided = cleaningAfter(stay, cleaning, isOpened)
  const { property_id, check_out } = stay
  if (decided.step === 'make') await queries.tasks.insertCleaning(tx, { reservation_id, property_id, check_out })
  if (cleaning === undefined) return
  if (decided.step === 'remove') await queries.tasks.delete(tx, cleaning)
  if (decided.step !== 'move') return
  await queries.tasks.moveCleaning(tx, {
    task_id: cleaning.task_id,
    property_id,
    check_out,
    day: decided.day,
    keeps_assignee,
  })
  await moveClosedDays(tx, { task_id: cleaning.task_id, property_id, from: check_out })
}

/** Keeps the cleanings after departures. */
export const departureTasks: DepartureTasks = {
  followStay,
  async keepDays(tx, property_id, { moved, lost, gained }) {
    if (moved.length > 0) await queries.tasks.moveDepartures(tx, { property_id, moved })
    if (lost.length > 0) await queries.tasks.keepLost(tx, { property_id, lost })
    if (gained.length > 0) await queries.tasks.restoreLost(tx, { property_id, gained })
  },
  followFeeds: (tx, property_id) => queries.tasks.followFeeds(tx, { property_id }),
}

export const departures = fp(async (app: FastifyInstance) => {
  app.decorate('departureTasks', departureTasks)
  app.decorate('releaseTasks', (tx, member) => queries.tasks.release(tx, member))
})
