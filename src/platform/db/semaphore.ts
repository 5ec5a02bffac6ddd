import { RoundRobin } from '../lib/round-robin.ts'
import { ClientGoneError, type RequestContext, workContext } from '../lib/work-context.ts'
import { isUnreachable, noConnection } from './errors.ts'

/** Wait of a job for a connection; nobody waits for it. */
const JOB_WAIT_MS = 30_000

/**
 * The outcome of work that ends, or calls `meet`, within `ms`; afterwards `meet` throws, and the work is not waited for.
 * @throws ConnectionError
 */
export function withDeadline<T>(ms: number, work: (meet: () => void) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    late.reject(noConnection())
  }, ms)
  const meet = () => {
    clearTimeout(timer)
    if (isOver) throw noConnection()
  }
  return Promise.race([work(meet), late.promise]).finally(() => clearTimeout(timer))
}

interface Waiter {
  request: RequestContext | undefined
  enter(): void
  refuse(error: Error): void
}

/** Weight of the latest time between two freed places in their average. */
const LATEST_SHARE = 1 / 16

/**
 * The places of a pool, whose own queue has no end: work waits here, for a limited time. Requests and jobs that wait
 * take turns, and among the requests those who ask. Under overload everybody would wait until clients have left, and the answers
 * would be for nobody. So a request that would wait for long is refused at once.
 */
export class Semaphore {
  readonly #count: number
  readonly #waitMs: number
  readonly #patienceMs: number
  readonly #requests = new RoundRobin<Waiter>()
  readonly #jobs = new RoundRobin<Waiter>()
  #taken = 0
  #refused = 0
  #isTurnOfJobs = false
  /** When a place was freed last while work waited; undefined: nothing waited then. */
  #freedAt: number | undefined
  /** Average time between two freed places while work waited. */
  #gapMs = 0

  /**
   * @param waitMs how long a request waits.
   * @param patienceMs how long a request may expect to wait, by how fast places were freed lately, before its first transaction.
   */
  constructor(count: number, waitMs: number, patienceMs = Number.POSITIVE_INFINITY) {
    this.#count = count
    this.#waitMs = waitMs
    this.#patienceMs = patienceMs
  }

  /** Returns the longest wait of the present work for a connection. */
  get waitMs(): number {
    return workContext().request === undefined ? Math.max(JOB_WAIT_MS, this.#waitMs) : this.#waitMs
  }

  /**
   * Takes a place, at once if there is one.
   * @throws ConnectionError when none becomes free in time, or the line is too long; ClientGoneError when the client has not waited for it.
   */
  acquire(): Promise<void> | undefined {
    if (this.#taken < this.#count) {
      this.#taken++
      return undefined
    }
    const { request } = workContext()
    const line = request === undefined ? this.#jobs : this.#requests
    const party = request?.party ?? ''
    if (request?.isRefusable && this.isTooLong(party)) throw noConnection()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      line.delete(waiter, party)
      reject(noConnection())
    }, this.waitMs)
    const waiter: Waiter = { request, enter: resolve, refuse: reject }
    line.push(waiter, party)
    return promise.finally(() => clearTimeout(timer))
  }

  /** True if the line is too long for a request of a party that has written nothing yet. */
  isTooLong(party: string): boolean {
    return this.#requests.ahead(party) * this.#gapMs > this.#patienceMs
  }

  /** Gives a place to the next who waits, or back. */
  release(): void {
    this.#measure()
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (!next.request?.isGone) return next.enter()
      next.refuse(new ClientGoneError())
    }
    this.#taken--
  }

  /**
   * Runs work when there is a place for it, which stays taken until it has ended, also when its caller has stopped waiting; at once if it
   * has a connection.
   * @param ms how long the caller waits for its end, or until it calls `meet`; undefined: for ever.
   * @throws ConnectionError, ClientGoneError
   */
  async withPlace<T>(work: (meet: () => void) => Promise<T>, ms?: number): Promise<T> {
    if (workContext().connected) return work(() => {})
    try {
      const waiting = this.acquire()
      if (waiting !== undefined) await waiting
      const run = (meet: () => void) => work(meet).finally(() => this.release())
      return await (ms === undefined ? run(() => {}) : withDeadline(ms, run))
    } catch (error) {
      throw this.counted(error)
    }
  }

  /** Counts an error of work that has found no connection, or has lost it. */
  counted(error: unknown): unknown {
    if (isUnreachable(error)) this.#refused++
    return error
  }

  /** Returns the number of taken places, of waiting work, and of work that has had no connection so far. */
  figures(): { taken: number; waiting: number; refused: number } {
    return { taken: this.#taken, waiting: this.#requests.length + this.#jobs.length, refused: this.#refused }
  }

  /** The number of those who have a place or wait for one. */
  get load(): number {
    return this.#taken + this.#requests.length + this.#jobs.length
  }

  #measure(): void {
    const now = performance.now()
    if (this.#freedAt !== undefined) this.#gapMs += (now - this.#freedAt - this.#gapMs) * LATEST_SHARE
    this.#freedAt = this.#requests.length > 0 ? now : undefined
  }

  #next(): Waiter | undefined {
    const [first, second] = this.#isTurnOfJobs ? [this.#jobs, this.#requests] : [this.#requests, this.#jobs]
    this.#isTurnOfJobs = !this.#isTurnOfJobs
    return first.shift() ?? second.shift()
  }
}

/** Tasks that may want one lock at once: one holds it while the next gets ready; more would only occupy connections. */
const AT_ONCE = 2

/**
 * The turns of tasks that take the same locks in PostgreSQL, which serialises the nodes. Within a node tasks wait here without a
 * connection, so that two hundred bookings of one home leave the pool to other requests.
 */
export class Turns {
  readonly #locks = new Map<string, Semaphore>()
  readonly #waitMs: number

  /** @param waitMs how long a request waits for its turn. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /**
   * Runs work when at most one other task wants each of its locks, outermost first.
   * @throws ConnectionError, ClientGoneError
   */
  async run<T>([lock, ...others]: readonly string[], work: () => Promise<T>): Promise<T> {
    if (lock === undefined) return work()
    const turns = this.#locks.get(lock) ?? new Semaphore(AT_ONCE, this.#waitMs)
    this.#locks.set(lock, turns)
    return turns.withPlace(() => this.run(others, work)).finally(() => turns.load === 0 && this.#locks.delete(lock))
  }
}
