import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Hub } from '../../../src/realtime/pusher/hub.ts'
import { signature } from '../../../src/realtime/pusher/protocol.ts'
import { isolated, test } from '../../support/app.ts'
import { next, portOf, rawSocket, stockPusher } from '../../support/sockets.ts'

/** Addresses that official clients open (docs/design/realtime.md, "Versions"). */
const CLIENTS = [
  [4, '/app/sejour-key?protocol=4&client=js&version=1.10.1'],
  [5, '/app/sejour-key?client=java-client&protocol=5&version=2.4.4'],
  [5, '/app/sejour-key?protocol=5&client=pusher-dotnet-client&version=2.3.1'],
  [6, '/app/sejour-key?client=pusher-ruby-client&version=0.6.2&protocol=6'],
  [6, '/app/sejour-key?client=PythonPusherClient&version=0.6.0&protocol=6'],
  [7, '/app/sejour-key?protocol=7&client=js&version=8.4.0&flash=false'],
] as const

const pathOf = (version: number | string) => `/app/sejour-key?protocol=${version}`

describe('versions of the protocol', () => {
  test.for(CLIENTS)('version %d is served: %s', async ([, path], { t }) => {
    const socket = await rawSocket(t.app, path)
    const hello = await socket.read()
    expect(hello.event).toBe('pusher:connection_established')
    const channel = 'presence-chat'
    const channel_data = JSON.stringify({ user_id: '1' })
    const auth = signature(t.app.config.realtime, hello.data.socket_id, channel, channel_data)
    socket.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data } })
    expect(await socket.read()).toMatchObject({ event: 'pusher_internal:subscription_succeeded', channel })
    socket.send({ event: 'pusher:ping', data: {} })
    expect((await socket.read()).event).toBe('pusher:pong')
  })

  test.for(['3', '8', '0', '', '5.5', 'seven', '-7'])('version "%s" is closed with 4007', async (version, { t }) => {
    const socket = await rawSocket(t.app, pathOf(version))
    expect(await socket.read()).toMatchObject({ event: 'pusher:error', data: { code: 4007 } })
    expect(await socket.closed).toBe(4007)
  })

  test('the data of an error is an object, that of all other events of the server a string', async ({ t }) => {
    const socket = new WebSocket(`ws://127.0.0.1:${await portOf(t.app)}${pathOf(7)}`)
    const frames: { event: string; data: unknown }[] = []
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    const sent = [
      'nonsense',
      '{"event":"pusher:subscribe","data":{}}',
      '{"event":"client-x","channel":"private-x","data":{}}',
      '{"event":"pusher:subscribe","data":{"channel":"news"}}',
      '{"event":"pusher:subscribe","data":{"channel":"no spaces"}}',
      '{"event":"pusher:ping"}',
      '{"event":"pusher:signin","data":{"auth":"sejour-key:00","user_data":"{\\"id\\":\\"1\\"}"}}',
    ]
    await once(socket, 'open')
    for (const frame of sent) socket.send(frame)
    socket.send(Buffer.from('binary'))
    await once(socket, 'close')
    const errors = frames.filter(({ event }) => event === 'pusher:error').map(({ data }) => data)
    expect(errors).toMatchObject([{ code: 4300 }, { code: 4300 }, { code: 4301 }, { code: 4009 }])
    const others = frames.filter(({ event }) => event !== 'pusher:error')
    expect(new Set(others.map(({ event }) => event)).size).toBe(4)
    expect(others.filter(({ data }) => typeof data !== 'string')).toEqual([])
  })

  test('a stock pusher-js hears an error', async ({ t }) => {
    const user = await t.user()
    const pusher = stockPusher(await portOf(t.app), user)
    await next(pusher.connection, 'connected')
    const heard = next(pusher.connection, 'error')
    pusher.send_event('client-x', {}, 'private-x')
    expect(await heard).toMatchObject({ type: 'PusherError', data: { code: 4301 } })
    pusher.disconnect()
  })

  isolated.for([
    [4, true],
    [5, true],
    [6, false],
    [7, false],
  ] as const)('version %d hears an error before it is closed: %s', async ([version, isTold], { t }) => {
    const socket = await rawSocket(t.app, pathOf(version))
    await socket.read()
    const closing = t.app.close()
    expect(await socket.closed).toBe(4200)
    await closing
    const error = { event: 'pusher:error', data: { code: 4200, message: 'Server is shutting down' } }
    expect(socket.frames).toEqual(isTold ? [error] : [])
  })

  test('an idle client answers a ping of its version, and is closed without', async ({ t }) => {
    const add = vi.spyOn(Hub.prototype, 'add')
    const [old, recent] = [await rawSocket(t.app, pathOf(4)), await rawSocket(t.app, pathOf(5))]
    for (const socket of [old, recent]) await socket.read()
    const hub = add.mock.contexts[0] as Hub
    const connections = add.mock.results.map(({ value }) => value)
    add.mockRestore()
    const pinged = once(old.socket, 'ping')
    hub.checkIdle(performance.now() + 61_000)
    await pinged
    expect((await recent.read()).event).toBe('pusher:ping')
    while (connections[0].pinged) await turn()
    hub.checkIdle(performance.now() + 91_000)
    expect((await recent.read()).data).toMatchObject({ code: 4201 })
    expect(await recent.closed).toBe(4201)
    expect([connections[0].gone, old.frames]).toEqual([false, []])
    old.socket.ping()
    while (connections[0].pinged) await turn()
  })
})
