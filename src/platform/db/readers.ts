import { workContext } from '../lib/work-context.ts'
import type { Servers } from './cluster/cluster.ts'
import { databaseError } from './errors.ts'
import { type ConnectionOptions, type Database, openPool, PATIENCE_MS, WAIT_MS } from './pool.ts'
import { Semaphore } from './semaphore.ts'

const LOCK_NOT_FREE = '55P03'
/** Reads that postgres.js sends over one connection without waiting for answers. */
const READS_AT_ONCE = 8
/** A route that gave up a lock keeps to the half where that happened for this long. */
const LOCKED_MS = 10_000

/** Half of the connections for reads. */
export interface Half<Connection> {
  sql: Connection
  semaphore: Semaphore
}

interface Route<Connection> {
  half: Half<Connection>
  /** Number of its reads that run or wait for a place. */
  reads: number
  lockedUntil: number
}

/**
 * The connections for reads, in two halves. A connection carries several reads one after the other, so those of a locked table hold up
 * others behind them. A route uses one half at a time, and routes that have met a lock share one: the other half serves the rest.
 */
export class Readers<Connection> {
  readonly #halves: readonly [Half<Connection>, ...Half<Connection>[]]
  readonly #answerMs: number | undefined
  readonly #routes = new Map<string, Route<Connection>>()

  /** @param answerMs how long a read may take; undefined: for ever. */
  constructor(halves: readonly [Half<Connection>, ...Half<Connection>[]], answerMs?: number) {
    this.#halves = halves
    this.#answerMs = answerMs
  }

  /** Runs a read of the present route when a place is free. @throws ConnectionError, ClientGoneError */
  run<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    // A connection that several reads share is not silent when some of them are answered.
    return this.#onHalf(({ sql, semaphore }) => semaphore.withPlace(() => read(sql), this.#answerMs))
  }

  async #onHalf<T>(read: (half: Half<Connection>) => Promise<T>): Promise<T> {
    const name = workContext().request?.route ?? ''
    const half = this.#halfFor(name)
    const route = this.#routes.get(name) ?? { half, reads: 0, lockedUntil: 0 }
    route.half = half
    route.reads++
    this.#routes.set(name, route)
    try {
      return await read(half)
    } catch (error) {
      if (databaseError(error)?.code === LOCK_NOT_FREE) {
        route.half = this.#lockedHalf() ?? half
        route.lockedUntil = performance.now() + LOCKED_MS
      }
      throw error
    } finally {
      route.reads--
      if (route.reads === 0 && !isLocked(route)) this.#routes.delete(name)
    }
  }

  #halfFor(name: string): Half<Connection> {
    const own = this.#routes.get(name)
    const locked = this.#lockedHalf()
    if (locked !== undefined)
      return own && isLocked(own) ? locked : (this.#halves.find((half) => half !== locked) ?? locked)
    if (own !== undefined && own.reads > 0) return own.half
    return this.#halves.reduce((best, half) => (loadOf(half) < loadOf(best) ? half : best))
  }

  /** The routes that have waited for a lock. */
  #lockedHalf(): Half<Connection> | undefined {
    for (const route of this.#routes.values()) if (isLocked(route)) return route.half
    return undefined
  }

  get connections(): Connection[] {
    return this.#halves.map(({ sql }) => sql)
  }

  figures(): ReturnType<Semaphore['figures']> {
    const all = this.#halves.map(({ semaphore }) => semaphore.figures())
    const sum = (of: keyof ReturnType<Semaphore['figures']>) => all.reduce((total, figures) => total + figures[of], 0)
    return { taken: sum('taken'), waiting: sum('waiting'), refused: sum('refused') }
  }
}

const isLocked = ({ lockedUntil }: { lockedUntil: number }): boolean => performance.now() < lockedUntil

function loadOf({ semaphore }: { semaphore: Semaphore }): number {
  const { taken, waiting } = semaphore.figures()
  return taken + waiting
}

/** Places for work on connections. */
export const placesFor = (
  { waitMs = WAIT_MS, patienceMs = PATIENCE_MS }: ConnectionOptions,
  count: number,
): Semaphore => new Semaphore(count, waitMs, patienceMs)

/** The places for reads on connections; where sessions are shared, each connection carries one at a time. */
export const readPlaces = (options: ConnectionOptions, connections: number): Semaphore =>
  placesFor(options, options.shared ? connections : READS_AT_ONCE * connections)

/** Opens connections for reads in two halves, or in one where there is one connection. @param answerMs as of `Readers`. */
export function openReaders(
  servers: Servers,
  options: ConnectionOptions,
  max: number,
  answerMs?: number,
): Readers<Database> {
  const open = (count: number) => ({
    sql: openPool(servers, options, count, 'read'),
    semaphore: readPlaces(options, count),
  })
  const first = open(Math.ceil(max / 2))
  return new Readers(max === 1 ? [first] : [first, open(Math.floor(max / 2))], answerMs)
}
