import { z } from 'zod'
import { action } from '../../src/accounts/audit/show.ts'
import { EVENT_NAMES } from '../../src/platform/events/types.ts'
import type { TestApp } from './app.ts'

/** Effects that an operation declares. */
export const effects = z.object({
  operationId: z.string(),
  'x-events': z.array(z.enum(EVENT_NAMES)).default([]),
  'x-audits': z.array(action).default([]),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), effects)) })

/** Events and audit actions that operations declare in the `config` of their routes, by operation. */
export function declaredEffects(t: Pick<TestApp, 'app'>) {
  const operations = Object.values(document.parse(t.app.swagger()).paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, isRead: /get|head/.test(method) })),
  )
  return new Map(operations.map((operation) => [operation.operationId, operation]))
}

/** Runs `work`, and adds the types of the events, which have no position yet, and the actions of the audit that it has caused. */
export async function withEffects<T>(t: Pick<TestApp, 'db'>, work: () => Promise<T>) {
  await t.db`truncate event_facts, event_days`
  const [{ last } = { last: 0 }] = await t.db<{ last: number }[]>`
    select coalesce(max(id), 0) as last from audit_entries`
  const result = await work()
  const rows = await t.db<{ name: string }[]>`
    select type as name from event_facts
    union select 'calendar.changed' from event_days
    union select action from audit_entries where id > ${last}`
  return { result, caused: rows.map(({ name }) => name) }
}
