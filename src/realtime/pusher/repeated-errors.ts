import { setTimeout as delay } from 'node:timers/promises'
import { logged } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/lib/log.ts'

const RETRY_MS = 1_000

/** Errors of work that is tried until it succeeds: each is logged once, however often it comes again. */
export class RepeatedErrors {
  readonly #log: Log
  /** The last error of each work, by the text of its line. */
  readonly #last = new Map<string, string>()

  constructor(log: Log) {
    this.#log = log
  }

  report(error: unknown, text: string): void {
    if (this.#last.get(text) === String(error)) return
    this.#last.set(text, String(error))
    this.#log.error(logged(error), text)
  }

  /** Reports an error, and waits before the next try. */
  async pause(error: unknown, text: string): Promise<void> {
    this.report(error, text)
    await delay(RETRY_MS, undefined, { ref: false })
  }

  /** Forgets the error of work that has succeeded. */
  forget(text: string): void {
    this.#last.delete(text)
  }
}
