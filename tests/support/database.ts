import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { connect } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { loadPlaces } from '../../src/places/load.ts'
import { fastFolder } from './folders.ts'

/** The template database that every test clones. */
export const TEMPLATE = 'sejour'

/** One PostgreSQL for the whole run, with a migrated template. It is fast because it is not durable. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-test-'))
  const server = await startEmbedded({
    folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      shared_buffers: '256MB',
      max_wal_size: '256MB',
      wal_level: 'minimal',
      max_wal_senders: '0',
      autovacuum: 'off',
    },
  })
  await migrate(server.url(TEMPLATE))
  const db = connect(server.url(TEMPLATE), { max: 4 })
  await loadPlaces(db, { smallest: 50_000 })
  // A service that starts and stops creates the job queues in the template.
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: path.join(folder, 'template'), LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, db, jobs: { run: false } })
  await app.ready()
  await app.close()
  await db.end()
  project.provide('databaseUrl', server.url('DATABASE'))
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface TestDatabase {
  name: string
  url: string
  drop(): Promise<void>
}

/** A database of its own, cloned from the template, or from another database that nobody uses at the moment. */
export async function cloneTemplate(serverUrl: string, template = TEMPLATE): Promise<TestDatabase> {
  const urlOf = (database: string) => serverUrl.replace('/DATABASE', `/${database}`)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(urlOf('postgres'), { max: 1 })
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    url: urlOf(name),
    async drop() {
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server; replace `DATABASE` by the name of a database. */
    databaseUrl: string
  }
}
