import http from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Store } from './store.ts'

interface Told {
  type: string
  timestamp: string
  data: { subject_id?: string }
}

/** Takes what the service sends: what is not signed with the secret is refused, the rest is on disk before it is answered. */
export function startReceiver(store: Store, { secret, port }: { secret: string; port: number }): void {
  const webhook = new Webhook(secret)
  const server = http.createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await request.toArray())
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      // The service has signed it.
      const { type, timestamp, data } = webhook.verify(body, headers) as Told
      store.deliver(headers['webhook-id'] ?? '', `${type} ${timestamp} ${data.subject_id}`)
      response.writeHead(204).end()
    } catch (error) {
      console.error(error)
      response.writeHead(400).end()
    }
  })
  server.listen(port, '127.0.0.1')
}
