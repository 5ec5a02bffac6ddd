import { inject } from 'vitest'
import { connect, type Database, type Queryable, type Transaction } from '../../src/platform/db/client.ts'
import { cloneTemplate, type TestDatabase } from './database.ts'
import { PLANNED_ONCE } from './neighbours.ts'

/** A clone of a template, with the connections of the services that use it one after the other. */
export interface Bench {
  database: TestDatabase
  db: Database
  /** A connection for statements about all tables, which are planned once: cleaning makes its own connection forget its plans. */
  watch: Database
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

/** A clone of each template in which nothing happens. */
const untouched = new Map<string, Promise<Database>>()

/** Rows of a table of a template, as PostgreSQL writes them. */
async function rowsOf(template: string, table: string): Promise<string[]> {
  const opening =
    untouched.get(template) ??
    cloneTemplate(inject('databaseUrl'), template).then(({ url }) => connect(url, { max: 1 }))
  untouched.set(template, opening)
  return textsOf(await opening, table)
}

const textsOf = async (db: Queryable, table: string): Promise<string[]> =>
  (await db.unsafe<{ row: string }[]>(`select t::text as row from ${table} t`)).map(({ row }) => row)

/** Inserts the rows of a table that the template has and that are gone. Triggers must be off. */
async function restore(tx: Transaction, template: string, table: string): Promise<void> {
  const present = new Set(await textsOf(tx, table))
  const missing = (await rowsOf(template, table)).filter((row) => !present.has(row))
  const columns = await tx<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  const names = columns.map(({ name }) => name)
  await tx.unsafe(
    `insert into ${table} (${names.join()}) overriding system value
    select ${names.map((name) => `(r).${name}`).join()} from (select unnest($1::text[])::${table} as r) as missing`,
    [missing],
  )
}

/** Databases that no service uses at the moment, by their template. */
const idle = new Map<string, Bench[]>()

/** Takes a database with nothing but what the template has. `open` connects to a new one. */
export async function takeBench(template: string, open: (database: TestDatabase) => Database): Promise<Bench> {
  return idle.get(template)?.pop() ?? (await makeBench(template, open))
}

/** The same on a database that somebody else makes and drops. */
export function bareBench(database: TestDatabase, open: (database: TestDatabase) => Database): Bench {
  const db = open(database)
  return { database, db, watch: db, release: () => db.end({ timeout: 1 }) }
}

async function makeBench(template: string, open: (database: TestDatabase) => Database): Promise<Bench> {
  const database = await cloneTemplate(inject('databaseUrl'), template)
  const db = open(database)
  const watch = db.pool.connectAlso()
  const [begin] = await db<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  // Rows of the template are those of earlier transactions. A row that is updated becomes one of the transaction that does it.
  const begins = new Map<string, string>()
  const isAdded = (table: string) => `age(xmin) <= age('${begins.get(table) ?? begin?.xid}'::xid)`
  const tables = await db<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1`
  const count = () => {
    const counts = [...tables.map(({ name }) => name), ...CATALOGS].map(
      (name) =>
        `select '${name}' as name, count(*) as all, count(*) filter (where ${isAdded(name)}) as added from ${name}`,
    )
    counts.push(`select '${AT_WORK}', count(*), count(*) from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
    return watch.unsafe<Rows[]>(counts.join(' union all '), [], PLANNED_ONCE)
  }
  const before = new Map((await count()).map(({ name, all, added }) => [name, all - added]))
  const sequences = await db<{ name: string; last: number; called: boolean }[]>`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as last, last_value is not null as called
    from pg_sequences`
  const [written] = await db.unsafe<{ row: string }[]>(`select format('%L', to_jsonb(t)) as row from ${WRITTEN} t`)
  const rewind = sequences.map(({ name, last, called }) => `setval('${name}', ${last}, ${called})`)
  /** Takes out what the template does not have, and inserts what is gone, unless the schema has changed. */
  const isCleaned = async (): Promise<boolean> => {
    const rows = await count()
    const changed = rows.filter(
      ({ name, all, added }) => all - added !== before.get(name) || (added > 0 && SCHEMA.has(name)),
    )
    if (changed.some(({ name }) => SCHEMA.has(name))) return false
    const damaged = changed.map(({ name }) => name).filter((name) => name !== WRITTEN)
    const statements = [
      'set local session_replication_role = replica',
      ...rows.filter(({ added }) => added > 0).map(({ name }) => `delete from ${name} where ${isAdded(name)}`),
      `delete from ${WRITTEN}`,
      `insert into ${WRITTEN} select * from jsonb_populate_record(null::${WRITTEN}, ${written?.row})`,
      `select ${rewind.join(', ')}`,
    ]
    await db.begin(async (tx) => {
      await tx.unsafe(statements.join(';\n')).simple()
      for (const table of damaged) await restore(tx, template, table)
    })
    if (damaged.length > 0) {
      const [later] = await db<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
      for (const table of damaged) begins.set(table, later?.xid ?? '')
    }
    return true
  }
  let uses = 0
  const bench: Bench = {
    database,
    db,
    watch,
    async release() {
      // Some tests end connections, or drop what is counted.
      const isReady = ++uses < USES && (await isCleaned().catch(() => false))
      if (isReady) {
        idle.set(template, [...(idle.get(template) ?? []), bench])
        return
      }
      await Promise.all([db, watch].map((pool) => pool.end({ timeout: 1 })))
      await database.drop()
    },
  }
  return bench
}
