import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/** An object of the provider; `object` is its type. */
export type StripeObject = { id: string; object: string; created: number } & Record<string, unknown>

const savedObject = z.looseObject({ id: z.string(), object: z.string(), created: z.number() })
const savedState = z.record(z.string(), savedObject)

export interface Store {
  create(prefix: string, object: string, fields: Record<string, unknown>): StripeObject
  find(id: string): StripeObject | undefined
  /** Stores an object under its own id. */
  keep(object: StripeObject): void
  update(id: string, fields: Record<string, unknown>): StripeObject
  list(object: string, matches?: (candidate: StripeObject) => boolean): StripeObject[]
  /** Records an event and sends it to the service with a signature. */
  emit(type: string, object: StripeObject): void
  /** Events that were not sent, for tests that deliver them in an order of their own. */
  readonly undelivered: StripeObject[]
  /** Sends events from before a restart that have not arrived yet. */
  resume(): void
  /** Stops sending; events that have not arrived are kept for the next start. */
  close(): Promise<void>
}

export interface StoreOptions {
  /** Log that keeps the state between starts; undefined: in memory only. */
  file?: string | undefined
  webhookSecret: string
  /** Address for events; undefined: they stay in `undelivered`. */
  webhookUrl: () => string | undefined
  /** Sends events late, out of order, and many of them twice. */
  chaos?: boolean
}

/** The pause before an event is sent again: doubled each time, up to the longest. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 60_000
/** The provider retries for three days as well. */
const ATTEMPTS = 3 * 24 * 60

/** In chaos: the longest time before an event is sent, and the share of events that are sent again. */
const LATEST_MS = 5_000
const TWICE = 0.5

export const now = (): number => Math.floor(Date.now() / 1000)

/**
 * Reads a log, and compacts it: its first line is the state at the start, each further line an object as it was written
 * since. A last line that was cut off by a crash is left out.
 */
function openLog(file: string): Map<string, StripeObject> {
  const [state, ...written] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const objects = new Map<string, StripeObject>(state ? Object.entries(savedState.parse(JSON.parse(state))) : [])
  // The text after the last end of a line is empty, or was cut off.
  for (const line of written.slice(0, -1)) {
    const object = savedObject.parse(JSON.parse(line))
    objects.set(object.id, object)
  }
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(Object.fromEntries(objects))}\n`)
  renameSync(`${file}.new`, file)
  return objects
}

export function createStore({ file, webhookSecret, webhookUrl, chaos = false }: StoreOptions): Store {
  const objects = file === undefined ? new Map<string, StripeObject>() : openLog(file)
  const undelivered: StripeObject[] = []
  const deliveries = new Set<Promise<void>>()
  const closing = new AbortController()

  function keep(object: StripeObject): void {
    objects.set(object.id, object)
    if (file) appendFileSync(file, `${JSON.stringify(object)}\n`)
  }

  function create(prefix: string, object: string, fields: Record<string, unknown>): StripeObject {
    const id = `${prefix}_${randomBytes(12).toString('hex')}`
    // Only refunds lack it among all objects.
    const mode = object === 'refund' ? {} : { livemode: false }
    const created: StripeObject = { id, object, created: now(), ...mode, ...fields }
    keep(created)
    return created
  }

  function update(id: string, fields: Record<string, unknown>): StripeObject {
    const updated = { ...objects.get(id), ...fields } as StripeObject
    keep(updated)
    return updated
  }

  async function deliver(event: StripeObject): Promise<void> {
    const { request } = await import('undici')
    for (let attempt = 1; attempt <= ATTEMPTS && !closing.signal.aborted; attempt++) {
      // After a restart the service may not be known yet.
      const url = webhookUrl()
      const { body, headers } = signedEvent(event, webhookSecret)
      const response = url && (await request(url, { method: 'POST', headers, body }).catch(() => undefined))
      if (response) await response.body.dump()
      if (response && response.statusCode < 300) {
        update(event.id, { pending_webhooks: 0 })
        return
      }
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
      await delay(pause, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }

  async function deliverInChaos(event: StripeObject): Promise<void> {
    const late = () =>
      delay(Math.random() * LATEST_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    await late()
    await deliver(event)
    if (Math.random() > TWICE) return
    await late()
    await deliver(event)
  }

  function startDelivery(event: StripeObject): void {
    const delivery = (chaos ? deliverInChaos : deliver)(event).finally(() => deliveries.delete(delivery))
    deliveries.add(delivery)
  }

  return {
    create,
    find: (id) => objects.get(id),
    keep,
    update,
    list: (object, matches = () => true) =>
      [...objects.values()].filter((candidate) => candidate.object === object && matches(candidate)).reverse(),
    emit(type, object) {
      const event = create('evt', 'event', {
        type,
        data: { object: publicly(object) },
        api_version: null,
        pending_webhooks: 1,
        request: null,
      })
      if (webhookUrl() === undefined) undelivered.push(event)
      else startDelivery(event)
    },
    resume() {
      const events = [...objects.values()].filter(
        ({ object, pending_webhooks }) => object === 'event' && pending_webhooks,
      )
      for (const event of events) startDelivery(event)
    },
    undelivered,
    async close() {
      closing.abort()
      await Promise.all(deliveries)
    },
  }
}

/** An answer without what only the stand-in keeps. Pure. */
export const publicly = <T>(answer: T): T =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'stand_in' ? undefined : value)))

/** The request of the provider for an event: its signature covers the time and the bytes. */
export function signedEvent(event: object, secret: string): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event)
  const time = now()
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${mac}` } }
}
