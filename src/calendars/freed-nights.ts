import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type {} from '../stays/freed-nights.ts'

/** Closes the nights that a feed said were taken when it was read, except those of stays. The caller holds the lock of the home. */
export async function closeByFeed(tx: Transaction, feed: { id: number; property_id: string }): Promise<void> {
  const { id: feed_id, property_id } = feed
  const closures = await queries.calendars.replaceFeedClosures(tx, { feed_id })
  await queries.stays.takeClosedNights(tx, { property_id, closures })
}

/** Nights that a stay gives back and that another platform has sold are closed before anybody can book them (docs/calendars.md, "Import"). */
export const freedNights = fp(async (app: FastifyInstance) => {
  app.decorate('freedNights', {
    async closeTaken(tx, nights) {
      for (const { id } of await queries.calendars.listFeedsOfNights(tx, nights))
        await closeByFeed(tx, { ...nights, id })
    },
  })
})
