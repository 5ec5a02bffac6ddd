import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config.ts'
import { logGone } from '../../../src/platform/plugins/logging.ts'
import { serverOptions } from '../../../src/platform/plugins/server-options.ts'

test('the log tells an answered request from one whose client has gone', async () => {
  const lines: { msg: string; req?: { url: string } }[] = []
  const lineOf = (url: string) => lines.find(({ req }) => req?.url === url)
  const app = Fastify(
    serverOptions(loadConfig({ LOG_LEVEL: 'info' }), { write: (line) => void lines.push(JSON.parse(line)) }),
  )
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>()
  app.decorate('secretPattern', undefined)
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  app.addHook('onRequestAbort', async (request) => {
    logGone(request)
    end()
  })
  app.get('/quick', async () => ({ done: true }))
  app.get('/slow', async (request) => {
    arrive()
    await once(request.raw.socket, 'close')
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  await app.inject('/quick?by=the+service')
  await fetch(`http://127.0.0.1:${port}/quick`)
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'))
  await hasArrived
  socket.destroy()
  await isOver
  await app.close()

  expect(lines.filter(({ req }) => req?.url === '/quick').map(({ msg }) => msg)).toEqual([
    'request completed',
    'request completed',
  ])
  expect(lineOf('/slow')?.msg).toBe('client gone')
})
