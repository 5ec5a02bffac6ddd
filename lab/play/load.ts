import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Agent, fetch } from 'undici'
import { z } from 'zod'
import { addDays } from '../../src/platform/lib/days.ts'

const reserved = z.object({
  data: z.object({ reservation_id: z.union([z.string(), z.number()]), payment_url: z.url() }),
})

const NIGHTS = 2
/** A key whose first request died with its node is free after a minute. */
const WAIT_TIMEOUT_MS = 90_000
const PAUSE_MS = 500

export interface Acknowledged {
  id: string
  /** When the client had the answer. */
  at: number
  stay: { property_id: string; check_in: string; check_out: string; adults: number }
  paymentUrl: string
  token: string
}

/** Experience of clients: requests, promises of the service, refusals, and connections cut off on the way. */
export interface Figures {
  requests: number
  acknowledged: Acknowledged[]
  /** Answers and errors that made a client try again, by kind. */
  retried: Map<string, number>
  /** Requests that no attempt could get answered. */
  lost: number
}

export interface Client {
  api: string
  dispatcher: Agent
  /** One for each guest. */
  tokens: string[]
  homes: string[]
  today: string
  /** Action of a guest as soon as a reservation is acknowledged. */
  booked?(reservation: Acknowledged): Promise<void>
}

/**
 * Guests who search and book, one request after the other each. Like good clients they repeat what was not answered, with the
 * same Idempotency-Key. Ends when the returned function is called.
 */
export function startLoad(
  { api, dispatcher, tokens, homes, today, booked }: Client,
  firstSlot: number,
): () => Promise<Figures> {
  const figures: Figures = { requests: 0, acknowledged: [], retried: new Map(), lost: 0 }
  let isOver = false
  let slot = firstSlot

  async function ask(path: string, init: { method?: string; headers?: Record<string, string>; body?: string }) {
    figures.requests++
    const end = Date.now() + WAIT_TIMEOUT_MS
    while (Date.now() < end) {
      const answer = await fetch(`${api}${path}`, { ...init, dispatcher }).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 409) return answer
      const kind = answer instanceof Error ? 'cut off' : String(answer.status)
      figures.retried.set(kind, (figures.retried.get(kind) ?? 0) + 1)
      await delay(PAUSE_MS)
    }
    figures.lost++
    return undefined
  }

  async function book(token: string): Promise<void> {
    const mine = slot++
    const check_in = addDays(today, 1 + NIGHTS * Math.floor(mine / homes.length))
    const property_id = homes[mine % homes.length] ?? ''
    const stay = { property_id, check_in, check_out: addDays(check_in, NIGHTS), adults: 2 }
    const answer = await ask('/reservations', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(stay),
    })
    if (!answer) return
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    const { data } = reserved.parse(await answer.json())
    const made = { id: String(data.reservation_id), at: Date.now(), stay, paymentUrl: data.payment_url, token }
    figures.acknowledged.push(made)
    await booked?.(made)
  }

  const clients = tokens.map(async (token) => {
    while (!isOver) {
      await book(token)
      const search = await ask('/properties/search?country_id=FR&adults=2', {})
      await search?.text()
    }
  })
  const all = Promise.all(clients)
  // Without a listener an early failure would end the process instead of the play.
  all.catch(() => undefined)
  return async () => {
    isOver = true
    await all
    return figures
  }
}
