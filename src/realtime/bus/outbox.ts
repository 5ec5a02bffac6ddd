import { type Database, type Queryable, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Log } from '../../platform/lib/log.ts'
import { runInBackground } from '../../platform/lib/work-context.ts'
import type { BusMessage } from './messages.ts'

/** How soon after a message was written the outbox is read: its transaction commits at an unknown time. */
const FIRST_MS = 2
/** How often the outbox is read while nothing happens here: another node may have died before it relayed. */
const IDLE_MS = 500
/** How often relayed messages are deleted. */
const CLEAN_MS = 60_000

export interface OutboxOptions {
  db: Database
  log: Log
  /** Whether this node hears what it publishes; before that messages wait. */
  isReady(): boolean
  /** Publishes texts in their order. */
  relay(texts: string[]): Promise<void>
}

/**
 * Messages written in the transactions that cause them and relayed after their commit, in the order of the commits, at least
 * once. One node relays at a time. Who writes reads soon, and less and less often until the idle pace.
 */
export class Outbox {
  readonly #options: OutboxOptions
  #wait = IDLE_MS
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isRunning = false
  #woken = false
  #stopped = true
  #cleanedAt = performance.now()

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  async write(db: Queryable, messages: BusMessage[]): Promise<void> {
    for (const message of messages) {
      const channel = message.kind === 'event' ? message.channel : message.kind
      await queries.bus.insertOutbox(db, { channel, message: JSON.stringify(message) })
    }
    this.#wait = FIRST_MS
    this.#woken = true
    this.#schedule()
  }

  /** Messages relayed since a time of the database, for a node that missed them. */
  async relayedSince(since: string): Promise<string[]> {
    const rows = await queries.bus.listRelayed(this.#options.db, { since })
    return rows.map(({ message }) => message)
  }

  start(): void {
    this.#stopped = false
    this.#schedule()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(): void {
    if (this.#stopped || this.#isRunning) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      // A request may set the timer, but the messages are not its own.
      this.#running = runInBackground(() => this.#run())
    }, this.#wait).unref()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    this.#woken = false
    let relayed = 0
    try {
      do relayed = this.#options.isReady() ? await this.#relay() : 0
      while (relayed > 0 && !this.#stopped)
      if (performance.now() - this.#cleanedAt > CLEAN_MS) {
        this.#cleanedAt = performance.now()
        await queries.bus.deleteRelayed(this.#options.db, {})
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'messages are waiting in the outbox')
      this.#wait = IDLE_MS
    }
    this.#isRunning = false
    if (!this.#woken) this.#wait = Math.min(2 * this.#wait, IDLE_MS)
    this.#schedule()
  }

  #relay(): Promise<number> {
    const { db, relay } = this.#options
    return transaction(db, async (tx) => {
      if (!(await queries.bus.lockOutbox(tx, {})).locked) return 0
      const rows = await queries.bus.listOutbox(tx, {})
      if (rows.length === 0) return 0
      await relay(rows.map(({ message }) => message))
      await queries.bus.markRelayed(tx, { ids: rows.map(({ id }) => id) })
      return rows.length
    })
  }
}
