import { RoundRobin } from '../lib/round-robin.ts'
import { assertAwaited, ClientGoneError, type RequestContext, workContext } from '../lib/work-context.ts'
import { noConnection } from './errors.ts'

/** How long a job waits for a connection; nobody waits for it. */
const JOB_WAIT_MS = 30_000

/** How long the present work waits for a connection at most, where a request waits `requestMs`. */
export const waitTimeoutMs = (requestMs: number): number =>
  workContext().request === undefined ? Math.max(JOB_WAIT_MS, requestMs) : requestMs

/**
 * Runs work that begins, by calling `begin`, within `ms` or not at all. Work that does not call it must end by then; it is
 * not waited for afterwards.
 * @throws ConnectionError, ClientGoneError
 */
export function withDeadline<T>(ms: number, work: (begin: () => void) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(noConnection())
  }, ms)
  const begin = () => {
    clearTimeout(timer)
    if (isLate) throw noConnection()
    assertAwaited()
  }
  work(begin)
    .finally(() => clearTimeout(timer))
    .then(resolve, reject)
  return promise
}

interface Waiter {
  request: RequestContext | undefined
  enter(): void
  refuse(error: Error): void
}

/**
 * The places of a pool, whose own queue has no end: work waits here, for a limited time. Requests and jobs that wait
 * take turns, and among the requests those who ask.
 */
export class Semaphore {
  readonly #count: number
  readonly #waitMs: number
  readonly #requests = new RoundRobin<Waiter>()
  readonly #jobs = new RoundRobin<Waiter>()
  #taken = 0
  #refused = 0
  #isTurnOfJobs = false

  /** @param waitMs how long a request waits. */
  constructor(count: number, waitMs: number) {
    this.#count = count
    this.#waitMs = waitMs
  }

  /**
   * Takes a place, at once if there is one.
   * @throws ConnectionError when none becomes free in time, ClientGoneError when the client has not waited for it.
   */
  acquire(): Promise<void> | undefined {
    if (this.#taken < this.#count) {
      this.#taken++
      return undefined
    }
    const { request } = workContext()
    const line = request === undefined ? this.#jobs : this.#requests
    const party = request?.party ?? ''
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      line.delete(waiter, party)
      reject(noConnection())
    }, waitTimeoutMs(this.#waitMs))
    const waiter: Waiter = { request, enter: resolve, refuse: reject }
    line.push(waiter, party)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Gives a place to the next who waits, or back. */
  release(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (!next.request?.isGone) return next.enter()
      next.refuse(new ClientGoneError())
    }
    this.#taken--
  }

  /** How many places are taken, how much work waits for one, and how much has had no connection so far. */
  figures(): { taken: number; waiting: number; refused: number } {
    return { taken: this.#taken, waiting: this.#requests.length + this.#jobs.length, refused: this.#refused }
  }

  /** Counts work that had no connection, because it waited in vain or because the server is away. */
  countRefused(): void {
    this.#refused++
  }

  #next(): Waiter | undefined {
    const [first, second] = this.#isTurnOfJobs ? [this.#jobs, this.#requests] : [this.#requests, this.#jobs]
    this.#isTurnOfJobs = !this.#isTurnOfJobs
    return first.shift() ?? second.shift()
  }
}
