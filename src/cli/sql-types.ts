/**
 * `npm run sql:types`: reads the catalogue of a migrated PostgreSQL, lets it describe every file under sql/,
 * and writes migrations/schema.sql, sql/functions.json, src/platform/db/enums.ts and src/platform/db/queries.ts. With `--check` it writes nothing, and exits with 1 when a file differs.
 *
 * `-- one` or `-- optional` in the header of a file says how many rows it returns; otherwise it returns a list. A
 * column of a table can be null when its definition allows that. The header also says what PostgreSQL does not tell:
 * `-- not null: total` for expressions, `-- nullable: name` for outer joins, `-- nullable: :q` for parameters. `-- replica: yes`: its answer
 * may be some seconds old, so that a replica may give it. `-- reads: payments: …` says why it reads tables of another module (tests/borders.test.ts).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../dev/postgres/embedded.ts'
import { connect, type Database } from '../platform/db/client.ts'
import { slotsOf } from '../platform/db/fragments.ts'
import { installQueues } from '../platform/jobs/queues.ts'
import { nextFunctionsVersion, VERSION_FILE } from '../platform/schema/functions.ts'
import { migrate } from '../platform/schema/migrate.ts'
import { type Functions, readFunctions } from './functions.ts'
import { writeSchema } from './schema.ts'
import { listStatements, type Statement } from './shapes.ts'
import { effectsOfStatement } from './statement.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const NOTICE = '// Written by `npm run sql:types`; do not edit.'

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
  varbit: 'string',
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
  /** The enumerations of the schema `public`, each with its values in order: its enums, and the domains of reference tables. */
  enums: Map<string, string[]>
  typeOf(oid: number): string
  /** PostgreSQL's description of a column of a table; undefined for other expressions. */
  column(table: number, column: number): { type: number; isNotNull: boolean } | undefined
}

async function readCatalog(db: Database): Promise<Catalog> {
  const types = await db<{ oid: number; typname: string; typelem: number; typcategory: string; base: number }[]>`
    select oid::int, typname, typelem::int, typcategory, typbasetype::int as base from pg_type`
  const labels = await db<{ typname: string; enumlabel: string }[]>`
    select typname, enumlabel
    from pg_enum join pg_type on pg_type.oid = enumtypid
    where typnamespace = 'public'::regnamespace
    order by typname, enumsortorder`
  const columns = await db<{ attrelid: number; attnum: number; type: number; isNotNull: boolean }[]>`
    select attrelid::int, attnum, atttypid::int as type, attnotnull as "isNotNull" from pg_attribute`
  const byOid = new Map(types.map((type) => [type.oid, type]))
  const enums = new Map<string, string[]>()
  for (const { typname, enumlabel } of labels) enums.set(typname, [...(enums.get(typname) ?? []), enumlabel])
  for (const [name, values] of await readReferenceTables(db)) enums.set(name, values)
  const byPlace = new Map(columns.map((column) => [`${column.attrelid}.${column.attnum}`, column]))
  const typeOf = (oid: number): string => {
    const type = byOid.get(oid)
    if (!type) throw new Error(`unknown type ${oid}`)
    if (enums.has(type.typname)) return pascalCase(type.typname)
    if (type.base !== 0) return typeOf(type.base)
    if (type.typcategory === 'A') return `(${typeOf(type.typelem)})[]`
    const scalar = SCALARS[type.typname]
    if (!scalar) throw new Error(`no TypeScript type for ${type.typname}`)
    return scalar
  }
  return {
    enums: new Map([...enums].sort(([a], [b]) => (a < b ? -1 : 1))),
    typeOf,
    column: (table, column) => byPlace.get(`${table}.${column}`),
  }
}

/** A domain that is the type of a table's key has the rows of that table as its values: what grows is a row. */
async function readReferenceTables(db: Database): Promise<[domain: string, values: string[]][]> {
  const tables = await db<{ domain: string; owner: string; key: string }[]>`
    select typname as domain, conrelid::regclass::text as owner, attname as key
    from pg_constraint
    join pg_attribute on attrelid = conrelid and conkey = array[attnum]
    join pg_type on pg_type.oid = atttypid
    where contype = 'p' and typtype = 'd' and typnamespace = 'public'::regnamespace`
  return await Promise.all(
    tables.map(async ({ domain, owner, key }): Promise<[string, string[]]> => {
      const rows = await db<
        { value: string }[]
      >`select ${db(key)}::text collate "C" as value from ${db(owner)} order by 1`
      return [domain, rows.map(({ value }) => value)]
    }),
  )
}

function header(source: string, key: string): Set<string> {
  const lines = source.matchAll(new RegExp(`^-- ${key}: (.*)$`, 'gm'))
  return new Set([...lines].flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim())))
}

/** The fields of a TypeScript type by their names. */
type Fields = Map<string, string>

/** Adds fields; those that are there have to be the same. */
function addFields(name: string, all: Fields, more: Fields): void {
  for (const [key, field] of more) {
    if (all.has(key) && all.get(key) !== field) throw new Error(`sql/${name}.sql: ${key} has several types`)
    all.set(key, field)
  }
}

const typeOfFields = (fields: Fields): string =>
  fields.size === 0 ? 'Record<never, never>' : `{ ${[...fields.values()].join('; ')} }`

/** PostgreSQL's description of the parameters and columns of a statement. */
async function describe(db: Database, catalog: Catalog, functions: Functions, statement: Statement): Promise<string> {
  const { name, source, whole, isComposed } = statement
  const fixed = isComposed ? source : whole
  const nullable = header(fixed, 'nullable')
  const notNull = header(source, 'not null')
  const texts = statement.texts()
  const params: Fields = new Map()
  const columns: Fields = new Map()
  for (const { text, names } of texts) {
    const described = await db
      .unsafe(text)
      .describe()
      .catch((error: Error) => {
        throw new Error(`sql/${name}.sql: ${error.message}${isComposed ? `\n${text}` : ''}`)
      })
    const isNeeded = (param: string) =>
      !nullable.has(`:${param}`) && texts.every((shape) => shape.names.includes(param))
    const typeOfParam = (param: string, index: number): [string, string] => {
      const type = catalog.typeOf(described.types[index] ?? 0)
      return [param, isNeeded(param) ? `${param}: ${type}` : `${param}?: ${type} | null | undefined`]
    }
    addFields(name, params, new Map(names.map(typeOfParam)))
    const found = described.columns as unknown as { name: string; table: number; number: number; type: number }[]
    const typeOfColumn = ({ name, table, number, type }: (typeof found)[number]): [string, string] => {
      const column = catalog.column(table, number)
      const isNotNull = notNull.has(name) || (column?.isNotNull && !nullable.has(name))
      // PostgreSQL says of a column's domain only what it is made of.
      return [name, `${name}: ${catalog.typeOf(column?.type ?? type)}${isNotNull ? '' : ' | null'}`]
    }
    addFields(name, columns, new Map(found.map(typeOfColumn)))
  }
  const summary = [
    ...source.matchAll(/^-- (?!nullable:|not null:|plan:|reads:|replica:|one$|optional$|(?:any|one) of:)(.*)$/gm),
  ]
    .map(([, line]) => line)
    .join(' ')
  const effects = await effectsOfStatement(statement)
  const isWrite = functions.mayWrite(effects)
  const isForReplicas = header(source, 'replica').has('yes')
  if (isWrite && isForReplicas) throw new Error(`sql/${name}.sql writes, or waits for locks: no replica can answer it`)
  const kind = isWrite ? 'write' : isForReplicas ? 'replica' : 'read'
  const types = [typeOfFields(params), ...(columns.size > 0 ? [typeOfFields(columns)] : [])]
  const rows = columns.size === 0 ? 'nothing' : (/^-- (one|optional)$/m.exec(source)?.[1] ?? 'many')
  const call = isComposed
    ? `composed<${[...types, partType(path.dirname(name))].join(', ')}>`
    : `${rows}<${types.join(', ')}>`
  const run = `${call}('${name}', '${kind}')`
  const typed = functions.givesNumbers(effects) ? `numbering(${run})` : run
  return `    /** ${summary} */\n    ${camelCase(path.basename(name))}: ${typed},`
}

/** The name of the type of all parts of a module's statements. */
const partType = (folder: string): string => `${pascalCase(path.basename(folder))}Part`

const camelCase = (name: string) => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascalCase = (name: string) => camelCase(`_${name}`)

function enumsFile({ enums }: Catalog): string {
  const lines = [...enums].map(([name, values]) => {
    const constant = name.toUpperCase()
    return `export const ${constant} = [${values.map((value) => `'${value}'`).join(', ')}] as const
export type ${pascalCase(name)} = (typeof ${constant})[number]
`
  })
  return [NOTICE, '', lines.join('\n')].join('\n')
}

async function queriesFile(db: Database, catalog: Catalog): Promise<string> {
  const groups = Map.groupBy(listStatements(), ({ name }) => path.dirname(name))
  const functions = await readFunctions(db)
  const lines = ['export const queries = {']
  for (const [folder, members] of groups) {
    lines.push(`  ${camelCase(path.basename(folder))}: {`)
    for (const statement of members) lines.push(await describe(db, catalog, functions, statement))
    lines.push('  },')
  }
  const body = [...lines, '} as const', ''].join('\n')
  const used = [...catalog.enums.keys()].map(pascalCase).filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  const imports = [
    `import type { ${used.join(', ')} } from './enums.ts'`,
    "import { composed, many, nothing, numbering, one, optional } from './query.ts'",
  ]
  const partTypes = [...groups].flatMap(([folder, members]) => {
    const parts = new Set(members.flatMap(({ whole }) => slotsOf(whole).flatMap(({ names }) => names)))
    if (parts.size === 0) return []
    const names = [...parts].sort().map((part) => `'${part}'`)
    return [
      `/** The parts of the statements in sql/${folder}. */\nexport type ${partType(folder)} = ${names.join(' | ')}\n`,
    ]
  })
  return [NOTICE, ...imports, '', ...partTypes, body].join('\n')
}

const isCheck = process.argv.includes('--check')
const functions = `${JSON.stringify(nextFunctionsVersion(), undefined, 2)}\n`
// The database gets the functions of this version.
if (!isCheck) writeFileSync(VERSION_FILE, functions)
const folder = mkdtempSync(path.join(tmpdir(), 'sejour-types-'))
const server = await startEmbedded({ folder, settings: { fsync: 'off' } })
try {
  await migrate(server.url())
  const db = connect(server.url(), { max: 2 })
  await installQueues(db)
  const catalog = await readCatalog(db)
  const files = {
    'sql/functions.json': functions,
    'src/platform/db/enums.ts': enumsFile(catalog),
    'migrations/schema.sql': await writeSchema(db),
    'src/platform/db/queries.ts': await queriesFile(db, catalog),
  }
  await db.end()
  for (const [file, content] of Object.entries(files)) {
    if (!isCheck) writeFileSync(path.join(ROOT, file), content)
    else if (readFileSync(path.join(ROOT, file), 'utf8') !== content) {
      console.error(`${file} differs from what the SQL says: run \`npm run sql:types\` and commit the result.`)
      process.exitCode = 1
    }
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
