import { once } from 'node:events'
import { createServer } from 'node:http'

const RETRY_SECONDS = 5

/**
 * Answers /health/live, and 503 to everything else, on the port of a service that is still starting. Returns what ends it, so that
 * the service itself can listen.
 */
export async function answerLive({ port, host }: { port: number; host: string }): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const isLive = request.url?.split('?')[0] === '/health/live'
    response.writeHead(isLive ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...(!isLive && { 'retry-after': String(RETRY_SECONDS) }),
    })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(isLive ? { status: 'ok' } : STARTING))
  })
  server.listen({ port, host })
  await once(server, 'listening')
  return async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

const STARTING = { success: false, error: 'The service is starting.', code: 'unavailable' }
