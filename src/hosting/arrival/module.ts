import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { homeArrivalRoutes } from './home.routes.ts'
import { arrivalPictureRoutes } from './pictures.routes.ts'
import { arrivalState } from './rules.ts'
import { stayArrivalRoutes } from './stay.routes.ts'

export const routes = [homeArrivalRoutes, stayArrivalRoutes, arrivalPictureRoutes]
export const namedFiles = queries.arrival.listNamedFiles

export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('forgetArrival', (tx, property_id) => queries.arrival.deleteOfHome(tx, { property_id }))
  app.decorate('arrivalOf', async (db, reservation_id) => {
    const row = await queries.arrival.findOfStay(db, { reservation_id })
    if (!row) return null
    const state = arrivalState(row)
    return state === 'over' ? null : { state, opens_at: row.opens_at }
  })
})
