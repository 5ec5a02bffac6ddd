import { setTimeout as pause } from 'node:timers/promises'
import { isAway, isBusy } from '../db/errors.ts'
import { runInBackground } from '../lib/work-context.ts'

const PAUSE_MS = 250
/** A client with this many open requests has forgotten their keys: drop the oldest, which become void after a minute. */
const MOST = 10_000

/** Statements that the database could not take while it was away; they run as soon as it is back, in their order. */
export class Unsettled {
  readonly #waiting = new Set<() => Promise<unknown>>()
  #isRunning = false
  #isStopped = false

  add(settle: () => Promise<unknown>): void {
    this.#waiting.add(settle)
    const [oldest] = this.#waiting
    if (this.#waiting.size > MOST && oldest) this.#waiting.delete(oldest)
    if (!this.#isRunning) void runInBackground(() => this.#run())
  }

  stop(): void {
    this.#isStopped = true
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (const settle of this.#waiting) {
      // One after the other without a rest: after an outage there are as many as clients that come back with their keys.
      let failure = await failureOf(settle)
      while (!this.#isStopped && isAway(failure)) {
        await pause(PAUSE_MS, undefined, { ref: false })
        failure = await failureOf(settle)
      }
      this.#waiting.delete(settle)
      // A client that is back with its key holds a lock on it until a standby has confirmed that, longer than a lock is waited for.
      // The others do not wait for it.
      if (!this.#isStopped && isBusy(failure)) this.#waiting.add(settle)
    }
    this.#isRunning = false
  }
}

/** Why something failed; undefined: it did not. */
const failureOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  )
