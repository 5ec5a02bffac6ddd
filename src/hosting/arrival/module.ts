import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { homeArrivalRoutes } from './home.routes.ts'
import { arrivalPictureRoutes } from './pictures.routes.ts'
import { stayArrivalRoutes } from './stay.routes.ts'

export const routes = [homeArrivalRoutes, stayArrivalRoutes, arrivalPictureRoutes]
export const namedFiles = queries.arrival.listNamedFiles

export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('forgetArrival', (tx, property_id) => queries.arrival.deleteOfHome(tx, { property_id }))
})
