import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Database, pipeline, type Queryable, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Log } from '../../platform/lib/log.ts'
import { runInBackground } from '../../platform/lib/work-context.ts'
import { type Bus, type BusHandler, databaseTime, encodeEvent, eventMessages, revocationMessage } from './bus.ts'
import { Heartbeat } from './heartbeat.ts'
import { type BusMessage, messageSchema, type NodeMessage, orderKey } from './messages.ts'
import { Outbox, type OutboxOptions } from './outbox.ts'
import { postgresPresence } from './postgres-presence.ts'

const PG_CHANNEL = 'sejour_realtime'
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const MAX_NOTIFICATION_BYTES = 7_900
const MAX_WAITING_MESSAGES = 10_000
const READ_ATTEMPTS = 4
const RETRY_MS = 250

/** Stands for a message that is too long for a notification. */
const referenceSchema = z.object({ kind: z.literal('reference'), id: z.int(), key: z.string().optional() })
const notificationSchema = z.union([referenceSchema, messageSchema])

/** The text of a notification: the message, or a reference to a long one, which is stored in the same transaction. */
async function notificationOf(db: Queryable, message: BusMessage): Promise<string> {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= MAX_NOTIFICATION_BYTES) return text
  const { id } = await queries.bus.insertPayload(db, { payload: text })
  return JSON.stringify({ kind: 'reference', id, key: orderKey(message) } satisfies z.infer<typeof referenceSchema>)
}

async function notifyAll(db: Queryable, messages: BusMessage[]): Promise<void> {
  const texts: string[] = []
  for (const message of messages) texts.push(await notificationOf(db, message))
  await queries.bus.publishAll(db, { messages: texts })
}

export interface BusOptions extends Pick<OutboxOptions, 'wakeUps'> {
  db: Database
  log: Log
  leaseSeconds: number
}

/** Relays the next messages by NOTIFY, and deletes them. */
const relay = (db: Database, limit: number): Promise<number> =>
  transaction(db, async (tx) => {
    const sent = pipeline({ locked: queries.bus.waitForOutbox(tx, {}), relayed: queries.bus.relay(tx, { limit }) })
    return (await sent).relayed.length
  })

/**
 * NOTIFY and LISTEN, fed by an outbox: PostgreSQL takes one lock for each commit that notifies, which transactions of requests
 * do not wait for. Long messages go by reference.
 */
export function postgresBus({ db, log, leaseSeconds, wakeUps }: BusOptions): Bus {
  const sender = new Sender(db, log)
  const outbox = new Outbox({ db, log, wakeUps, encode: notificationOf, relay: (limit) => relay(db, limit) })
  const heartbeat = new Heartbeat({
    log,
    everyMs: (leaseSeconds * 1000) / 3,
    beat: async (node) => void (await queries.bus.beat(db, { node })),
    clock: () => databaseTime(db),
    restart: () => void listener?.restart(),
  })
  let listener: Listener | undefined

  return {
    async publish(tx, event) {
      await outbox.write(tx, await eventMessages(tx, [encodeEvent(event)]))
    },
    async publishAll(tx, events) {
      await outbox.write(tx, await eventMessages(tx, events))
    },
    async disconnect(tx, userId) {
      await outbox.write(tx, [await revocationMessage(tx, userId)])
    },
    async subscribe(handler) {
      listener = new Listener(db, log, heartbeat, handler)
      const close = async () => {
        heartbeat.stop()
        await outbox.stop()
        await sender.flushed()
        await listener?.close()
      }
      try {
        await listener.listen()
        await heartbeat.start(handler)
      } catch (error) {
        // A listener that has failed would reconnect by itself.
        await close()
        throw error
      }
      outbox.start()
      return { close }
    },
    send: (message) => sender.send(message),
    presence: postgresPresence(db, leaseSeconds, notifyAll),
    figures: () => ({ lagSeconds: heartbeat.lagSeconds, up: heartbeat.up, gaps: heartbeat.gaps, lost: sender.lost }),
  }
}

/** Sends messages outside transactions, all that wait in one statement. */
class Sender {
  lost = 0
  readonly #db: Database
  readonly #log: Log
  #waiting: NodeMessage[] = []
  #running: Promise<void> | undefined

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  send(message: NodeMessage): void {
    if (this.#waiting.length >= MAX_WAITING_MESSAGES) {
      this.lost++
      return
    }
    this.#waiting.push(message)
    // A request may send the first message, but the others are not its own.
    this.#running ??= runInBackground(() => this.#run())
  }

  async flushed(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Messages of this turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        await transaction(this.#db, (tx) => notifyAll(tx, batch))
      } catch (error) {
        this.lost += batch.length
        this.#log.error({ err: error, messages: batch.length }, 'messages to other nodes are lost')
      }
    }
    this.#running = undefined
  }
}

/** Listens on a connection of its own, which reconnects by itself, and delivers in order. */
class Listener {
  readonly #db: Database
  readonly #log: Log
  readonly #heartbeat: Heartbeat
  readonly #handler: BusHandler
  /** The last delivery of each key that waits for a long message. */
  readonly #tails = new Map<string, Promise<void>>()
  #connection: Database | undefined
  #heard = false
  /** True if nothing was heard since the connection was replaced. */
  #isReplaced = false

  constructor(db: Database, log: Log, heartbeat: Heartbeat, handler: BusHandler) {
    this.#db = db
    this.#log = log
    this.#heartbeat = heartbeat
    this.#handler = handler
  }

  async listen(): Promise<void> {
    const connection = this.#db.pool.connectAlso()
    this.#connection = connection
    await connection.listen(
      PG_CHANNEL,
      (text) => {
        if (connection === this.#connection) this.#hear(text)
      },
      () => {
        if (this.#heard && !this.#isReplaced) this.#heartbeat.resumed()
        this.#heard = true
      },
    )
  }

  /** Replaces a connection on which nothing arrives. Like the first one, the new one reconnects by itself. */
  async restart(): Promise<void> {
    const silent = this.#connection
    this.#isReplaced = true
    void silent?.end({ timeout: 0 }).catch(() => undefined)
    await this.listen().catch((error: unknown) => this.#heartbeat.lost(error))
  }

  async close(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.end({ timeout: 1 })
  }

  #hear(text: string): void {
    const parsed = notificationSchema.safeParse(JSON.parse(text))
    if (!parsed.success) {
      this.#log.error({ err: parsed.error }, 'a message of the real-time bus is malformed')
      return
    }
    const message = parsed.data
    const key = message.kind === 'reference' ? message.key : orderKey(message)
    const tail = key === undefined ? undefined : this.#tails.get(key)
    if (message.kind !== 'reference' && tail === undefined) {
      this.#deliver(message)
      return
    }
    // Long messages of one key are read at once and delivered in order; what follows them waits for them.
    const reading = message.kind === 'reference' ? this.#read(message.id) : Promise.resolve(message)
    const delivery = (tail ?? Promise.resolve()).then(async () => {
      const long = await reading
      if (long) this.#deliver(long)
    })
    if (key === undefined) return
    this.#tails.set(key, delivery)
    void delivery.then(() => {
      if (this.#tails.get(key) === delivery) this.#tails.delete(key)
    })
  }

  #deliver(message: BusMessage): void {
    try {
      // It may listen to a server that nobody writes to: only a beat says that it hears.
      if (this.#isReplaced && this.#heartbeat.isOwnBeat(message)) {
        this.#isReplaced = false
        this.#heartbeat.resumed()
      }
      if (!this.#heartbeat.isBeat(message)) this.#handler.receive(message)
    } catch (error) {
      this.#log.error({ err: error }, 'a message of the real-time bus failed')
    }
  }

  async #read(id: number): Promise<BusMessage | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const stored = await queries.bus.findPayload(this.#db, { id })
        if (stored) return messageSchema.parse(JSON.parse(stored.payload))
        throw new Error(`payload ${id} is missing`)
      } catch (error) {
        if (attempt >= READ_ATTEMPTS || this.#connection === undefined) {
          this.#log.error({ err: error }, 'a long message of the real-time bus was lost')
          return undefined
        }
        await delay(RETRY_MS * attempt)
      }
    }
  }
}
