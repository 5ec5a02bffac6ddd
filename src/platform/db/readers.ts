import { workContext } from '../lib/work-context.ts'
import type { Servers } from './cluster/cluster.ts'
import { type Connections, openConnections, type Settings } from './connections.ts'
import { databaseError } from './errors.ts'
import { Semaphore } from './semaphore.ts'

const LOCK_NOT_FREE = '55P03'
/** Reads that postgres.js sends over one connection without waiting for answers: one at a time takes twice the processor time. */
const READS_AT_ONCE = 8
/** A route that gave up a lock keeps to the half where that happened for this long. */
const LOCKED_MS = 10_000

/** Half of the connections for reads. */
interface Half<Connection> {
  sql: Connection
  semaphore: Semaphore
}

/** The reads of a route that run or wait for a place, and their half. */
interface Route<Connection> {
  half: Half<Connection> | undefined
  reads: number
  lockedUntil: number
}

/**
 * The connections for reads, in two halves. A connection carries several reads one after the other, so those of a locked table hold up
 * others behind them. A route uses one half at a time, and routes that have met a lock share one: the other half serves the rest.
 */
export class Readers<Connection> {
  readonly #halves: Half<Connection>[]
  readonly #answerMs: number | undefined
  readonly #routes = new Map<string, Route<Connection>>()
  /** The half of the routes that have met a lock. */
  #locked: Half<Connection> | undefined
  #lockedUntil = 0

  /** @param answerMs how long a read may take; undefined: for ever. */
  constructor(halves: Half<Connection>[], answerMs?: number) {
    this.#halves = halves
    this.#answerMs = answerMs
  }

  /** Runs a read of the present route when a place is free. @throws ConnectionError, ClientGoneError */
  async run<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    const name = workContext().request?.route ?? ''
    const route = this.#routes.get(name) ?? { half: undefined, reads: 0, lockedUntil: 0 }
    this.#routes.set(name, route)
    const half = this.#halfFor(route)
    route.half = half
    route.reads++
    try {
      // A connection that several reads share is not silent when some of them are answered.
      return await half.semaphore.withPlace(() => read(half.sql), this.#answerMs)
    } catch (error) {
      if (databaseError(error)?.code === LOCK_NOT_FREE) {
        const now = performance.now()
        if (now >= this.#lockedUntil) this.#locked = half
        this.#lockedUntil = route.lockedUntil = now + LOCKED_MS
      }
      throw error
    } finally {
      route.reads--
    }
  }

  #halfFor({ half, reads, lockedUntil }: Route<Connection>): Half<Connection> {
    const now = performance.now()
    const kept =
      now < this.#lockedUntil
        ? this.#halves.find((one) => (one === this.#locked) === now < lockedUntil)
        : reads > 0 && half
    return kept || this.#halves.reduce((best, one) => (one.semaphore.load < best.semaphore.load ? one : best))
  }

  get connections(): Connection[] {
    return this.#halves.map(({ sql }) => sql)
  }

  figures(): ReturnType<Semaphore['figures']> {
    const figures = { taken: 0, waiting: 0, refused: 0 }
    for (const { semaphore } of this.#halves)
      for (const [name, count] of Object.entries(semaphore.figures())) figures[name as keyof typeof figures] += count
    return figures
  }
}

/** Connections with their places: several reads on each, or one where sessions are shared. */
export const halfOn = (sql: Connections, settings: Settings, connections: number): Half<Connections> => ({
  sql,
  semaphore: new Semaphore(
    settings.shared ? connections : READS_AT_ONCE * connections,
    settings.waitMs,
    settings.patienceMs,
  ),
})

/** Opens connections for reads in two halves, or in one where there is one connection. @param answerMs as of `Readers`. */
export function openReaders(
  servers: Servers,
  settings: Settings,
  max: number,
  answerMs?: number,
): Readers<Connections> {
  const counts = max === 1 ? [1] : [Math.ceil(max / 2), Math.floor(max / 2)]
  const halves = counts.map((count) => halfOn(openConnections(servers, settings, count, 'read'), settings, count))
  return new Readers(halves, answerMs)
}
