import { type Database, pipeline, type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { afterCommit, type Outlet } from '../../platform/db/commits.ts'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Log } from '../../platform/lib/log.ts'
import { type Loop, startLoop, UNTIL_WOKEN } from '../../platform/lib/loop.ts'
import type { WakeUps } from '../../platform/plugins/wake-ups.ts'
import type { BusMessage } from './messages.ts'

/** Pause after an error. */
const RETRY_MS = 500
/** Messages of transactions that commit within this time are relayed together. */
const JOIN_MS = 20
const BATCH = 500

export interface OutboxOptions {
  wakeUps: Pick<WakeUps, 'look'>
  db: Database
  log: Log
  /** The text of a message, as it is stored and relayed. */
  encode(db: Queryable, message: BusMessage): Promise<string>
  /** Relays the next messages, one node at a time, and returns how many. */
  relay(limit: number): Promise<number>
}

/**
 * Messages written in the transactions that cause them and relayed after their commit, in the order of the commits. The node that
 * writes relays at once.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #outlet: Outlet<BusMessage>
  #loop: Loop | undefined
  #endLooks: (() => void) | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#outlet = {
      store: (db, messages) => this.#store(db, messages),
      send: () => this.#loop?.wake(),
    }
  }

  /** Writes messages with the last statement of the transaction, or in one of their own. */
  async write(db: Database | Transaction, messages: BusMessage[]): Promise<void> {
    if ('savepoint' in db) await afterCommit(db, this.#outlet, messages)
    else await transaction(db, (tx) => afterCommit(tx, this.#outlet, messages))
  }

  start(): void {
    const loop = startLoop(() => this.#relayAll(), JOIN_MS)
    this.#loop = loop
    this.#endLooks = this.#options.wakeUps.look('seldom', async (db) => {
      if ((await queries.bus.isOutboxWaiting(db, {})).waiting) loop.wake()
    })
  }

  async stop(): Promise<void> {
    this.#endLooks?.()
    await this.#loop?.stop()
  }

  async #store(db: Queryable, messages: BusMessage[]): Promise<void> {
    const channels = messages.map((message) => (message.kind === 'event' ? message.channel : message.kind))
    const texts: string[] = []
    for (const message of messages) texts.push(await this.#options.encode(db, message))
    await pipeline({
      locked: queries.bus.lockChannels(db, { channels: [...new Set(channels)].sort() }),
      written: queries.bus.insertOutbox(db, { channels, messages: texts }),
    })
  }

  async #relayAll(): Promise<number> {
    try {
      while ((await this.#options.relay(BATCH)) === BATCH);
      return UNTIL_WOKEN
    } catch (error) {
      if (!isAway(error)) this.#options.log.error({ err: error }, 'messages are waiting in the outbox')
      return RETRY_MS
    }
  }
}
