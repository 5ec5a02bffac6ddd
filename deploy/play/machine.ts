import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { unprivilegedUser } from '../../src/dev/postgres/privileges.ts'

/** Programs and processes of the machine that the guide is played on. Everything runs as an ordinary user. */

const WAIT_TIMEOUT_MS = 60_000
const user = unprivilegedUser()
const identity = user ? { uid: user.uid, gid: user.gid } : {}

/** Where programs are; of PostgreSQL the folder. */
const PROGRAMS = {
  postgres: '/usr/lib/postgresql/*/bin',
  nginx: '/usr/{sbin,bin}/nginx',
  openssl: '/usr/{bin,local/bin}/openssl',
  pgbackrest: '/usr/{bin,local/bin}/pgbackrest',
  jq: '/usr/{bin,local/bin}/jq',
}
type Program = keyof typeof PROGRAMS

/** Where a program is, or an empty text. */
export const programOf = (name: Program): string => globSync(PROGRAMS[name]).toSorted().at(-1) ?? ''

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

/** Makes a folder that belongs to the ordinary user. */
export function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Has a folder and all that is in it belong to the ordinary user. */
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

/** A process in the background, with all that it prints. */
export interface Running {
  child: ChildProcess
  output(): string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export function start(file: string, args: string[], { cwd, env = {} }: { cwd: string; env?: Env }): Running {
  const options = { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env }, ...identity }
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exit
    },
  }
}

/** A private authority, and a certificate of it for `localhost` that the ordinary user may read. */
export function makeCertificates(folder: string): { ca: string; cert: string; key: string } {
  const file = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const newKey = (key: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
  ]
  openssl('req', '-x509', ...newKey('ca.key'), '-out', 'ca.pem', '-subj', '/CN=authority', '-days', '2')
  openssl('req', ...newKey('server.key'), '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(file('extensions'), 'subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'extensions', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed)
  if (user) for (const name of ['server.key', 'server.pem', 'ca.pem']) chownSync(file(name), user.uid, user.gid)
  chmodSync(file('server.key'), 0o600)
  return { ca: file('ca.pem'), cert: file('server.pem'), key: file('server.key') }
}

export const SUPERUSER = { user: 'postgres', password: 'of the administrator' }
export const ROLE = { user: 'sejour', password: 'of-the-service' }

export interface Cluster extends Running {
  port: number
  /** As the role of the service, with the certificate checked. */
  urlOf(database: string): string
  createDatabase(name: string): Promise<void>
  dropDatabase(name: string): Promise<void>
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
