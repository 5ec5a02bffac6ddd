import type { queries } from '../db/queries.ts'

export type Taken = Awaited<ReturnType<typeof queries.webhookEndpoints.takeDue>>[number]

/** What an event is called in all its deliveries, so that a receiver knows a repetition. */
export const idOf = (event: number): string => `evt_${event}`

/** What the delivery of a test is called. */
export const testIdOf = (delivery: number): string => `evt_test_${delivery}`

/** What is sent of an event: `{type, timestamp, data}`, as Standard Webhooks has it; undefined: it is kept no more. */
export function bodyOf(taken: Taken): string | undefined {
  if (taken.event_id === null) return undefined
  const {
    event_type: type,
    event_created_at: timestamp,
    data: object,
    previous,
    subject_id,
    property_id,
    owner_id,
  } = taken
  const actor = taken.actor === null ? null : { type: taken.actor, id: taken.actor_id }
  return JSON.stringify({ type, timestamp, data: { object, previous, subject_id, property_id, owner_id, actor } })
}

/** What is sent to try an endpoint. */
export const testBody = (now: string): string =>
  JSON.stringify({ type: 'endpoint.tested', timestamp: now, data: { object: { message: 'It works' } } })
