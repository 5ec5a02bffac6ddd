import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { connect, type Database } from '../../src/platform/db/client.ts'
import { queries } from '../../src/platform/db/queries.ts'
import { loadPlaces } from '../../src/platform/places/load.ts'
import { createLogger } from '../../src/platform/plugins/logging.ts'
import { migrate } from '../../src/platform/schema/migrate.ts'
import { fastFolder } from './folders.ts'
import { copyTemplate } from './kept-template.ts'
import { findLeaks } from './logs.ts'
import { INHABITED, type Neighbours, settleNeighbours } from './neighbours.ts'
import { beginDocuments } from './openapi.ts'
import { type PoolerOfRun, pgbouncerBinary, startPoolers } from './pooler.ts'

/** The template database that every test clones. */
export const TEMPLATE = 'sejour'

const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '256MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // PostgreSQL plans a statement five times before it may keep a plan. Few tests run one that often.
  plan_cache_mode: 'force_generic_plan',
}

export interface TestServer {
  /** URL of the server; replace `DATABASE` by the name of a database. */
  url: string
  stop(): Promise<void>
  /** Starts it again at the same address. */
  restart(): Promise<void>
  /** The number of its process, whose children are the sessions. */
  readPid(): number
  /** Folder of all its data. */
  folder: string
  /** Rows of neighbours in the template with neighbours. */
  neighbours: Neighbours
  remove(): Promise<void>
}

/** `TEST_POSTGRES` is the folder of another server's programs, such as that of a newer release. */
const others = process.env.TEST_POSTGRES
export const programs = others && {
  binaries: { initdb: path.join(others, 'initdb'), postgres: path.join(others, 'postgres') },
}

/** Creates the templates in a new cluster: migrated, with places and job queues, with and without neighbours. */
async function buildTemplates(folder: string, url: (database: string) => string): Promise<void> {
  await migrate(url(TEMPLATE))
  const db = connect(url(TEMPLATE), { max: 4 })
  await loadPlaces(db, { smallest: 50_000 })
  // A service that starts and stops creates the job queues in the template.
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: path.join(folder, 'template'), LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, db, jobs: { run: false } })
  await app.ready()
  await app.close()
  // Otherwise the first entry of each service makes its month.
  await db`select audit_add_months(), events_add_days()`
  await db.end()
  const neighbours = await settleNeighbours(url('DATABASE'))
  writeFileSync(path.join(folder, NEIGHBOURS), JSON.stringify(neighbours))
}

/** The file, in the folder of a cluster, that holds what neighbours have in its template. */
const NEIGHBOURS = 'neighbours.json'

/**
 * A PostgreSQL with both templates. It is fast because it is not durable. The templates are built once and copied by
 * later runs (tests/support/kept-template.ts). @param wanted further settings.
 */
export async function startServer(wanted: Record<string, string> = {}): Promise<TestServer> {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-test-'))
  // Asking for a password takes a quarter of a connection, and tests make thousands.
  const hba_file = path.join(folder, 'pg_hba.conf')
  writeFileSync(hba_file, 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n', { mode: 0o644 })
  const settings = { ...FAST, hba_file, ...wanted }
  await copyTemplate(folder, async (fresh) => {
    const server = await startEmbedded({ folder: fresh, settings: FAST, ...programs })
    await buildTemplates(fresh, server.url)
    await server.stop()
  })
  let server = await startEmbedded({ folder, settings, ...programs })
  const neighbours: Neighbours = JSON.parse(readFileSync(path.join(folder, NEIGHBOURS), 'utf8'))
  const url = server.url('DATABASE')
  return {
    url,
    folder,
    neighbours,
    stop: () => server.stop(),
    async restart() {
      server = await startEmbedded({ folder, settings, ...programs, port: Number(new URL(url).port) })
    },
    readPid: () => Number(readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** In the log of every run, so that a search that finds nothing is known to search. */
const PLANTED = 'a-planted-secret-of-the-suite'

/** With POOLER=session or POOLER=transaction, the services of a run reach their databases through pgbouncer. */
async function poolersOfRun(serverUrl: string) {
  const mode = process.env.POOLER
  if (mode === undefined) return undefined
  if (mode !== 'session' && mode !== 'transaction') throw new Error('POOLER must be session or transaction')
  if (pgbouncerBinary === undefined) throw new Error('POOLER is set, and pgbouncer is not installed')
  return startPoolers(pgbouncerBinary, serverUrl, mode)
}

/** One PostgreSQL and one folder of logs for the whole run, at whose end no log has a secret but the planted one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The slow suite, and runs through a pooler, plan as production does.
  const isAsProduction = project.name === 'slow' || process.env.POOLER !== undefined
  const documents = beginDocuments()
  project.provide('documents', documents.folder)
  const server = await startServer(isAsProduction ? { plan_cache_mode: 'auto' } : {})
  // Every key of the tests is one that 32 bits cannot hold.
  if (process.env.KEYS === 'wide')
    for (const template of [TEMPLATE, INHABITED]) {
      const db = connect(server.url.replace('DATABASE', template), { max: 1 })
      await queries.health.raiseSequences(db, { numbers: {}, margin: 2 ** 31, all: true })
      await db.end()
    }
  project.provide('databaseUrl', server.url)
  const poolers = await poolersOfRun(server.url)
  project.provide('pooler', poolers?.ports)
  project.provide('neighbours', server.neighbours)
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-logs-'))
  project.provide('logFolder', folder)
  writeFileSync(path.join(folder, 'secrets-planted'), `${PLANTED}\n`)
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'info' })
  createLogger(config, pino.destination({ dest: path.join(folder, 'log-planted'), sync: true })).info(
    { url: `/api/v1/somewhere/${PLANTED}?x` },
    'planted',
  )
  return async () => {
    await poolers?.stop()
    await server.remove()
    await documents.remove()
    const [planted, ...leaks] = findLeaks(folder).sort(
      (a, b) => Number(b.includes(PLANTED)) - Number(a.includes(PLANTED)),
    )
    rmSync(folder, { recursive: true, force: true })
    if (!planted?.includes(PLANTED)) throw new Error('The search for secrets in the logs does not find the planted one')
    if (leaks.length > 0)
      throw new Error(`${leaks.length} lines of logs have secrets:\n${leaks.slice(0, 20).join('\n')}`)
  }
}

export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

/** One connection of a worker to each server, from which it makes and drops databases. */
const makers = new Map<string, Database>()

/** A database of its own, cloned from the template, or from another database that nobody uses at the moment. */
export async function cloneTemplate(serverUrl: string, template = TEMPLATE): Promise<TestDatabase> {
  const urlOf = (database: string) => serverUrl.replace('/DATABASE', `/${database}`)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = makers.get(serverUrl) ?? connect(urlOf('postgres'), { max: 1, patient: true })
  makers.set(serverUrl, admin)
  // A pooler keeps connections that nobody uses any more.
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    url: urlOf(name),
    drop: async () => void (await admin.unsafe(`drop database ${name} with (force)`)),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server; replace `DATABASE` by the name of a database. */
    databaseUrl: string
    /** Proxy between it and the services, if any. */
    pooler: PoolerOfRun | undefined
  }
}
