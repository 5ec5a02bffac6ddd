/**
 * `npm run sql:types`: asks a migrated PostgreSQL to describe every file under sql/ and writes src/db/queries.ts.
 * With `--check` it writes nothing and exits 1 when the committed file differs.
 *
 * A column that comes straight from a table is nullable when the table says so. What PostgreSQL cannot tell stands in
 * the file's header: `-- not null: total` for expressions, `-- nullable: name` for outer joins, `-- nullable: :q` for
 * parameters.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, type Database } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { compileStatement } from '../db/query.ts'
import { startEmbedded } from '../dev/postgres/embedded.ts'
import { installQueues } from '../jobs/queues.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OUTPUT = path.join(ROOT, 'src/db/queries.ts')

const SCALARS: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'string',
  interval: 'string',
  daterange: 'string',
  datemultirange: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Uint8Array',
  inet: 'string',
  void: 'unknown',
}

interface Catalog {
  typeOf(oid: number): string
  isNotNull(table: number, column: number): boolean
}

async function readCatalog(db: Database): Promise<Catalog> {
  const types = await db<{ oid: number; typname: string; typelem: number; typcategory: string; base: number }[]>`
    select oid::int, typname, typelem::int, typcategory, typbasetype::int as base from pg_type`
  const labels = await db<{ enumtypid: number; enumlabel: string }[]>`
    select enumtypid::int, enumlabel from pg_enum order by enumtypid, enumsortorder`
  const columns = await db<{ attrelid: number; attnum: number }[]>`
    select attrelid::int, attnum from pg_attribute where attnotnull`
  const byOid = new Map(types.map((type) => [type.oid, type]))
  const enums = Map.groupBy(labels, (label) => label.enumtypid)
  const notNull = new Set(columns.map(({ attrelid, attnum }) => `${attrelid}.${attnum}`))
  const typeOf = (oid: number): string => {
    const type = byOid.get(oid)
    if (!type) throw new Error(`unknown type ${oid}`)
    if (type.base !== 0) return typeOf(type.base)
    if (type.typcategory === 'A') return `(${typeOf(type.typelem)})[]`
    const values = enums.get(oid)
    if (values) return values.map(({ enumlabel }) => `'${enumlabel}'`).join(' | ')
    const scalar = SCALARS[type.typname]
    if (!scalar) throw new Error(`no TypeScript type for ${type.typname}`)
    return scalar
  }
  return { typeOf, isNotNull: (table, column) => notNull.has(`${table}.${column}`) }
}

function header(source: string, key: string): Set<string> {
  const lines = source.matchAll(new RegExp(`^-- ${key}: (.*)$`, 'gm'))
  return new Set([...lines].flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim())))
}

async function describe(db: Database, catalog: Catalog, file: string): Promise<string> {
  const source = readFileSync(path.join(ROOT, 'sql', `${file}.sql`), 'utf8')
  const { text, names } = compileStatement(source)
  const statement = await db
    .unsafe(text)
    .describe()
    .catch((error: Error) => {
      throw new Error(`sql/${file}.sql: ${error.message}`)
    })
  const nullable = header(source, 'nullable')
  const notNull = header(source, 'not null')
  const params = names.map((name, index) => {
    const type = catalog.typeOf(statement.types[index] ?? 0)
    return nullable.has(`:${name}`) ? `${name}?: ${type} | null | undefined` : `${name}: ${type}`
  })
  const columns = (statement.columns as unknown as { name: string; table: number; number: number; type: number }[]).map(
    ({ name, table, number, type }) => {
      const isNotNull = notNull.has(name) || (catalog.isNotNull(table, number) && !nullable.has(name))
      return `${name}: ${catalog.typeOf(type)}${isNotNull ? '' : ' | null'}`
    },
  )
  const summary = [...source.matchAll(/^-- (?!nullable:|not null:|plan:)(.*)$/gm)].map(([, line]) => line).join(' ')
  const shape = (fields: string[]) => (fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`)
  return `    /** ${summary} */\n    ${camelCase(path.basename(file))}: query<${shape(params)}, ${shape(columns)}>('${file}'),`
}

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

async function generate(db: Database): Promise<string> {
  const catalog = await readCatalog(db)
  const files = globSync('**/*.sql', { cwd: path.join(ROOT, 'sql') })
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
  const groups = Map.groupBy(files, (file) => path.dirname(file))
  const lines = [
    '// Written by `npm run sql:types`; do not edit.',
    "import { query } from '../db/query.ts'",
    '',
    'export const queries = {',
  ]
  for (const [folder, members] of groups) {
    lines.push(`  ${camelCase(folder)}: {`)
    for (const file of members) lines.push(await describe(db, catalog, file))
    lines.push('  },')
  }
  return [...lines, '} as const', ''].join('\n')
}

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-types-'))
const server = await startEmbedded({ folder, settings: { fsync: 'off' } })
try {
  await migrate(server.url())
  const db = connect(server.url(), { max: 2 })
  await installQueues(db)
  const generated = await generate(db)
  await db.end()
  if (!process.argv.includes('--check')) writeFileSync(OUTPUT, generated)
  else if (readFileSync(OUTPUT, 'utf8') !== generated) {
    console.error('src/db/queries.ts differs from what the SQL says: run `npm run sql:types` and commit the result.')
    process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
