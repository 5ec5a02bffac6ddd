import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Queryable } from '../db/client.ts'
import { knownVersions, MIGRATIONS } from './migrate.ts'

/** A database that lacks something that the service relies on. */
export class IncompleteSchemaError extends Error {}

/** An object of the schema, and whether it works: an index may be invalid, a constraint unchecked, a trigger disabled. */
interface SchemaObject {
  item: string
  works: boolean
}

/**
 * Objects made by migrations, apart from tables and columns: without those statements fail at once, but without an index
 * they are slow, and without a constraint wrong. Names are the same in all versions of PostgreSQL; definitions are not.
 */
export async function listSchema(db: Queryable): Promise<SchemaObject[]> {
  // Names without their schema: those of PostgreSQL's own functions depend on the search path of the role.
  return await db<SchemaObject[]>`
    with mine as (select 'public'::regnamespace as schema)
    select format('index %s of %s', c.relname, t.relname) as item, indisvalid and indisready as works
    from mine, pg_index join pg_class c on c.oid = indexrelid join pg_class t on t.oid = indrelid
    where c.relnamespace = mine.schema
    union all
    select format('constraint %s of %s', conname, coalesce(c.relname, t.typname)), convalidated
    from mine, pg_constraint left join pg_class c on c.oid = conrelid left join pg_type t on t.oid = contypid
    where connamespace = mine.schema and contype in ('p', 'u', 'x', 'f', 'c')
    union all
    select format('trigger %s of %s', tgname, relname), tgenabled in ('O', 'A')
    from mine, pg_trigger join pg_class c on c.oid = tgrelid
    where c.relnamespace = mine.schema and not tgisinternal
    union all
    select 'function ' || proname, true
    from mine, pg_proc
    where pronamespace = mine.schema
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all
    select 'extension ' || extname, true from pg_extension where extname <> 'plpgsql'`
}

/** Lines of migrations/schema.sql that begin an object, and what the object is. */
const OBJECTS = [
  { line: /^create extension (\S+);/, kind: 'extension' },
  { line: /^CREATE (?:UNIQUE )?INDEX (\S+) ON (?:ONLY )?(\S+)/, kind: 'index' },
  { line: /^CREATE (?:CONSTRAINT )?TRIGGER (\S+) .*? ON (\S+)/, kind: 'trigger' },
  { line: /^CREATE FUNCTION (\w+)/, kind: 'function' },
]

/** The objects in migrations/schema.sql, named as `listSchema` names them. Pure. */
export function namesIn(schema: string): string[] {
  let owner = ''
  return schema.split('\n').flatMap((line) => {
    owner = /^create (?:(?:unlogged )?table|domain) (\S+)/.exec(line)?.[1] ?? owner
    const [, constraint, hasIndex] = /^ {2}constraint (\S+) (PRIMARY|UNIQUE|EXCLUDE)?/.exec(line) ?? []
    if (constraint !== undefined) {
      const item = `${constraint} of ${owner}`
      return hasIndex === undefined ? [`constraint ${item}`] : [`constraint ${item}`, `index ${item}`]
    }
    for (const { line: pattern, kind } of OBJECTS) {
      const [, name, table] = pattern.exec(line) ?? []
      if (name !== undefined) return [`${kind} ${name}${table === undefined ? '' : ` of ${table}`}`]
    }
    return []
  })
}

const NAMED = 10

/**
 * Checks that what the migrations have made is still there, for example after a restore that reported errors. Further
 * objects do not matter.
 * @param warn is called instead when a later version has migrated the database, and may have replaced something.
 * @throws IncompleteSchemaError that names what is missing.
 */
export async function assertComplete(db: Queryable, warn: (text: string) => void): Promise<void> {
  const found = new Map((await listSchema(db)).map(({ item, works }) => [item, works]))
  const expected = namesIn(readFileSync(path.join(MIGRATIONS, 'schema.sql'), 'utf8'))
  const problems = expected.flatMap((item) => {
    const works = found.get(item)
    return works ? [] : [`${item} ${works === undefined ? 'is missing' : 'is invalid or disabled'}`]
  })
  if (problems.length === 0) return
  const more = problems.length > NAMED ? `, and ${problems.length - NAMED} more` : ''
  const text = `The schema of the database is not whole: ${problems.slice(0, NAMED).join(', ')}${more}`
  if (await isLater(db)) warn(text)
  else
    throw new IncompleteSchemaError(
      `${text}. Create what is missing as the files in migrations/ say, or restore again.`,
    )
}

/** True if the database has migrations of a later version of the service, as during an upgrade of several nodes. */
async function isLater(db: Queryable): Promise<boolean> {
  const known = knownVersions()
  const applied = await db<{ version: string }[]>`select version from schema_migrations`
  return applied.some(({ version }) => !known.has(version))
}
