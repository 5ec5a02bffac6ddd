import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { AppError, type ErrorCode } from '../../platform/http/errors.ts'
import { identityOf } from '../../platform/http/identity.ts'
import type { Action } from './actions.ts'
import { findReservation } from './show.ts'

/** Refusals of a move that the state of a reservation, or its channel, does not allow. */
const OF_MOVES: readonly ErrorCode[] = ['illegalMove', 'cancelAtChannel', 'changeAtChannel', 'answerAtChannel']

interface Standing {
  status: ReservationStatus
  actions: Action[]
}

/** The refusal of a move with the state of its reservation and what its caller may do instead; other errors as they are. */
async function explained(error: unknown, find: () => Promise<Standing>): Promise<unknown> {
  if (!(error instanceof AppError) || !OF_MOVES.includes(error.code)) return error
  const { status, actions } = await find()
  return new AppError(error.code, { more: error.more, data: () => ({ status, actions }), cause: error })
}

/** Makes a route explain why it refuses a move. */
export function explain(route: RouteOptions, find: (request: FastifyRequest) => Promise<Standing>): void {
  const { handler } = route
  route.handler = async function explaining(request, reply) {
    try {
      return await handler.call(this, request, reply)
    } catch (error) {
      throw await explained(error, () => find(request))
    }
  }
}

const params = z.object({ id: z.int().optional(), reservation_id: z.int().optional() })

/** Every operation on a reservation says with the refusal of a move what may be done now. */
export const explainedMoves = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (!/\/reservations\/.*:(reservation_)?id\b/.test(route.url)) return
    explain(route, (request) => {
      const { id, reservation_id = id } = params.parse(request.params)
      if (reservation_id === undefined) throw new AppError('notFound')
      return findReservation(app, identityOf(request), reservation_id)
    })
  })
})
