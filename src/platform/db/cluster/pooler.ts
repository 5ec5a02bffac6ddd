import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { addressesOf } from '../address.ts'
import type { Database } from '../client.ts'
import type { SharedSessions } from '../connections.ts'
import { UnfitSessionsError } from '../errors.ts'
import { openClient, processesOf } from '../servers.ts'
import { setAll, settingsFor, type Use } from '../sessions.ts'
import type { Ways } from './cluster.ts'

/** Rounds in which two clients are asked in turn which process serves them. */
const TURNS = 8
/** Servers that a pooler may give away before the one that is looked for is among them. */
const HOLDERS = 4
/** Time-out of a pooler that is to give a further server; its pool may have one only. */
const ANOTHER_MS = 2_000
/** Time-out of a notification. */
const HEARD_MS = 5_000

const PID = 'select pg_backend_pid() as pid'

/** True if one process serves two clients that are connected at once, or several serve one of them. */
async function isShared(one: Sql, other: Sql): Promise<boolean> {
  const [first, second] = [new Set<number>(), new Set<number>()]
  for (let turn = 0; turn < TURNS; turn++) {
    first.add((await processesOf(one)).serving)
    second.add((await processesOf(other)).serving)
  }
  return first.size > 1 || second.size > 1 || [...first].every((pid) => second.has(pid))
}

/** True if a statement that a client has prepared is there when another server serves it. */
async function keepsStatements(client: Sql, open: () => Sql): Promise<boolean> {
  // In a transaction, where the driver cannot prepare it a second time in silence. Without a parameter it would not prepare it at all.
  const ask = async () => {
    const [row] = await client.begin((tx) => tx.unsafe<{ pid: number }[]>(`${PID} where $1`, [true], { prepare: true }))
    return row?.pid
  }
  const pid = await ask()
  const late = new AbortController()
  const hold = async (left: number): Promise<boolean> =>
    open().begin(async (tx) => {
      const [row] = await tx.unsafe<{ pid: number }[]>(PID)
      if (row?.pid !== pid) return left > 1 && hold(left - 1)
      return ask().then(
        (next) => next !== pid,
        () => false,
      )
    })
  const kept = await Promise.race([
    hold(HOLDERS).catch(() => false),
    delay(ANOTHER_MS, false, { signal: late.signal }).catch(() => false),
  ])
  late.abort()
  return kept
}

/**
 * The settings that a pooler in transaction mode keeps for a client. Undefined where the session is the client's own: without a pooler, or
 * with one in session mode. Sets nothing in any session.
 */
export async function sharedSessionsOf(url: string, ca?: string): Promise<SharedSessions | undefined> {
  const clients: Sql[] = []
  const open = () => {
    const client = openClient(url, ca)
    clients.push(client)
    return client
  }
  try {
    const one = open()
    const { greeted, serving } = await processesOf(one)
    if (greeted === serving || !(await isShared(one, open()))) return undefined
    return { prepares: await keepsStatements(one, open) }
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 0 })))
  }
}

/**
 * The settings that a pooler keeps; undefined where sessions are the service's own.
 * @throws UnfitSessionsError when the service needs further ways.
 */
export async function assertWays({
  url,
  readUrl,
  directUrl,
  replicaUrls = [],
  ca,
}: Ways): Promise<SharedSessions | undefined> {
  // A replica that is away now may be back later.
  const replicas = await Promise.all(replicaUrls.map((own) => sharedSessionsOf(own, ca).catch(() => undefined)))
  if (replicas.some((shared) => shared !== undefined))
    throw new UnfitSessionsError(
      'DATABASE_REPLICA_URLS leads through a pooler in transaction mode: it must lead to the replicas themselves, or to a pooler in session mode.',
    )
  // A connection that fails is reported by the migrations, which come next and create a missing database.
  const shared = await sharedSessionsOf(url, ca).catch(() => undefined)
  const sessionsOf = (name: string, own: string) =>
    sharedSessionsOf(own, ca).catch((cause: Error) => {
      throw new UnfitSessionsError(`Cannot use ${name}: ${cause.message}`, { cause })
    })
  const reads = readUrl === undefined ? shared : await sessionsOf('DATABASE_READ_URL', readUrl)
  if (directUrl !== undefined && (await sessionsOf('DATABASE_DIRECT_URL', directUrl)))
    throw new UnfitSessionsError(
      'DATABASE_DIRECT_URL leads through a pooler in transaction mode: it must lead to PostgreSQL itself, or to a pooler in session mode.',
    )
  if (shared === undefined && reads === undefined) return undefined
  if (shared === undefined || reads === undefined)
    throw new UnfitSessionsError('DATABASE_URL and DATABASE_READ_URL must lead through the same mode of a pooler.')
  if (directUrl === undefined)
    throw new UnfitSessionsError(
      'DATABASE_URL leads through a pooler in transaction mode, through which neither LISTEN nor migrations work: set DATABASE_DIRECT_URL to PostgreSQL itself, or use session mode.',
    )
  if (readUrl === undefined)
    throw new UnfitSessionsError(
      'DATABASE_URL leads through a pooler in transaction mode, where reads need an entry of their own that is read-only: set DATABASE_READ_URL to it.',
    )
  return { prepares: shared.prepares && reads.prepares }
}

interface Session {
  settings: Record<string, string | null>
  database: string
  host: string | null
  port: number | null
}

/** The settings of a session, of those that it should have. */
async function sessionOf(db: Database, use: Use, names: string[]): Promise<Session> {
  const [row] = await db.pool.run(use, (connection) =>
    connection<Session[]>`
      select (select jsonb_object_agg(name, current_setting(name, true)) from unnest(${names}::text[]) as name) as settings,
        current_database() as database, host(inet_server_addr()) as host, inet_server_port() as port`.execute(),
  )
  if (row === undefined) throw new Error('The database says nothing of its sessions')
  return row
}

/** The line of a file of pgbouncer by which a session has all settings. */
function entryOf(url: string, { database, host, port }: Session, wanted: Record<string, string>): string {
  const name = decodeURIComponent(addressesOf(url).all[0].url.replace(/^.*\/([^/?]*).*$/, '$1'))
  return `${name} = host=${host ?? '…'} port=${port ?? '…'} dbname=${database} connect_query='${setAll(wanted)}'`
}

/**
 * Asks whether the settings of sessions took, for reads and for writes, and whether a notification is heard.
 * @throws UnfitSessionsError with what to add.
 */
export async function assertSessions(db: Database, { url, readUrl = url }: Ways): Promise<void> {
  const lines: string[] = []
  const missing = new Set<string>()
  for (const use of ['write', 'read'] as const) {
    const wanted = settingsFor(use)
    const expected: Record<string, string> = { ...wanted, TimeZone: 'UTC' }
    const session = await sessionOf(db, use, Object.keys(expected))
    const wrong = Object.keys(expected).filter((name) => session.settings[name] !== expected[name])
    if (wrong.length === 0) continue
    for (const name of wrong) missing.add(name)
    lines.push(entryOf(use === 'read' ? readUrl : url, session, wanted))
  }
  if (lines.length > 0)
    throw new UnfitSessionsError(
      `Sessions that a pooler shares lack settings (${[...missing].join(', ')}). Its entries need, in pgbouncer.ini under [databases]:\n\n${lines.join('\n')}\n\nThen RELOAD and RECONNECT on its console (with a user of admin_users), or restart it, and start again.`,
    )
  await assertHeard(db)
}

async function assertHeard(db: Database): Promise<void> {
  const word = randomUUID()
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const { unlisten } = await db.listen('sejour_start', (text) => {
    if (text === word) resolve()
  })
  const end = new AbortController()
  await db`select pg_notify('sejour_start', ${word})`
  const isHeard = await Promise.race([heard.then(() => true), delay(HEARD_MS, false, { signal: end.signal })])
  end.abort()
  await unlisten()
  if (!isHeard)
    throw new UnfitSessionsError(
      'A notification of the database was not heard: DATABASE_DIRECT_URL must lead to the same database as DATABASE_URL, and LISTEN must work there.',
    )
}
