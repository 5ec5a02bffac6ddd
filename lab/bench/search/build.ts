import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { type CompiledStatement, compileStatement } from '../../../src/platform/db/query.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'

export const STAYS_PER_HOME = 12
const CITIES = 5_000
const LARGEST_SHARE = 0.047
const CHUNK = 20_000
const USERS = 1_000
/** Largest first: creating its constraints takes longest. */
const FILLED = ['occupancy', 'properties', 'reservations', 'seasons', 'calendar_days']
/** Their search rows are filled when the indexes exist. */
const KEPT = ['search_homes']

const source = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** Shares of homes per city by rank, 1/(rank + c), which add up to one; c is chosen so that the largest has 4.7 %. */
function cityShares(): number[] {
  const shares = (c: number) => {
    const weights = Array.from({ length: CITIES }, (_, index) => 1 / (index + 1 + c))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  }
  let [low, high] = [0, 100]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if ((shares(middle)[0] ?? 0) > LARGEST_SHARE) low = middle
    else high = middle
  }
  return shares(low)
}

/** The lower bound of each city's share in [0, 1). */
function cityThresholds(): number[] {
  let sum = 0
  return cityShares().map((share) => {
    const start = sum
    sum += share
    return start
  })
}

interface Definition {
  table: string
  drop: string
  create: string
}

/** Indexes and constraints that are cheaper to create afterwards than to maintain row by row; not primary keys. */
async function readDefinitions(db: Database, tables: string[]): Promise<Definition[]> {
  const rows = await db<Definition[]>`
    select conrelid::regclass::text as table, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where conrelid::regclass::text = any (${tables}) and contype in ('u', 'x')
    union all
    select indrelid::regclass::text, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid::regclass::text = any (${tables})
      and not exists (select from pg_constraint where conindid = indexrelid)`
  return [...rows]
}

/** Runs the tasks on all connections of the pool. */
async function spread<T>(db: Database, tasks: T[], run: (task: T) => Promise<unknown>): Promise<void> {
  const queue = tasks.values()
  await Promise.all(
    Array.from({ length: db.options.max }, async () => {
      for (const task of queue) await run(task)
    }),
  )
}

const runStatement = (db: Database, { text, names }: CompiledStatement, params: Record<string, unknown>) =>
  db.unsafe(text, names.map((name) => params[name]) as never[])

/**
 * Builds a migrated database of `homes` homes with their stays, seasons and calendars. Rows are inserted without
 * triggers and secondary indexes; the indexes are created afterwards from their definitions in the migrations.
 */
export async function buildDatabase(url: string, homes: number, today: string, connections: number): Promise<void> {
  await migrate(url)
  const db = connect(url, { max: connections, patient: true })
  await loadPlaces(db)
  await db.unsafe(source('support.sql'))
  await db`insert into users (username, first_name, last_name, country_id, email, password_hash)
    select 'user' || n, 'Ada', 'Lovelace', 'FR', 'user' || n || '@example.org', 'x' from generate_series(1, ${USERS}) n`
  const definitions = await readDefinitions(db, FILLED)
  for (const { drop } of definitions) await db.unsafe(drop)
  await db.unsafe(`alter database ${db.options.database} set session_replication_role = replica`)

  const loader = connect(url, { max: connections, patient: true })
  const values = { homes, today, thresholds: cityThresholds() }
  const statements = ['homes.sql', 'stays.sql', 'seasons.sql', 'days.sql'].map((file) => compileStatement(source(file)))
  const chunks = Array.from({ length: Math.ceil(homes / CHUNK) }, (_, index) => ({
    first: index * CHUNK + 1,
    last: Math.min(homes, (index + 1) * CHUNK),
  }))
  const tasks = statements.flatMap((statement) => chunks.map((chunk) => ({ statement, chunk })))
  await spread(loader, tasks, ({ statement, chunk }) => runStatement(loader, statement, { ...values, ...chunk }))
  await loader.end()

  await db.unsafe(`alter database ${db.options.database} reset session_replication_role`)
  await db`select setval(pg_get_serial_sequence(name, 'id'), ${homes * STAYS_PER_HOME}) from unnest(array['reservations', 'occupancy', 'seasons']) name`
  await spread(db, FILLED, async (table) => {
    for (const { create } of definitions.filter((definition) => definition.table === table)) await db.unsafe(create)
    await db.unsafe(`vacuum (analyze) ${table}`)
  })
  const kept = await readDefinitions(db, KEPT)
  for (const { drop } of kept) await db.unsafe(drop)
  for (const file of ['keep.sql', 'popularity.sql']) {
    const statement = compileStatement(source(file))
    await spread(db, chunks, (chunk) => runStatement(db, statement, { ...values, ...chunk }))
  }
  for (const { create } of kept) await db.unsafe(create)
  await db`cluster search_homes using search_homes_city`
  for (const table of KEPT) await db.unsafe(`vacuum (analyze) ${table}`)
  for (const table of ['cities', 'neighborhoods', 'users']) await db.unsafe(`vacuum (analyze) ${table}`)
  await db.end()
}
