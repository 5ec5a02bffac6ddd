import { ClientGoneError, type RequestContext, workContext } from '../lib/work-context.ts'

/** No connection was free in time. */
export class NoConnectionError extends Error {
  /** src/db/errors.ts knows unreachable databases by such codes. */
  readonly code = 'CONNECTION_NOT_FREE'

  constructor() {
    super('No connection to the database was free in time')
  }
}

/** How long a job waits for a connection; nobody waits for it. */
const JOB_WAIT_MS = 30_000

/** How long the present work waits for a connection at most, where a request waits `requestMs`. */
export const waitTimeoutMs = (requestMs: number): number =>
  workContext().request === undefined ? Math.max(JOB_WAIT_MS, requestMs) : requestMs

interface Waiter {
  request: RequestContext | undefined
  enter(): void
  refuse(error: Error): void
}

/** Work that waits. Parties take turns, so that nobody waits for all that another has asked for. */
class Line {
  /** By party, in the order of their turns. */
  readonly #waiting = new Map<string, Waiter[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  push(waiter: Waiter, party: string): void {
    const own = this.#waiting.get(party)
    if (own) own.push(waiter)
    else this.#waiting.set(party, [waiter])
    this.#length++
  }

  /** Takes back one that waits no more. */
  remove(waiter: Waiter, party: string): void {
    const own = this.#waiting.get(party)
    const index = own?.indexOf(waiter) ?? -1
    if (own === undefined || index < 0) return
    own.splice(index, 1)
    if (own.length === 0) this.#waiting.delete(party)
    this.#length--
  }

  /** The first of the party whose turn it is; its next one waits until all the others had theirs. */
  shift(): Waiter | undefined {
    for (const [party, own] of this.#waiting) {
      const first = own.shift()
      this.#waiting.delete(party)
      if (own.length > 0) this.#waiting.set(party, own)
      if (first === undefined) continue
      this.#length--
      return first
    }
    return undefined
  }
}

/**
 * The places of a pool, whose own queue has no end: work waits here, for a limited time. Requests and jobs that wait
 * take turns, and among the requests those who ask.
 */
export class Semaphore {
  readonly #count: number
  readonly #waitMs: number
  readonly #requests = new Line()
  readonly #jobs = new Line()
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
   * @throws NoConnectionError when none becomes free in time, ClientGoneError when the client has not waited for it.
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
      line.remove(waiter, party)
      reject(new NoConnectionError())
    }, waitTimeoutMs(this.#waitMs))
    const waiter: Waiter = {
      request,
      enter() {
        clearTimeout(timer)
        resolve()
      },
      refuse(error) {
        clearTimeout(timer)
        reject(error)
      },
    }
    line.push(waiter, party)
    return promise
  }

  /** How many places are taken, how much work waits for one, and how much has had no connection so far. */
  figures(): { taken: number; waiting: number; refused: number } {
    return { taken: this.#taken, waiting: this.#requests.length + this.#jobs.length, refused: this.#refused }
  }

  /** Counts work that had no connection, because it waited in vain or because the server is away. */
  countRefused(): void {
    this.#refused++
  }

  /** Gives a place to the next who waits, or back. */
  release(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (!next.request?.isGone) {
        next.enter()
        return
      }
      next.refuse(new ClientGoneError())
    }
    this.#taken--
  }

  #next(): Waiter | undefined {
    const [first, second] = this.#isTurnOfJobs ? [this.#jobs, this.#requests] : [this.#requests, this.#jobs]
    this.#isTurnOfJobs = !this.#isTurnOfJobs
    return first.shift() ?? second.shift()
  }
}
