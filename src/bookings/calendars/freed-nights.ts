import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import type { FreedNights } from '../states/freed-nights.ts'
import { updateConflicts } from './conflicts.ts'

/**
 * Closes the nights that a feed said were taken when it was read, except those of stays, which are conflicts, and adapts the cleanings after its
 * stays. The caller holds the lock of the home.
 */
export async function closeByFeed(
  context: BookingsContext,
  tx: Transaction,
  feed: { id: number; property_id: string },
): Promise<void> {
  const { id: feed_id, property_id } = feed
  const closures = await queries.calendars.replaceFeedClosures(tx, { feed_id })
  await queries.states.takeClosedNights(tx, { property_id, closures })
  await updateConflicts(context, tx, feed)
  await context.departureTasks.followFeeds(tx, property_id)
}

/** Closes freed nights that another platform has sold, before anybody can book them (docs/design/channels.md, "Import"). */
export const freedNightsOf = (context: BookingsContext): FreedNights => ({
  async closeTaken(tx, nights) {
    for (const { id } of await queries.calendars.listFeedsOfNights(tx, nights))
      await closeByFeed(context, tx, { ...nights, id })
  },
})

export const freedNights = fp(async (app: FastifyInstance) => {
  app.decorate('freedNights', freedNightsOf(app))
})
