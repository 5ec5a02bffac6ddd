import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { COUNTRIES } from './countries.ts'
import { travellerRoutes } from './routes.ts'
import { copyTravellers } from './travellers.ts'

const TERMS = Object.entries(COUNTRIES).map(([country_id, { keep }]) => ({
  country_id,
  days: keep.days,
  from_arrival: keep.from === 'arrival',
}))

export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('copyTravellers', (tx, from_id, to_id) => copyTravellers(app, tx, from_id, to_id))
})
export const routes = [travellerRoutes]
export const expiries: Expiry[] = [
  { table: 'travellers', deleteSome: ({ db }) => queries.travellers.deleteOver(db, { terms: TERMS }) },
]
