import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { withDeadline } from '../../platform/db/semaphore.ts'
import type { Log } from '../../platform/lib/log.ts'
import { redisConnection } from '../../platform/lib/redis.ts'
import { type Bus, type BusHandler, databaseTime, encodeEvent, eventMessages, revocationMessage } from './bus.ts'
import { Heartbeat } from './heartbeat.ts'
import { type BusMessage, messageSchema } from './messages.ts'
import { Outbox } from './outbox.ts'
import type { BusOptions } from './postgres-bus.ts'
import { redisPresence } from './redis-presence.ts'

/** How long the database may take to say what time it is. */
const CLOCK_MS = 2_000
/** How often relayed messages are deleted. */
const CLEAN_MS = 60_000
/** How long after their relay messages are surely kept: five minutes (`delete-relayed.sql`), less the minute that `list-relayed.sql` adds. */
const KEPT_MS = 4 * 60_000
/** How long that may take. */
const CATCH_UP_MS = 5_000
/** How many ids of messages a node remembers, to drop repeats. */
const REMEMBERED_IDS = 20_000
/** How many missed messages a node reads at most, with those of the minute before: as many as it knows repeats of. */
const MAX_MISSED = REMEMBERED_IDS

export interface RedisBusOptions extends BusOptions {
  url: string
  /** The prefix of keys and channels. */
  prefix: string
}

/** Pub/sub of Redis or Valkey, fed by an outbox, so that PostgreSQL's commits do not wait for each other's notifications. */
export function redisBus({ db, log, leaseSeconds, wakeUps, url, prefix }: RedisBusOptions): Bus {
  const topic = `${prefix}:bus`
  const publisher = redisConnection(url)
  const subscriber = redisConnection(url)
  let lost = 0
  let hears = false
  let cleanedAt = performance.now()
  async function publishTexts(texts: string[]): Promise<void> {
    const pipeline = publisher.pipeline()
    for (const text of texts) pipeline.publish(topic, text)
    for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
  }
  /** Relays at least once: a node that dies before it has noted what Redis has taken leaves it to another one. */
  const relay = (limit: number) =>
    transaction(db, async (tx) => {
      if (!(await queries.bus.lockOutbox(tx, {})).locked) return undefined
      const rows = await queries.bus.listOutbox(tx, { limit })
      if (rows.length === 0) return 0
      await publishTexts(rows.map(({ message }) => message))
      await queries.bus.markRelayed(tx, { ids: rows.map(({ id }) => id) })
      return rows.length
    })
  const outbox = new Outbox({
    db,
    log,
    wakeUps,
    encode: async (_, message) => JSON.stringify(message),
    async relay(limit) {
      // Before this node hears what it publishes, messages wait.
      if (!hears || publisher.status !== 'ready') return undefined
      if (performance.now() - cleanedAt > CLEAN_MS) {
        cleanedAt = performance.now()
        await queries.bus.deleteRelayed(db, {})
      }
      return relay(limit)
    },
  })
  /** Messages relayed since a time of the database, for a node that missed them; undefined: not all are kept, or they are too many. */
  async function relayedSince(since: string): Promise<string[] | undefined> {
    const [at, rows] = await Promise.all([
      databaseTime(db),
      queries.bus.listRelayed(db, { since, limit: MAX_MISSED + 1 }),
    ])
    const isKept = Date.parse(at) - Date.parse(since) < KEPT_MS
    return isKept && rows.length <= MAX_MISSED ? rows.map(({ message }) => message) : undefined
  }
  const send = async (message: BusMessage) => void (await publisher.publish(topic, JSON.stringify(message)))
  const clock = () => databaseTime(db)
  const heartbeat = new Heartbeat({
    log,
    everyMs: (leaseSeconds * 1000) / 3,
    async beat(node) {
      // While the database is away nothing is published that could be missed: Redis is heard all the same.
      const at = await withDeadline(CLOCK_MS, clock).catch(() => heartbeat.heardAt)
      if (at !== undefined) await send({ kind: 'beat', node, at })
    },
    clock,
    restart: () => subscriber.disconnect(true),
  })

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
      const deliver = deliveryTo(handler, heartbeat, log)
      /** Messages that arrive while missed ones are read; undefined: none is held. */
      let held: string[] | undefined
      let connections = 0
      /** Delivers what was relayed while this node did not hear, and then what has arrived since. */
      async function catchUp(): Promise<void> {
        const connection = ++connections
        held ??= []
        hears = true
        const since = heartbeat.heardAt
        const reading = since === undefined ? undefined : withDeadline(CATCH_UP_MS, () => relayedSince(since))
        const missed = await reading?.catch(() => undefined)
        // This connection is lost; a later one catches up.
        if (connection !== connections) return
        const arrived = held ?? []
        held = undefined
        for (const text of [...(missed ?? []), ...arrived]) deliver(text)
        heartbeat.resumed(missed !== undefined, since)
      }
      publisher.on('error', (error) => log.warn({ err: error }, 'Redis'))
      subscriber.on('error', (error) => heartbeat.lost(error))
      subscriber.on('close', () => {
        hears = false
        connections++
        heartbeat.lost()
      })
      subscriber.on('message', (_topic: string, text: string) => {
        if (held) held.push(text)
        else deliver(text)
      })
      const close = async () => {
        heartbeat.stop()
        await outbox.stop()
        subscriber.disconnect()
        publisher.disconnect()
      }
      try {
        await Promise.all([publisher.connect(), subscriber.connect()])
        await subscriber.subscribe(topic)
        hears = true
        await heartbeat.start(handler)
      } catch (error) {
        // Connections that have failed would reconnect by themselves.
        await close()
        throw error
      }
      subscriber.on('ready', () => {
        subscriber.subscribe(topic).then(
          () => catchUp(),
          (error) => heartbeat.lost(error),
        )
      })
      outbox.start()
      return { close }
    },
    send(message) {
      send(message).catch(() => {
        lost++
      })
    },
    presence: redisPresence(publisher, { topic, prefix, leaseSeconds }),
    figures: () => ({ lagSeconds: heartbeat.lagSeconds, up: heartbeat.up, gaps: heartbeat.gaps, lost }),
  }
}

/** Parses what arrives, drops repeats, and passes the rest on. */
function deliveryTo(handler: BusHandler, heartbeat: Heartbeat, log: Log): (text: string) => void {
  const seen = new Set<string>()
  const isRepeat = (message: BusMessage): boolean => {
    if (message.kind !== 'event' && message.kind !== 'disconnect') return false
    if (seen.has(message.id)) return true
    seen.add(message.id)
    const [oldest] = seen
    if (seen.size > REMEMBERED_IDS && oldest !== undefined) seen.delete(oldest)
    return false
  }
  return (text) => {
    try {
      const message = messageSchema.parse(JSON.parse(text))
      if (!heartbeat.isBeat(message) && !isRepeat(message)) handler.receive(message)
    } catch (error) {
      log.error({ err: error }, 'a message of the real-time bus failed')
    }
  }
}
