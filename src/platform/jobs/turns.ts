/** Jobs that a caller may enqueue at once before others pass. */
const FREE = 10
/** Jobs of a queue that are done in a second, about. */
const A_SECOND = 20
const LOWEST = -1_000
/** Callers that are remembered at most; those without jobs are forgotten first. */
const MOST = 10_000

/**
 * Lets callers take turns in a queue: a job of somebody who has enqueued much lately waits behind the jobs of others. Each node counts
 * what it enqueues itself.
 */
export class Turns {
  readonly #lately = new Map<string, { jobs: number; at: number }>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get size(): number {
    return this.#lately.size
  }

  /** Counts a job, and returns its priority in pg-boss, where the highest is done first: 0, or less by one for each ten jobs of the caller. */
  priorityOf(queue: string, party: string | undefined): number {
    if (party === undefined) return 0
    const key = `${queue} ${party}`
    const now = this.#now()
    const before = this.#lately.get(key)
    const left = before ? Math.max(0, before.jobs - ((now - before.at) / 1_000) * A_SECOND) : 0
    this.#lately.delete(key)
    this.#lately.set(key, { jobs: left + 1, at: now })
    if (this.#lately.size > MOST) this.#forget(now)
    return Math.max(LOWEST, 0 - Math.floor(left / FREE))
  }

  /** Forgets callers whose jobs are done, or else the one that was quiet longest. */
  #forget(now: number): void {
    for (const [key, { jobs, at }] of this.#lately)
      if (((now - at) / 1_000) * A_SECOND >= jobs) this.#lately.delete(key)
    const [quietest] = this.#lately.keys()
    if (this.#lately.size > MOST && quietest !== undefined) this.#lately.delete(quietest)
  }
}
