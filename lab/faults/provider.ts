import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { z } from 'zod'
import { type Standin, startStandin } from '../../src/dev/stripe/server.ts'
import { SECRETS } from '../play/production.ts'
import type { Evidence } from './evidence.ts'

/**
 * State of the payment provider. `slow`: each answer takes seconds. `silent`: it takes connections and neither works nor answers.
 * `late`: it works at once, and answers after its client has given up. `twice`: each request and each event arrives two times.
 * `mute`: its events do not arrive.
 */
export type Mood = 'well' | 'slow' | 'silent' | 'late' | 'twice' | 'mute'

const SLOW_MS = 3_000
/** Longer than the service waits (src/money/stripe/provider.ts). */
const LATE_MS = 12_000
const EVENTS = '/events'

export interface Provider {
  url: string
  be(mood: Mood): void
  books(): Evidence['provider']
  close(): Promise<void>
}

/**
 * The payment stand-in with moods: what the service asks, and the events of the provider, pass a server that does with them what
 * the mood says. @param eventUrl where events go, asked for each.
 */
export async function startProvider(eventUrl: () => string, host = '127.0.0.1'): Promise<Provider> {
  let mood: Mood = 'well'
  let passage = ''
  const standin: Standin = await startStandin({ ...SECRETS, webhookUrl: () => `${passage}${EVENTS}` })

  async function pass(url: string, method: string, headers: http.IncomingHttpHeaders, body: Buffer) {
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers
    const send = async () => {
      const answer = await request(url, { method, headers: kept, ...(body.length > 0 && { body }) })
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
    }
    if (mood === 'twice') await send()
    return send()
  }

  const server = http.createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const isEvent = url === EVENTS
    try {
      const body = Buffer.concat(await incoming.toArray())
      if (mood === 'mute' && isEvent) {
        outgoing.writeHead(500).end()
        return
      }
      if (mood === 'silent' && !isEvent) return
      if (mood === 'slow') await delay(SLOW_MS)
      const answer = await pass(isEvent ? eventUrl() : `${standin.url}${url}`, method, headers, body)
      if (mood === 'late' && !isEvent) await delay(LATE_MS)
      const type = answer.headers['content-type']
      outgoing.writeHead(answer.status, typeof type === 'string' ? { 'content-type': type } : {}).end(answer.body)
    } catch {
      outgoing.destroy()
    }
  })
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  passage = `http://${host}:${typeof address === 'object' && address ? address.port : 0}`

  return {
    url: passage,
    be(next) {
      // A client that waits for a missing answer is cut off in the end.
      if (mood === 'silent') server.closeAllConnections()
      mood = next
    },
    books: () => booksOf(standin),
    async close() {
      server.closeAllConnections()
      server.close()
      await standin.close()
    },
  }
}

const text = z.string()
const metadata = z.record(z.string(), z.string())

function booksOf({ store }: Standin): Evidence['provider'] {
  return {
    intents: store.list('payment_intent').map(({ id, status, amount_received, metadata: data }) => {
      const { payment = '', reservation_id } = metadata.parse(data)
      const reservation = reservation_id === undefined ? null : Number(reservation_id)
      return { id, cents: Number(amount_received), payment, reservation, status: text.parse(status) }
    }),
    refunds: store.list('refund').map(({ id, payment_intent, amount, status, metadata: data }) => ({
      id,
      intent: text.parse(payment_intent),
      cents: Number(amount),
      // A refund that the service has not made has no key.
      key: metadata.parse(data).refund ?? id,
      status: text.parse(status),
    })),
  }
}
