import { inject } from 'vitest'
import type { Database } from '../../src/platform/db/client.ts'
import { cloneTemplate, type TestDatabase } from './database.ts'

/** A clone of a template, with the connections of the services that use it one after the other. */
export interface Bench {
  database: TestDatabase
  db: Database
  /** Makes the database as it was, for the next service. */
  release(): Promise<void>
}

/** The number of all rows of a table, and of those that the template does not have. */
interface Rows {
  name: string
  all: number
  added: number
}

/** Catalogs in which a change of the schema, of settings or of statistics leaves rows. */
const CATALOGS =
  `attrdef attribute class collation constraint db_role_setting description enum event_trigger extension index inherits
  namespace policy proc publication rewrite sequence statistic statistic_ext subscription trigger type`
    .split(/\s+/)
    .map((name) => `pg_catalog.pg_${name}`)

/** Sessions that still do something, which may be to write. */
const AT_WORK = 'sessions at work'

/** A service writes into this row of the template at its start. */
const WRITTEN = 'pgboss.version'

/** Reading past deleted rows takes more time than a new clone after so many services. */
const USES = 50

const SCHEMA = new Set([...CATALOGS, AT_WORK])

/** Databases that no service uses at the moment, by their template. */
const idle = new Map<string, Bench[]>()

/** Takes a database with nothing but what the template has. `open` connects to a new one. */
export async function takeBench(template: string, open: (database: TestDatabase) => Database): Promise<Bench> {
  return idle.get(template)?.pop() ?? (await makeBench(template, open))
}

/** The same on a database that somebody else makes and drops. */
export function bareBench(database: TestDatabase, open: (database: TestDatabase) => Database): Bench {
  const db = open(database)
  return { database, db, release: () => db.end({ timeout: 1 }) }
}

async function makeBench(template: string, open: (database: TestDatabase) => Database): Promise<Bench> {
  const database = await cloneTemplate(inject('databaseUrl'), template)
  const db = open(database)
  const [begin] = await db<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  // Rows of the template are those of earlier transactions. A row that is updated becomes one of the transaction that does it.
  const isAdded = `age(xmin) <= age('${begin?.xid}'::xid)`
  const tables = await db<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1`
  const counts = [...tables.map(({ name }) => name), ...CATALOGS].map(
    (name) => `select '${name}' as name, count(*) as all, count(*) filter (where ${isAdded}) as added from ${name}`,
  )
  counts.push(`select '${AT_WORK}', count(*), count(*) from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
  const count = () => db.unsafe<Rows[]>(counts.join(' union all '), [], { prepare: true })
  const before = new Map((await count()).map(({ name, all, added }) => [name, all - added]))
  const sequences = await db<{ name: string; last: number; called: boolean }[]>`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as last, last_value is not null as called
    from pg_sequences`
  const [written] = await db.unsafe<{ row: string }[]>(`select format('%L', to_jsonb(t)) as row from ${WRITTEN} t`)
  const rewind = sequences.map(({ name, last, called }) => `setval('${name}', ${last}, ${called})`)
  /** Takes out what the template does not have, if that is all that has changed. */
  const isCleaned = async (): Promise<boolean> => {
    const rows = await count()
    const changed = rows.filter(
      ({ name, all, added }) => all - added !== before.get(name) || (added > 0 && SCHEMA.has(name)),
    )
    if (changed.some(({ name }) => name !== WRITTEN)) return false
    const statements = [
      'set local session_replication_role = replica',
      ...rows.filter(({ added }) => added > 0).map(({ name }) => `delete from ${name} where ${isAdded}`),
      `delete from ${WRITTEN}`,
      `insert into ${WRITTEN} select * from jsonb_populate_record(null::${WRITTEN}, ${written?.row})`,
      `select ${rewind.join(', ')}`,
    ]
    await db.begin((tx) => tx.unsafe(statements.join(';\n')).simple())
    return true
  }
  let uses = 0
  const bench: Bench = {
    database,
    db,
    async release() {
      // Some tests end connections, or drop what is counted.
      const isReady = ++uses < USES && (await isCleaned().catch(() => false))
      if (isReady) {
        idle.set(template, [...(idle.get(template) ?? []), bench])
        return
      }
      await db.end({ timeout: 1 })
      await database.drop()
    },
  }
  return bench
}
