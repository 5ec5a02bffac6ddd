import type { Log } from '../lib/log.ts'

/** An outage is over when nothing has failed for this long: where connections run out, some work succeeds. */
const QUIET_MS = 5_000

/** A database that is away for this node: one line in the log when that begins, and one when it is over, however many requests fail. */
export class DatabaseOutage {
  readonly #log: Log
  #since: number | undefined
  #failedAt = 0
  /** When something has worked again since the last failure. */
  #workedAt: number | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** True from the first failure until the line of its end. */
  get isOn(): boolean {
    return this.#since !== undefined
  }

  /** Notes work that has failed because the database is away. */
  failed(error: unknown): void {
    this.#failedAt = Date.now()
    this.#workedAt = undefined
    if (this.#since !== undefined) return
    this.#since = this.#failedAt
    this.#log.error({ reason: String(error) }, 'database away')
  }

  /** Notes that the database has done something that needs all of it. */
  worked(): void {
    if (this.#since === undefined) return
    this.#workedAt ??= Date.now()
    if (Date.now() - this.#failedAt < QUIET_MS) return
    this.#log.info({ seconds: Math.round((this.#workedAt - this.#since) / 1_000) }, 'database back')
    this.#since = undefined
  }
}
