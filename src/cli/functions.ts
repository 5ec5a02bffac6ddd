import type { Database } from '../platform/db/client.ts'
import { addEffects, type Effects, effectsOfFunction, noEffects } from './statement.ts'

/** The functions of a migrated database. */
export interface Functions {
  /** Effects of each function of our own, by its name, without those of its callees. */
  own: Map<string, Effects>
  /** Effects of a statement or function, including the functions that it calls, and those that they call. */
  withCalls(effects: Effects): Effects
  /** True if something may change rows, or wait for a lock on them, itself or by what it calls. */
  mayWrite(effects: Effects): boolean
  /** True if something gives out numbers: it adds rows to a table that has them, itself, by what it calls, or by triggers. */
  givesNumbers(effects: Effects): boolean
}

/**
 * Tables whose numbers are nobody's: messages between nodes are not kept, and those of the audit are an order to read in. What operators do is
 * written down without a node.
 */
export const UNCHECKED = ['audit_entries', 'realtime_outbox', 'realtime_payloads']

/** Volatile because their answers differ; they change nothing and wait for nothing. */
const HARMLESS = new Set(['clock_timestamp', 'gen_random_uuid', 'random', 'pg_control_system', 'pg_control_checkpoint'])

/** Reads the functions of a migrated database, and their bodies as PostgreSQL's grammar understands them. */
export async function readFunctions(db: Database): Promise<Functions> {
  const volatile = new Set(
    (
      await db<{ name: string }[]>`
        select distinct proname as name from pg_proc where provolatile = 'v' and prorettype <> 'trigger'::regtype`
    ).map(({ name }) => name),
  )
  const definitions = await db<{ name: string; definition: string }[]>`
    select proname as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`
  const own = new Map<string, Effects>()
  for (const { name, definition } of definitions) {
    const effects = await effectsOfFunction(definition)
    const known = own.get(name)
    if (known) addEffects(known, effects)
    else own.set(name, effects)
  }
  const numbered = new Set(
    (
      await db<{ name: string }[]>`
        select relname as name from pg_class c
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '')`
    )
      .map(({ name }) => name)
      .filter((name) => !UNCHECKED.includes(name)),
  )
  const triggers = await db<{ table: string; runs: string }[]>`
    select distinct relname as "table", proname as runs
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`
  const withCalls = (effects: Effects): Effects => {
    const all = noEffects()
    addEffects(all, { ...effects, calls: new Set() })
    const left = [...effects.calls]
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (all.calls.has(name)) continue
      all.calls.add(name)
      const body = own.get(name)
      if (body === undefined) continue
      left.push(...body.calls)
      addEffects(all, { ...body, calls: new Set() })
    }
    return all
  }
  const withTriggers = (effects: Effects): Effects => {
    const all = withCalls(effects)
    // A set is read on while it grows.
    for (const table of all.writes)
      for (const { runs } of triggers.filter((trigger) => trigger.table === table)) {
        const body = own.get(runs)
        if (body) addEffects(all, { ...withCalls(body), reads: new Set(), calls: new Set() })
      }
    return all
  }
  const isVolatile = (name: string): boolean => !own.has(name) && volatile.has(name) && !HARMLESS.has(name)
  return {
    own,
    withCalls,
    mayWrite(effects) {
      const { writes, locks, calls } = withCalls(effects)
      return writes.size > 0 || locks || [...calls].some(isVolatile)
    },
    givesNumbers: (effects) => [...withTriggers(effects).inserts].some((table) => numbered.has(table)),
  }
}
