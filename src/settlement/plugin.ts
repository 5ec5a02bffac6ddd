import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../db/queries.ts'

/** Sells stays: while the checkout of a booking is open, its nights are held. */
export const stays = fp(async (app: FastifyInstance) => {
  app.sales.set('booking', {
    beforeCheckout: (tx, checkout) => queries.stays.extendHold(tx, checkout),
  })
})
