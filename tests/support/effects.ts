import { expect } from 'vitest'
import { z } from 'zod'
import { action } from '../../src/accounts/audit/show.ts'
import { MODULES } from '../../src/modules.ts'
import { type EventType, eventNames } from '../../src/platform/events/types.ts'
import type { Answer, TestApp, TestUser } from './app.ts'
import { feed } from './feed.ts'

type AuditAction = (typeof action.options)[number]

/** Effects that an operation declares. */
export const effects = z.object({
  operationId: z.string(),
  'x-events': z.array(z.enum(eventNames())).default([]),
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

/** The jobs of all modules. */
export const JOBS = MODULES.flatMap((module) => module.jobs ?? [])

/** Plays operations. Each writes the entries that it declares, or `some` of them. */
export function auditPlayer(t: TestApp) {
  const played = new Set<string>()
  const declared = declaredEffects(t)
  let last = 0
  async function play(operation: string, by: TestUser | null, run: () => Promise<Answer>, some?: AuditAction[]) {
    const answer = await run()
    expect([operation, answer.status < 300, answer.body]).toEqual([operation, true, expect.anything()])
    const rows = await t.db<{ id: number; action: string; actor_id: number; address: string }[]>`
      select id, action, actor_id, address from audit_entries where id > ${last} order by id`
    last = rows.at(-1)?.id ?? last
    expect([operation, rows.map(({ action }) => action).toSorted()]).toEqual([
      operation,
      (some ?? declared.get(operation)?.['x-audits'])?.toSorted(),
    ])
    for (const { actor_id, address } of rows)
      expect([operation, actor_id, address]).toEqual([operation, by?.id ?? null, by && '127.0.0.1'])
    for (const { action } of rows) played.add(action)
    return answer.body.data
  }
  return {
    play,
    played,
    skip: async () => (last = (await t.db<{ id: number }[]>`select max(id) as id from audit_entries`)[0]?.id ?? 0),
  }
}

/** Plays operations one after the other. Each causes the events that it declares, or `some` of them, and its jobs may cause more. */
export async function eventPlayer(t: TestApp, owner: Parameters<typeof feed>[1]) {
  let { next } = await feed(t, owner, 'latest')
  const declared = declaredEffects(t)
  return async (what: string, play: () => Promise<Answer | undefined>, some?: EventType[]): Promise<Answer['body']> => {
    const answer = await play()
    if (answer && answer.status > 299) throw new Error(`${what}: ${JSON.stringify(answer.body)}`)
    const page = await feed(t, owner, next)
    next = page.next
    const expected = some ?? declared.get(what)?.['x-events'] ?? JOBS.find(({ name }) => name === what)?.events
    expect([what, page.events.map(({ type }) => type)]).toEqual([what, expect.arrayContaining([...(expected ?? [])])])
    for (const { type, data } of page.events)
      if (type !== 'property.archived' && !type.startsWith('task.')) expect([type, data]).not.toEqual([type, null])
    return answer?.body
  }
}
