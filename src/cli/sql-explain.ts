/**
 * `npm run sql:explain -- <statement> [<part> …] [<parameter>=<value> …]`: prints what is sent to PostgreSQL for a statement under sql/,
 * composed of these parts, and its plan: for the values, if each parameter has one, or else for any values. The database
 * is that of DATABASE_URL, or an empty one of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '../platform/db/client.ts'
import { loadDatabaseConfig } from '../platform/db/config.ts'
import { compileStatement, readShape } from '../platform/db/query.ts'
import { migrate } from '../platform/schema/migrate.ts'
import { explainPrepared } from './explain.ts'
import { completeShape, listStatements } from './shapes.ts'

const [name = '', ...rest] = process.argv.slice(2)
const statement = listStatements().find((one) => one.name === name)
if (statement === undefined) {
  console.error('usage: npm run sql:explain -- homes/search/page [in-city …] [city_id=2988507 …]')
  process.exit(2)
}
const values = new Map(
  rest
    .filter((word) => word.includes('='))
    .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
)
const parts = completeShape(
  statement.whole,
  rest.filter((word) => !word.includes('=')),
)
const { text, names } = compileStatement(readShape(name, parts))
console.log(`${text}\n`)
for (const [index, param] of names.entries()) console.log(`$${index + 1} ${param} ${values.get(param) ?? ''}`)
const { databaseUrl, databaseCa } = loadDatabaseConfig(process.env)
const folder = mkdtempSync(path.join(tmpdir(), 'sejour-explain-'))
// An install for production has no server of its own.
const server = databaseUrl === undefined ? await startEmpty() : undefined
try {
  const db = connect(databaseUrl ?? server?.url() ?? '', { max: 1, patient: true, ca: databaseCa })
  const given = names.map((param) => values.get(param))
  console.log(`\n${await db.begin((tx) => explainPrepared(tx, text, given))}`)
  await db.end()
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function startEmpty() {
  const { startEmbedded } = await import('../dev/postgres/embedded.ts')
  const empty = await startEmbedded({ folder, settings: { fsync: 'off' } })
  await migrate(empty.url())
  return empty
}
