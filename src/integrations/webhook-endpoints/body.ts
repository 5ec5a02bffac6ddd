import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'

/** What an event is called in all its deliveries, so that a receiver knows a repetition. */
export const idOf = (event: number): string => `evt_${event}`

/** What the delivery of a test is called. */
export const testIdOf = (delivery: number): string => `evt_test_${delivery}`

/** What is sent of an event, to whomever. */
export interface Message {
  id: string
  body: string
}

/** What is sent of the events at some positions, each of which may go to many. One that is kept no more is left out. */
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

/** What is sent to try an endpoint. */
export const testBody = (now: string): string =>
  JSON.stringify({ type: 'endpoint.tested', timestamp: now, data: { object: { message: 'It works' } } })
