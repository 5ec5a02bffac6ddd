import { isAway, isBusy, isRefused, UnfitSessionsError } from '../platform/db/errors.ts'

/** Time between two lines of a start that waits. */
const REPORT_MS = 60_000

/** Output of programs that a start runs when the database is away or takes no writes. */
const AWAY =
  /connection (?:refused|reset|timed out)|bad connection|broken pipe|\bEOF\b|starting up|shutting down|read-only transaction|during recovery|No space left|ECONN/i
const OF_A_PROGRAM = /^(?:Migration failed|The places are not loaded)/

/** SQLSTATEs of a database that answers and takes no writes: read-only, no room, or no lock or standby in time. */
const NO_WRITES = /^(?:25006|53100|57014|55P03|CONNECTION_UNREPLICATED)$/

/** True if a start may succeed when it is tried again: the database restarts, hangs, is away or takes no writes. Pure. */
export function mayPass(error: unknown): boolean {
  if (isRefused(error)) return false
  if (isAway(error) || isBusy(error)) return true
  if (error instanceof UnfitSessionsError) return mayPass(error.cause)
  return error instanceof Error && OF_A_PROGRAM.test(error.message) && AWAY.test(error.message)
}

/** True if a database may answer reads although a start has failed. Pure. */
export const takesNoWrites = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_WRITES.test(String(error.code))

/** Says at once, and then once a minute, why a start waits. */
export class Waiting {
  #reason = 'The database does not answer.'
  #reportedAt = Number.NEGATIVE_INFINITY
  readonly #timer: NodeJS.Timeout
  readonly #report: (text: string) => void

  constructor(report: (text: string) => void) {
    this.#report = report
    this.#timer = setInterval(() => this.because(this.#reason), REPORT_MS).unref()
  }

  because(reason: string): void {
    this.#reason = reason
    if (performance.now() - this.#reportedAt < REPORT_MS) return
    this.#reportedAt = performance.now()
    this.#report(`${reason} The start waits, and tries again.`)
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
