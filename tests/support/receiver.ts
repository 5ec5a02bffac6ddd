import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp, TestUser } from './app.ts'
import { test as base } from './app.ts'

interface Received {
  headers: IncomingHttpHeaders
  /** The bytes as they came. */
  raw: string
  path: string
}

/** A program that receives webhooks. */
export interface Receiver {
  url: string
  received: Received[]
  /** Answers the next request, with 204 by default. */
  answer(response: ServerResponse, request: Received): void
}

/** The fixture of a receiver. */
export const receiving = {
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  receiver: async ({}: object, use: (receiver: Receiver) => Promise<void>): Promise<void> => {
    const receiver: Receiver = { url: '', received: [], answer: (response) => response.writeHead(204).end() }
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray()
      const received = { headers: request.headers, raw: Buffer.concat(chunks).toString(), path: request.url ?? '' }
      receiver.received.push(received)
      receiver.answer(response, received)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
    await use(receiver)
    server.closeAllConnections()
    server.close()
  },
}

/** `test` with a receiver. */
export const test = base.extend<{ receiver: Receiver }>(receiving)

/** The same with a service of its own. */
export const isolated = test.extend({ own: true })

/** Adds an endpoint. */
export async function addEndpoint(t: TestApp, user: TestUser, url: string, fields: object = {}) {
  const { status, body } = await t.call('POST', '/webhook-endpoints', { url, ...fields }, user)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data as { id: string; secret: string }
}

/** Makes events of all that is committed, and sends them. */
export async function sendAll(t: TestApp): Promise<void> {
  await t.app.dispatchEvents()
  await t.app.sendWebhooks()
}

export const deliveriesOf = async (t: TestApp, user: TestUser, id: string) =>
  (await t.call('GET', `/webhook-endpoints/${id}/deliveries`, undefined, user)).body.data

/** Makes waiting deliveries due now, as time would. */
export const timePasses = (t: TestApp) => t.db`update webhook_deliveries set due_at = now() where status = 'waiting'`
