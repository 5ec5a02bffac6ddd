import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'

/** Id of an event in all its deliveries, so that a receiver recognises a repetition. */
export const idOf = (event: number): string => `evt_${event}`

/** Id of the delivery of a test. */
export const testIdOf = (delivery: number): string => `evt_test_${delivery}`

/** Payload of an event, for any receiver. */
export interface Message {
  id: string
  body: string
}

/** Payloads of the events at some positions; one payload may go to many endpoints. Expired ones are left out. */
export async function readMessages(
  db: Queryable,
  deliveries: { position: number | null; event_at: string | null }[],
): Promise<Map<number, Message>> {
  const events = new Map(
    deliveries.flatMap(({ position, event_at }) =>
      position === null || event_at === null ? [] : [[position, event_at]],
    ),
  )
  const times = [...events.values()].toSorted()
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await queries.webhookEndpoints.listBodies(db, { positions: [...events.keys()], first, last })
  return new Map(rows.map(({ position, id, body }) => [position, { id: idOf(id), body }]))
}

/** Payload that tries an endpoint. */
export const testBody = (now: string): string =>
  JSON.stringify({ type: 'endpoint.tested', timestamp: now, data: { object: { message: 'It works' } } })
