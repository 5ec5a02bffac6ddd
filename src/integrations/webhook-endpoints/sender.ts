import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { retryAfterSeconds } from '../../platform/outbound/retry-after.ts'
import type { IntegrationsContext } from '../context.ts'
import { type Message, readMessages } from './body.ts'
import { disable } from './disable.ts'
import { type Answer, GONE, type Outcome, outcomeOf } from './outcome.ts'
import { signedHeaders } from './signature.ts'

/** Deliveries that a node has under way at once: enough that some are still being sent when the next have been taken. */
const AT_ONCE = 2_000
/** Limit per endpoint; for one whose last delivery has failed it is one. */
const OF_ONE = 8
/** An endpoint that has something under way, and has answered nothing for this long, gets nothing more. */
const SLOW_MS = 1_000
/** Limit for all endpoints whose last delivery has failed: those that hang leave the others their places. */
const OF_ALL_FAILING = 100
/** Events that get deliveries in one statement. */
const EVENTS = 500
/** Outcomes are written down together with those of this time. */
const SETTLE_MS = 10

/** Topic of wake-ups: there are deliveries that are due. */
export const DELIVERIES = 'deliveries'
/** Waits up to this long end by a timer. After a longer one, some seconds matter to nobody. */
const TIMED_SECONDS = 60

type Taken = Awaited<ReturnType<typeof queries.webhookEndpoints.takeDue>>[number]

/** Outcome of an attempt, as it is recorded. */
interface Settled extends Outcome {
  id: number
  duration_ms: number
}

const sentEvent = z.looseObject({
  type: z.string(),
  data: z.looseObject({ subject_id: z.string(), object: z.unknown() }),
})

interface Target {
  endpoint_id: string
  url: string
  secret: Uint8Array
  previous_secret: Uint8Array | null
}

/** Sends one body once; never throws for what the receiver does. */
export async function attempt(context: IntegrationsContext, target: Target, id: string, body: string) {
  const { endpoint_id, secret, previous_secret } = target
  const sealed = previous_secret === null ? [secret] : [secret, previous_secret]
  const headers = signedHeaders(
    context.config,
    { endpoint_id, sealed },
    { id, seconds: Math.floor(Date.now() / 1_000), body },
  )
  const begun = performance.now()
  const answered = await context.outbound.webhooks.deliver(target.url, body, headers).then(
    ({ status, retryAfter, text }): Answer => ({ status, retryAfter: retryAfterSeconds(retryAfter, Date.now()), text }),
    (error: unknown) => {
      if (error instanceof OutboundError) return error
      throw error
    },
  )
  return { answered, duration_ms: Math.round(performance.now() - begun) }
}

/** Makes deliveries of events, and sends what is due. Every endpoint has places of its own, so that none delays another. */
export class Sender {
  readonly #context: IntegrationsContext
  readonly #wake: () => void
  /** Deliveries of an endpoint, and the time since which it has answered nothing. */
  readonly #underWay = new Map<string, { count: number; since: number }>()
  /** Attempts at endpoints whose last delivery had failed. */
  #failing = 0
  readonly #attempts = new Set<Promise<void>>()
  readonly #settled: Settled[] = []
  #settling: Promise<void> | undefined

  /** @param wake is called when a delivery is due again. */
  constructor(context: IntegrationsContext, wake: () => void) {
    this.#context = context
    this.#wake = wake
  }

  /** True if deliveries are under way. */
  get isBusy(): boolean {
    return this.#attempts.size > 0
  }

  /** Makes deliveries of all new events; returns of how many. */
  async advance(): Promise<number> {
    const { db } = this.#context
    if (!(await queries.webhookEndpoints.isBehind(db, {})).behind) return 0
    for (let total = 0; ; ) {
      const { events } = await transaction(db, async (tx) => {
        await queries.webhookEndpoints.lockFeed(tx, {})
        return queries.webhookEndpoints.advance(tx, { limit: EVENTS })
      })
      total += events
      if (events < EVENTS) return total
    }
  }

  /** Begins to send what is due and has a place; returns how many. */
  async begin(): Promise<number> {
    // While outcomes cannot be written down, nothing more is begun.
    const limit = AT_ONCE - Math.max(this.#attempts.size, this.#settled.length)
    if (limit <= 0) return 0
    const taken = await queries.webhookEndpoints.takeDue(this.#context.db, {
      busy: this.#busy(),
      under_way: [...this.#underWay.keys()],
      each: OF_ONE,
      limit,
      failing_limit: OF_ALL_FAILING - this.#failing,
    })
    const messages = await readMessages(this.#context.db, taken)
    const withGuests = await this.#withGuests(taken, messages)
    for (const delivery of taken) {
      const from = delivery.include_guest ? withGuests : messages
      const message = delivery.position === null ? undefined : from.get(delivery.position)
      const sending: Promise<void> = this.#send(delivery, message)
        .catch((error: unknown) => this.#context.log.error({ err: error, delivery: delivery.id }, 'webhook not sent'))
        .finally(() => this.#attempts.delete(sending))
      this.#attempts.add(sending)
    }
    return taken.length
  }

  /** Resolves when all that is under way has ended, and is written down. */
  async end(): Promise<void> {
    while (this.#attempts.size > 0) await Promise.all(this.#attempts)
    await this.#settling
  }

  /** The messages of endpoints that get the guests of stays. */
  async #withGuests(taken: Taken[], messages: Map<number, Message>): Promise<Map<number, Message>> {
    const wanted = new Set(taken.flatMap(({ include_guest, position }) => (include_guest ? [position] : [])))
    const events = [...messages].flatMap(([position, { id, body }]) => {
      if (!wanted.has(position)) return []
      const event = sentEvent.parse(JSON.parse(body))
      return [{ position, id, event, type: event.type, subject_id: event.data.subject_id, data: event.data.object }]
    })
    const complete = await this.#context.withPersonal(this.#context.db, events, () => true)
    return new Map(
      complete.map(({ position, id, event, data }) => [
        position,
        { id, body: JSON.stringify({ ...event, data: { ...event.data, object: data } }) },
      ]),
    )
  }

  #busy(): string[] {
    const slow = performance.now() - SLOW_MS
    return [...this.#underWay].filter(([, { count, since }]) => count >= OF_ONE || since < slow).map(([id]) => id)
  }

  async #send(delivery: Taken, message: Message | undefined): Promise<void> {
    const { id, attempts } = delivery
    this.#count(delivery, 1)
    try {
      if (message === undefined) return this.#settle({ id, duration_ms: 0, ...KEPT_NO_MORE })
      const { answered, duration_ms } = await attempt(this.#context, delivery, message.id, message.body)
      const outcome = outcomeOf(answered, attempts, Math.random())
      this.#settle({ id, duration_ms, ...outcome })
      if (outcome.status_code === GONE) await disable(this.#context, delivery.endpoint_id, 'gone')
    } finally {
      this.#count(delivery, -1)
    }
  }

  #count({ endpoint_id, is_failing }: Taken, change: 1 | -1): void {
    const present = this.#underWay.get(endpoint_id) ?? { count: 0, since: performance.now() }
    const count = present.count + change
    const since = change === 1 ? present.since : performance.now()
    if (count === 0) this.#underWay.delete(endpoint_id)
    else this.#underWay.set(endpoint_id, { count, since })
    if (is_failing) this.#failing += change
  }

  /** Queues the outcome of an attempt for writing. Its place is free at once. */
  #settle(settled: Settled): void {
    this.#settled.push(settled)
    this.#settling ??= this.#writeDown()
  }

  async #writeDown(): Promise<void> {
    while (this.#settled.length > 0) {
      await pause(SETTLE_MS)
      const outcomes = this.#settled.splice(0)
      // Should the database be away, these are sent again, as they are when the node dies.
      await queries.webhookEndpoints
        .settle(this.#context.db, { outcomes })
        .catch((error: unknown) =>
          this.#context.log.error({ err: error, count: outcomes.length }, 'webhooks not settled'),
        )
      for (const { status, wait_seconds } of outcomes)
        if (status === 'waiting' && wait_seconds <= TIMED_SECONDS) setTimeout(this.#wake, wait_seconds * 1_000).unref()
    }
    this.#settling = undefined
  }
}

const KEPT_NO_MORE: Outcome = {
  status: 'failed',
  status_code: null,
  error: 'event_gone',
  answer: null,
  wait_seconds: 0,
}
