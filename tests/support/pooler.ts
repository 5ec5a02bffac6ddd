import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../src/dev/free-port.ts'
import { unprivilegedUser } from '../../src/dev/postgres/privileges.ts'
import type { PoolOptions } from '../../src/platform/db/client.ts'
import { setAll, settingsFor } from '../../src/platform/db/sessions.ts'
import { fastFolder } from './folders.ts'

const BINARIES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/** The program that is installed here; undefined: none, and tests that need it are skipped loudly. */
export const pgbouncerBinary = BINARIES.find((file) => existsSync(file))

export type PoolMode = 'session' | 'transaction'

interface Wanted {
  /** The server behind it. */
  serverUrl: string
  mode: PoolMode
  /** Beginning of each of its connections to the server. */
  connectQuery?: string | undefined
}

export interface Pooler {
  port: number
  stop(): Promise<void>
}

/** A pgbouncer in front of all databases of a server, as an ordinary user. */
export async function startPooler(binary: string, { serverUrl, mode, connectQuery }: Wanted): Promise<Pooler> {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-pooler-'))
  const file = (name: string) => path.join(folder, name)
  const server = new URL(serverUrl)
  const port = await freePort()
  writeFileSync(file('users'), `"${server.username}" "${server.password}"\n`)
  const query = connectQuery === undefined ? '' : ` connect_query='${connectQuery}'`
  writeFileSync(
    file('pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${file('users')}
pool_mode = ${mode}
max_client_conn = 4000
default_pool_size = 120
# What a test leaves behind is closed soon: PostgreSQL has room for some hundred connections.
server_idle_timeout = 5
autodb_idle_timeout = 10
server_login_retry = 0.2
log_connections = 0
log_disconnections = 0
`,
  )
  const user = unprivilegedUser()
  if (user) for (const name of [folder, file('users'), file('pgbouncer.ini')]) chownSync(name, user.uid, user.gid)
  const child = spawn(binary, [file('pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  let log = ''
  const up = Promise.withResolvers<void>()
  const exit = once(child, 'exit')
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000)
    if (log.includes('process up')) up.resolve()
  })
  void exit.then(() => up.reject(new Error(`pgbouncer has ended: ${log}`)))
  await up.promise
  up.promise.catch(() => undefined)
  return {
    port,
    async stop() {
      child.kill('SIGINT')
      await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, 2_000))])
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A pooler in front of the whole server of a run: one in session mode, or an entry each for writes and reads. */
export interface PoolerOfRun {
  mode: PoolMode
  write: number
  read: number
}

export async function startPoolers(binary: string, serverUrl: string, mode: PoolMode) {
  const entry = (use: 'read' | 'write') =>
    startPooler(binary, { serverUrl, mode, connectQuery: setAll(settingsFor(use)) })
  const started =
    mode === 'session' ? [await startPooler(binary, { serverUrl, mode })] : [await entry('write'), await entry('read')]
  const [write, read = write] = started
  if (write === undefined || read === undefined) throw new Error('no pooler has been started')
  return {
    ports: { mode, write: write.port, read: read.port } satisfies PoolerOfRun,
    async stop() {
      await Promise.all(started.map((pooler) => pooler.stop()))
    },
  }
}

/** Returns the way of a service's pool to a database through the pooler of the run. Pure. */
export function throughPooler(url: string, { mode, write, read }: PoolerOfRun): { url: string } & PoolOptions {
  const at = (port: number) => Object.assign(new URL(url), { port: String(port) }).href
  if (mode === 'session') return { url: at(write) }
  return { url: at(write), readUrl: at(read), directUrl: url, shared: { prepares: false } }
}
