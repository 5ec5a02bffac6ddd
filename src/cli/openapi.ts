/**
 * `npm run openapi`: writes the documents of /openapi.json and /asyncapi.json to openapi.json and asyncapi.json, from the routes
 * alone: no database is started and no network used.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { connect } from '../platform/db/client.ts'

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1'

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-openapi-'))
const config = {
  ...loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' }),
  // The document of a running service names its own address.
  publicUrl: 'https://sejour.example',
}
const db = connect(`postgres://${NOWHERE}/none`, { max: 1 })
const app = await buildApp({ config, db, jobs: { run: false } })
// The routes are known by now; what comes after them waits for the database.
try {
  await app.ready()
} catch (error) {
  if ((error as NodeJS.ErrnoException).syscall !== 'connect') throw error
}
const documents = { 'openapi.json': app.swagger(), 'asyncapi.json': app.asyncapi() }
const target = path.resolve(process.argv[2] ?? '.')
for (const [name, document] of Object.entries(documents)) {
  writeFileSync(path.join(target, name), `${JSON.stringify(document, null, 2)}\n`)
}
await app.close()
await db.end()
rmSync(folder, { recursive: true })
console.log(`${Object.keys(documents).join(', ')}: ${Object.keys(documents['openapi.json'].paths ?? {}).length} paths`)
