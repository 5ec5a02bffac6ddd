import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import {
  identity,
  type makeCertificates,
  type Program,
  programOf,
  type Running,
  start,
  user,
} from '../../tests/support/programs.ts'

/** Programs and processes of the machine that the guide is played on. Everything runs as an ordinary user. */

const WAIT_TIMEOUT_MS = 60_000
/** Finds programs, or says which are not installed and leaves the play out. */
export function findPrograms(what: string, names: Program[]): Record<Program, string> {
  const missing = names.filter((name) => programOf(name) === '')
  if (missing.length > 0) {
    console.log(`LEFT OUT: ${what} is not played without ${missing.join(' and ')}, which this machine does not have.`)
    process.exit(process.env.CI_REQUIRE_ALL ? 1 : 0)
  }
  return {
    postgres: programOf('postgres'),
    nginx: programOf('nginx'),
    openssl: programOf('openssl'),
    pgbackrest: programOf('pgbackrest'),
    jq: programOf('jq'),
  }
}

/** Gives a folder and all that is in it to the ordinary user. */
export function giveAway(folder: string): void {
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}

type Env = Record<string, string>

/** Runs a program to its end, as the ordinary user; returns what it prints. */
export async function run(
  file: string,
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Env },
): Promise<string> {
  const options = { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env }, ...identity, maxBuffer: 2 ** 26 }
  return (await promisify(execFile)(file, args, options)).stdout.trim()
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_TIMEOUT_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`)
    await delay(50)
  }
}

export const SUPERUSER = { user: 'postgres', password: 'of the administrator' }
export const ROLE = { user: 'sejour', password: 'of-the-service' }

export interface Cluster extends Running {
  port: number
  /** As the role of the service, with the certificate checked. */
  urlOf(database: string): string
  createDatabase(name: string): Promise<void>
  dropDatabase(name: string): Promise<void>
  /** The number of sessions that wait for one. */
  waitersFor(pid: number): Promise<number>
  /** Answers commits only when this client has them. */
  synchronize(client: string): Promise<void>
}

interface PostgresOptions {
  port?: number
  /** Further lines of postgresql.conf, for a new cluster. */
  configuration?: string
  env?: Env
}

/** PostgreSQL with TLS, and a role that is no superuser: a new cluster, or that of the folder. */
export async function startPostgres(
  folder: string,
  bin: string,
  certificates: ReturnType<typeof makeCertificates>,
  { port = 16_000 + Math.floor(Math.random() * 3_000), configuration = '', env = {} }: PostgresOptions = {},
) {
  const data = path.join(folder, 'data')
  const isNew = !existsSync(path.join(data, 'PG_VERSION'))
  if (isNew) {
    writeFileSync(path.join(folder, 'password'), SUPERUSER.password, { mode: 0o644 })
    const initdb = ['-D', data, '-U', SUPERUSER.user, '--pwfile', path.join(folder, 'password'), '--auth=scram-sha-256']
    await run(path.join(bin, 'initdb'), [...initdb, '--encoding=UTF8', '--locale=C.UTF-8'], { cwd: folder })
    writeFileSync(
      path.join(data, 'pg_hba.conf'),
      'local all all scram-sha-256\nhost all,replication all 127.0.0.1/32 scram-sha-256\n',
    )
    appendFileSync(path.join(data, 'postgresql.conf'), configuration)
  }
  const settings = {
    ssl: 'on',
    ssl_cert_file: certificates.cert,
    ssl_key_file: certificates.key,
    unix_socket_directories: folder,
    max_connections: '150',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = start(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], { cwd: folder, env })
  const admin = postgres({
    host: '127.0.0.1',
    port,
    database: 'postgres',
    ...SUPERUSER,
    ssl: 'require',
    max: 1,
    onnotice: () => {},
  })
  await until('PostgreSQL answers', async () => (await admin`select 1`).length === 1)
  if (isNew) await admin.unsafe(`create role ${ROLE.user} login password '${ROLE.password}'`)
  return {
    ...server,
    port,
    urlOf: (name: string) => `postgres://${ROLE.user}:${ROLE.password}@localhost:${port}/${name}?sslmode=verify-full`,
    async createDatabase(name: string) {
      await admin.unsafe(`create database ${name} owner ${ROLE.user}`)
    },
    async dropDatabase(name: string) {
      await admin.unsafe(`drop database ${name} with (force)`)
    },
    async waitersFor(pid: number) {
      return (await admin`select from pg_stat_activity where ${pid}::integer = any (pg_blocking_pids(pid))`).length
    },
    async synchronize(client: string) {
      await admin.unsafe(`alter system set synchronous_standby_names = '${client}'`)
      await admin`select pg_reload_conf()`
    },
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      await admin.end()
      return server.stop(signal)
    },
  } satisfies Cluster
}
