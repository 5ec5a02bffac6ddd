import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Address, isVerified, type SslMode } from '../db/address.ts'
import { connect, type Database } from '../db/client.ts'
import { databaseError, isAway } from '../db/errors.ts'
import { serversOf } from '../db/servers.ts'
import { applyFunctions, hasOlderFunctions } from './functions.ts'

export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations')

/** Look for a primary among several servers for this long. */
const FIND_MS = 10_000

const NO_TLS = 'SSL is not enabled on the server'

type Command = 'up' | 'migrate' | 'rollback' | 'status'

/** A migration that PostgreSQL refused. Each runs in a transaction of its own, so nothing of it is in the database. */
export class MigrationError extends Error {
  constructor(file: string, reason: string, server = 'PostgreSQL') {
    super(
      `Migration failed: ${server} refuses ${file}: ${reason}. Nothing of this migration is in the database, and nodes of the version ` +
        'before go on with it. See docs/upgrading.md, "When a migration fails"',
    )
    this.file = file
    this.reason = reason
  }

  readonly file: string
  readonly reason: string
}

/**
 * Runs dbmate, e.g. `migrate(url)` or `migrate(url, 'rollback')`. `up` creates the database when it is missing, and replaces its functions by later ones.
 * @param ca certificates in PEM format of the authorities that may have signed the server's certificate (DATABASE_CA).
 * @throws Error with the output of dbmate.
 */
export async function migrate(databaseUrl: string, command: Command = 'up', ca?: string): Promise<string> {
  // dbmate knows one server only.
  const address = await serversOf(databaseUrl, ca).find(AbortSignal.timeout(FIND_MS))
  const authorities = storeAuthorities(address)
  const run = (sslMode: SslMode) => runDbmate(dbmateUrl(address, sslMode, authorities?.file), command)
  try {
    // Its driver does not know `prefer`.
    const output = await run(address.sslMode === 'prefer' ? 'require' : address.sslMode).catch((error: Error) => {
      if (address.sslMode === 'prefer' && error.message.includes(NO_TLS)) return run('disable')
      throw error
    })
    if (command === 'up') {
      const db = openPatient(databaseUrl, ca)
      await applyFunctions(db).finally(() => db.end({ timeout: 1 }))
    }
    return output
  } finally {
    authorities?.remove()
  }
}

/** One connection without time limits of statements and locks. */
const openPatient = (url: string, ca: string | undefined): Database =>
  connect(url, { max: 1, applicationName: 'sejour-migrate', patient: true, ca })

async function runDbmate(url: string, command: Command): Promise<string> {
  const args = ['--migrations-dir', MIGRATIONS, '--no-dump-schema', '--env-file', '/dev/null', command]
  const { resolveBinary } = await import('dbmate')
  try {
    const env = { PATH: process.env.PATH, DATABASE_URL: url }
    return (await promisify(execFile)(resolveBinary(), args, { env })).stdout
  } catch (error) {
    const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).partial().parse(error)
    // Some errors of dbmate contain the URL, which contains the password.
    const output = (stderr?.trim() || String(error)).replaceAll(url, 'DATABASE_URL')
    const file = [...(stdout ?? '').matchAll(BEGUN)].at(-1)?.[1]
    throw file === undefined
      ? new Error(`Migration failed: ${output}`)
      : new MigrationError(file, output.replace(/^Error: pq: /, ''))
  }
}

/** The begin of a migration in the output of dbmate. It reports the end (`Applied: …`) of one that was refused, too. */
const BEGUN = /^(?:Applying|Rolling back): (\S+)$/gm

/** @param caFile the file with the certificates of a verified address. */
function dbmateUrl(address: Address, sslMode: SslMode, caFile: string | undefined): string {
  const url = new URL(address.url)
  if (address.socketPath !== undefined) {
    url.searchParams.set('host', address.host)
    url.searchParams.set('port', String(address.port))
  }
  url.searchParams.set('sslmode', sslMode)
  if (caFile !== undefined) url.searchParams.set('sslrootcert', caFile)
  return url.href
}

/** Without a file dbmate would trust the authorities of the system, which are not those of Node.js and the pool. */
function storeAuthorities(address: Address): { file: string; remove(): void } | undefined {
  if (!isVerified(address)) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-ca-'))
  const file = path.join(folder, 'ca.pem')
  writeFileSync(file, address.ca ?? tls.getCACertificates('default').join('\n'))
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The files of the migrations, in their order. `schema.sql` beside them is what they make. */
export const listMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((file) => /^\d/.test(file))
    .sort()

/** The versions of the migrations of this service. */
export const knownVersions = (): Set<string> => new Set(listMigrations().map((file) => file.split('_')[0] ?? ''))

/** Migrations before this day are those of 0.1.0, each of which is a file. */
const AFTER_RELEASE = '20261123'

/**
 * True if the database lacks migrations or functions of this service. Those of later versions do not matter.
 * @throws Error for a database from before the first release.
 */
async function isBehind(db: Database): Promise<boolean> {
  const applied = await db<{ version: string }[]>`select version from schema_migrations`.catch(() => [])
  const known = knownVersions()
  if (applied.some(({ version }) => version < AFTER_RELEASE && !known.has(version))) {
    throw new Error(
      'Migration failed: this database was made before version 0.1.0 and cannot be carried over. ' +
        'Start with an empty one (on a machine of your own: remove the data folder, .data by default).',
    )
  }
  const present = new Set(applied.map(({ version }) => version))
  return [...known].some((version) => !present.has(version)) || (await hasOlderFunctions(db))
}

/** Requests of other nodes lock tables in other orders. A migration is a transaction: the next attempt begins with the one that failed. */
const ATTEMPTS = 10
const isDeadlock = (error: unknown): boolean => error instanceof Error && error.message.includes('deadlock detected')

/** SQLSTATE of a database that dbmate could not create. */
const NO_DATABASE = '3D000'

/**
 * Why dbmate failed, in words of our own: the database is away, whatever its driver says then, or a refused migration with the version
 * of the server, because a release of PostgreSQL may refuse what the one before took.
 */
async function causeOf(db: Database, error: unknown): Promise<unknown> {
  const answer = await db<{ server_version: string }[]>`show server_version`.catch((failure: unknown) => failure)
  if (isAway(answer) && databaseError(answer)?.code !== NO_DATABASE) return answer
  if (!(error instanceof MigrationError)) return error
  const [server] = Array.isArray(answer) ? answer : []
  return new MigrationError(error.file, error.reason, server && `PostgreSQL ${server.server_version}`)
}

/** Waits that are shorter are not worth a line. */
const WARN_MS = 1_500

/**
 * Migrates when a service starts, if there is something to migrate. Nodes that start at once do it one after the other;
 * dbmate itself has no lock.
 * @param warn is called when another node takes its time.
 */
export async function migrateAlone(
  url: string,
  { ca, warn = console.warn }: { ca?: string | undefined; warn?: (text: string) => void } = {},
): Promise<void> {
  const db = openPatient(url, ca)
  let timer: NodeJS.Timeout | undefined
  try {
    const [lock] = await db<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended('sejour migrations', 0)) as taken`
    if (!lock?.taken) {
      timer = setTimeout(() => warn('Another node migrates the database: waiting for it.'), WARN_MS)
      await db`select pg_advisory_lock(hashtextextended('sejour migrations', 0))`
    }
  } catch {
    // The connection failed: dbmate creates a missing database, and reports any other error.
  } finally {
    clearTimeout(timer)
  }
  try {
    for (let left = ATTEMPTS - 1; await isBehind(db); left--)
      await migrate(url, 'up', ca).catch(async (error: unknown) => {
        if (left === 0 || !isDeadlock(error)) throw await causeOf(db, error)
      })
  } finally {
    // Closing the connection releases the lock.
    await db.end({ timeout: 1 })
  }
}
