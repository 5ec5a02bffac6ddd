import { assertAwaited, runConnected, workContext } from '../lib/work-context.ts'
import type { Database, PoolOptions, TransactionOptions, Work } from './client.ts'
import type { Servers } from './cluster/cluster.ts'
import type { Replicas } from './cluster/replicas.ts'
import { inUnit } from './commits.ts'
import { type Connections, DEFAULTS, openConnections, type Queryable, type Transaction } from './connections.ts'
import { databaseError, isStale, isUndone, noConnection, TakenForReadError } from './errors.ts'
import { halfOn, openReaders, Readers } from './readers.ts'
import { Semaphore, Turns } from './semaphore.ts'
import { type Kind, LOCK_MS, type Use } from './sessions.ts'

/** The servers or poolers that lead to the database. */
type Places = Record<Use | 'direct', Servers>

/** The part of the connections that are for reads. */
const READ_SHARE = 0.4
/** The readiness check closes a connection without a reply after this long. */
const PROBE_SILENCE_MS = 3_000
const READ_ONLY = '25006'
const ATTEMPTS = 5
/** An attempt finds one stale statement of one connection: the longest transactions have some seventy statements. */
const STALE_ATTEMPTS = 200
/** The release whose rules a transaction carries out itself: triggers for nodes of earlier releases do nothing in it. */
const RELEASE = '0.4'

/**
 * The connections of a process to a database: one alone, or four in ten for reads, the others for transactions and statements that
 * write, and a further one for readiness. Callers hold its `db`.
 */
export class Pool {
  /** The connections for writes. Its tag waits for no place: for starts, commands and tests. */
  readonly db: Database
  /** The connection of readiness, however busy the others are. */
  readonly probe: Queryable
  readonly replicas: Replicas | undefined
  readonly #places: Places
  readonly #options: PoolOptions
  readonly #readers: Readers<Connections>
  readonly #writers: Semaphore
  readonly #turns: Turns
  readonly #onCommit = new Set<() => void>()

  constructor(places: Places, options: PoolOptions) {
    const settings = { ...DEFAULTS, ...options }
    const { max, waitMs, patienceMs, silenceMs } = settings
    const reads = max === 1 ? 0 : Math.max(1, Math.floor(max * READ_SHARE))
    const writes = openConnections(places.write, settings, max - reads, 'write')
    const answerMs = settings.patient ? undefined : silenceMs
    const readers =
      reads === 0
        ? new Readers([halfOn(writes, settings, 1)], answerMs)
        : openReaders(places.read, settings, reads, answerMs)
    const hasty = { ...settings, silenceMs: Math.min(silenceMs, PROBE_SILENCE_MS) }
    const probe = reads === 0 ? writes : openConnections(places.read, hasty, 1, 'read')
    const direct = { ...settings, shared: undefined }
    const listeners = places.direct === places.write ? writes : openConnections(places.direct, direct, 1, 'write')
    const replicas = reads === 0 ? undefined : options.replicas?.(settings, reads)
    const ends = new Set([writes, ...readers.connections, probe, listeners].map((one) => one.end))
    const end: Connections['end'] = async (how) =>
      void (await Promise.all([...[...ends].map((end) => end(how)), replicas?.end(how)]))
    this.#places = places
    this.#options = options
    this.#readers = readers
    this.#writers = new Semaphore(max - reads, waitMs, patienceMs)
    // As long as a request would wait for the lock itself.
    this.#turns = new Turns(Math.max(LOCK_MS, waitMs))
    this.probe = probe
    this.replicas = replicas
    this.db = Object.assign(writes, { pool: this, listen: listeners.listen, end })
  }

  /** Opens a connection of its own to the same database, around a pooler if there is a way. */
  connectAlso(): Database {
    const { direct } = this.#places
    const own = { ...this.#options, shared: undefined, max: 1 }
    return new Pool({ write: direct, read: direct, direct }, own).db
  }

  /** Load: reads, and transactions and statements that write. */
  figures(): Record<Use, ReturnType<Semaphore['figures']>> {
    return { read: this.#readers.figures(), write: this.#writers.figures() }
  }

  /** Calls back after each commit of requests and jobs. Returns a function that ends this. */
  onCommit(listener: () => void): () => void {
    this.#onCommit.add(listener)
    return () => void this.#onCommit.delete(listener)
  }

  /**
   * Refuses a request that will write and would wait for its connection for too long, before anything is done for it.
   * @throws ConnectionError
   */
  assertWritable(party: string): void {
    if (this.#writers.isTooLong(party)) throw this.#writers.counted(noConnection())
  }

  /**
   * Runs a statement when a connection is free for it; at once in a transaction.
   * @throws ConnectionError, ClientGoneError, TakenForReadError
   */
  run<T>(kind: Kind, statement: (connection: Queryable) => PromiseLike<T>): Promise<T> {
    return repeated(async () => {
      const answer = kind === 'replica' ? await this.replicas?.read(statement) : undefined
      if (answer !== undefined) return answer.value
      if (kind !== 'write') return this.#readers.run((connection) => this.#read(connection, statement))
      const result = await this.#writers.withPlace(async () => statement(this.db))
      this.#committed()
      return result
    })
  }

  async #read<T>(connection: Connections, statement: (connection: Queryable) => PromiseLike<T>): Promise<T> {
    try {
      return await statement(connection)
    } catch (cause) {
      if (connection !== this.db && databaseError(cause)?.code === READ_ONLY)
        throw new TakenForReadError('A statement that writes was taken for a read', { cause })
      throw cause
    }
  }

  /** Runs `transaction` of client.ts. */
  async transaction<T>(work: Work<T>, { turns = [], onAnyDatabase = false }: TransactionOptions): Promise<T> {
    const { connected, request } = workContext()
    if (connected) return this.#begin(work, onAnyDatabase)
    const result = await this.#turns.run(turns, () =>
      this.#writers.withPlace((meet) => {
        const awaited: Work<T> = async (tx) => {
          meet()
          assertAwaited()
          const done = await work(tx)
          assertAwaited()
          return done
        }
        return runConnected(() => this.#begin(awaited, onAnyDatabase))
      }, this.#writers.waitMs),
    )
    request?.resume()
    return result
  }

  async #begin<T>(work: Work<T>, onAnyDatabase: boolean): Promise<T> {
    const { done, send } = await repeated(async () => {
      const unit = (tx: Transaction) => inUnit(tx, work)
      // A result that is an array would be taken for a list of queries.
      return (await this.db.begin(onAnyDatabase ? unit : (tx) => entered(tx, unit))) as Awaited<ReturnType<typeof unit>>
    }, ATTEMPTS)
    send()
    this.#committed()
    return done
  }

  /** Something may have been committed. Work of the node itself, such as that of the listeners, wakes nobody. */
  #committed(): void {
    if (workContext().requestId !== undefined) for (const listener of this.#onCommit) listener()
  }
}

/** Runs work again after a conflict, as often as it may, and whenever a statement was prepared for columns of other types. */
async function repeated<T>(work: () => Promise<T>, attempts = 1): Promise<T> {
  for (let attempt = 1, stale = 1; ; )
    try {
      return await work()
    } catch (error) {
      const mayRepeat = isStale(error) ? stale++ < STALE_ATTEMPTS : isUndone(error) && attempt++ < attempts
      if (!mayRepeat) throw error
    }
}

/**
 * Asks whether the database is the one that nodes know, so that none gives out a number again, and says for whom a transaction works
 * (docs/design/accounts.md, "Audit"). Sent with its first statement, so that nobody waits for it.
 */
async function entered<T>(tx: Transaction, work: Work<T>): Promise<T> {
  const actor = workContext().request?.actor
  // Sent before the first statement of the work: a query waits until somebody asks for its answer.
  const asked = tx`
    select assert_checked(), set_config('sejour.release', ${RELEASE}, true),
      set_config('sejour.actor', ${actor === undefined ? '' : JSON.stringify(actor())}, true)`.execute()
  return (await pipeline({ asked, done: work(tx) })).done as T
}

/**
 * The results of statements that are sent without waiting for each other's answers, by name. PostgreSQL runs the statements of one
 * connection in the order in which they are sent, so the order of the names is the order of the locks. Waits until all have ended,
 * then throws the first error in this order: after an error none may go on, because the rollback ends the transaction. Keep savepoints
 * out of it: rolling one back would undo the statements beside it.
 */
export async function pipeline<T extends Record<string, unknown>>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(Object.values(work))
  const results: Record<string, unknown> = {}
  for (const [name, sent] of Object.entries(work)) results[name] = await sent
  return results as { [K in keyof T]: Awaited<T[K]> }
}
