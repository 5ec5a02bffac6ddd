import type { FastifyInstance } from 'fastify'
import { type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { move } from './moves.ts'

interface Nights {
  property_id: string
  check_in: string
  check_out: string
}

/** Frees what unpaid guests left behind on these nights, so that a dead job runner never blocks a sale. */
export async function expireStaleHolds(app: FastifyInstance, tx: Transaction, nights: Nights): Promise<void> {
  for (const { id } of await queries.reservations.listStaleHolds(tx, nights)) await expire(app, tx, id)
}

/** The job: frees every hold whose time is up, each in a transaction of its own. */
export async function expireHolds(app: FastifyInstance): Promise<void> {
  for (const { id, property_id } of await queries.reservations.listStale(app.db, {})) {
    await transaction(app.db, async (tx) => {
      await queries.reservations.lockProperty(tx, { property_id })
      await expire(app, tx, id)
    })
  }
}

const expire = (app: FastifyInstance, tx: Transaction, reservationId: number) =>
  move(app, tx, { reservationId, to: 'expired', actor: 'system', reason: 'hold expired' })
