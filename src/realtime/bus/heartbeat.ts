import { randomUUID } from 'node:crypto'
import { logged } from '../../platform/db/errors.ts'
import type { Log } from '../../platform/lib/log.ts'
import type { BusHandler } from './bus.ts'
import type { BusMessage } from './messages.ts'

/** Beats that may be missed before the listener is restarted. */
const MAX_MISSED_BEATS = 3

export interface HeartbeatOptions {
  /** Sends the message `beat` of this name over the bus. */
  beat(name: string): Promise<void>
  /** Restarts the listener, because nothing arrives. */
  restart(): void
  /** The time of the database. */
  clock(): Promise<string>
  log: Log
  everyMs: number
}

/**
 * Watches whether a node hears the bus, by messages to itself: it measures their delay, notices a connection that is dead
 * without an error, and says since when messages were missed.
 */
export class Heartbeat {
  lagSeconds = 0
  up = false
  gaps = 0
  readonly #name = randomUUID()
  readonly #options: HeartbeatOptions
  #handler: BusHandler | undefined
  #timer: NodeJS.Timeout | undefined
  #sentAt: number | undefined
  #unheard = 0
  /** True if the last beat was sent. */
  #isSent = false
  #heardAt: string | undefined

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  async start(handler: BusHandler): Promise<void> {
    this.#handler = handler
    this.#heardAt = await this.#options.clock()
    this.up = true
    this.#timer = setInterval(() => void this.#beat(), this.#options.everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#handler = undefined
  }

  /** True if a message is a beat of this node. */
  isOwnBeat(message: BusMessage): boolean {
    return message.kind === 'beat' && message.node === this.#name
  }

  /** Takes the beats of this node out of what arrives. */
  isBeat(message: BusMessage): boolean {
    if (message.kind !== 'beat') return false
    if (this.isOwnBeat(message)) {
      this.#heardAt = message.at
      this.#unheard = 0
      this.up = true
      if (this.#sentAt !== undefined) this.lagSeconds = (performance.now() - this.#sentAt) / 1000
    }
    return true
  }

  /** The listener hears again after it was away. */
  resumed(): void {
    if (this.#handler === undefined) return
    const since = this.#heardAt
    this.gaps++
    this.up = true
    this.#unheard = 0
    this.#options.log.warn({ since }, 'the real-time bus is reachable again')
    this.#handler.missed(since)
  }

  lost(error?: unknown): void {
    if (this.#handler === undefined) return
    if (this.up) this.#options.log.error(logged(error), 'the real-time bus is unreachable')
    this.up = false
  }

  async #beat(): Promise<void> {
    if (this.#unheard > 0) this.lost()
    // While nothing can be sent the server is away, and the listener reconnects by itself.
    if (this.#unheard >= MAX_MISSED_BEATS && this.#isSent) {
      this.#unheard = 0
      this.#options.restart()
    }
    this.#unheard++
    this.#isSent = false
    this.#sentAt = performance.now()
    try {
      await this.#options.beat(this.#name)
      this.#isSent = true
    } catch (error) {
      this.lost(error)
    }
  }
}
