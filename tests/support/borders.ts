import path from 'node:path'
import { readFunctions } from '../../src/cli/functions.ts'
import { listStatements } from '../../src/cli/shapes.ts'
import { effectsOfStatement } from '../../src/cli/statement.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { ownersOfTables } from './owners.ts'

/** References over the border of a module: a statement of one module, or a trigger of its table, and the table of another. */
export interface Crossing {
  /** `payments/insert-session`, or the name of a function that a trigger runs. */
  from: string
  table: string
  module: string
}

export interface Borders {
  owners: Map<string, string>
  /** The tables of the migrated database. */
  tables: string[]
  writes: Crossing[]
  reads: Crossing[]
  /** By triggers: a change of one module's table changes another's. */
  triggered: Crossing[]
}

/** Reads all statements under sql/, and the functions and triggers of a migrated database. */
export async function readBorders(db: Database): Promise<Borders> {
  const owners = ownersOfTables()
  const rows = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations'`
  const { own, withCalls } = await readFunctions(db)
  const crossings = (from: string, module: string, tables: Iterable<string>): Crossing[] =>
    [...tables]
      .filter((table) => owners.has(table) && owners.get(table) !== module)
      .map((table) => ({ from, table, module: owners.get(table) ?? '' }))
  const writes: Crossing[] = []
  const reads: Crossing[] = []
  // The statements of the demo and of the stand-ins are no part of production.
  for (const statement of listStatements().filter(({ name }) => !name.startsWith('dev/'))) {
    const from = statement.name
    const effects = withCalls(await effectsOfStatement(statement))
    const module = path.basename(path.dirname(from))
    writes.push(...crossings(from, module, effects.writes))
    reads.push(
      ...crossings(
        from,
        module,
        [...effects.reads].filter((table) => !effects.writes.has(table)),
      ),
    )
  }
  const triggers = await db<{ name: string; on: string }[]>`
    select distinct proname as name, relname as on
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`
  const triggered = triggers.flatMap(({ name, on }) => {
    const body = own.get(name)
    return body ? crossings(name, owners.get(on) ?? '', withCalls(body).writes) : []
  })
  return { owners, tables: rows.map(({ name }) => name), writes, reads, triggered }
}
