import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { copyTravellers } from './travellers.ts'

export const copies = fp(async (app: FastifyInstance) => {
  app.decorate('copyTravellers', (tx, from_id, to_id) => copyTravellers(app, tx, from_id, to_id))
})
