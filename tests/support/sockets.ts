import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import PusherClient from 'pusher-js'
import { WebSocket } from 'ws'
import { parseJson, signature } from '../../src/realtime/pusher/protocol.ts'
import type { TestApp, TestUser } from './app.ts'

// The CommonJS build exports the class as the default or as a property of it; its types declare only one of these.
export const Pusher = ('default' in PusherClient ? PusherClient.default : PusherClient) as typeof PusherClient.default

/** The app of real time, as back ends know it. */
export const APP = { appId: 'sejour', key: 'sejour-key', secret: 'sejour-secret' }

export const PATH = '/app/sejour-key?protocol=7&client=js&version=8.4.0'

export interface Frame {
  event: string
  channel?: string
  // Tests read any property; their assertions fail when it is missing.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  data: any
  user_id?: string
}

/** The port of a node, which listens from the first call on. */
export async function portOf(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** A socket that says and reads exactly what a test tells it to. Data of the server's own frames is parsed where it is JSON. */
export async function rawSocket(app: FastifyInstance | number, path = PATH, headers: Record<string, string> = {}) {
  const port = typeof app === 'number' ? app : await portOf(app)
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  const frames: Frame[] = []
  const waiting: ((frame: Frame) => void)[] = []
  socket.on('error', () => undefined)
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    if (typeof frame.data === 'string' && !frame.event.startsWith('client-'))
      frame.data = parseJson(frame.data) ?? frame.data
    const waiter = waiting.shift()
    if (waiter) waiter(frame)
    else frames.push(frame)
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  const read = () =>
    new Promise<Frame>((resolve) => {
      const frame = frames.shift()
      if (frame) resolve(frame)
      else waiting.push(resolve)
    })
  return {
    socket,
    read,
    closed,
    /** Frames that have arrived and are not read. */
    frames,
    send: (value: unknown) => socket.send(typeof value === 'string' ? value : JSON.stringify(value)),
    /** From now on it does not answer close frames. */
    ignoreClose() {
      socket.close = () => undefined
    },
  }
}

/** A raw socket that has been greeted, and signs its subscriptions itself, as a trusted back end may. */
export async function client(app: FastifyInstance | number, keys = { key: 'sejour-key', secret: 'sejour-secret' }) {
  const raw = await rawSocket(app)
  const hello = await raw.read()
  const id: string = hello.data.socket_id
  return {
    ...raw,
    id,
    /** Joins a channel, and returns the answer. */
    async join(channel: string, member?: { user_id: string; user_info?: unknown }) {
      const channel_data = member && JSON.stringify(member)
      const parts = channel_data === undefined ? [id, channel] : [id, channel, channel_data]
      raw.send({ event: 'pusher:subscribe', data: { channel, auth: signature(keys, ...parts), channel_data } })
      return raw.read()
    },
  }
}

export type TestClient = Awaited<ReturnType<typeof client>>

/** Signature of `POST /broadcasting/auth` for a user's own channel. */
export async function ownSignature(t: TestApp, user: TestUser, socket_id: string): Promise<Record<string, string>> {
  const channel_name = `private-user.${user.id}`
  const answer = await t.call('POST', '/broadcasting/auth', { socket_id, channel_name }, user)
  return { channel: channel_name, auth: answer.body.auth }
}

/** A stock pusher-js of a user. @param signer the port of the node that signs, if it is another one. */
export function stockPusher(port: number, user: TestUser, signer = port): InstanceType<typeof Pusher> {
  const headers = { authorization: `Bearer ${user.token}` }
  const endpointOf = (path: string) => `http://127.0.0.1:${signer}/broadcasting/${path}`
  return new Pusher('sejour-key', {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: { endpoint: endpointOf('auth'), transport: 'ajax', headers },
    userAuthentication: { endpoint: endpointOf('user-auth'), transport: 'ajax', headers },
  })
}

/** Resolves with the next event of a name. */
export const next = (target: { bind(event: string, handler: (data: never) => void): unknown }, event: string) =>
  new Promise<Record<string, unknown>>((resolve) => target.bind(event, (data: never) => resolve(data)))

/** A user's socket, on a channel of their own, and a socket in a presence channel that tells what it hears. */
export async function peerAndWitness(t: TestApp) {
  const user = await t.user()
  const [peer, witness] = [await client(t.app), await client(t.app)]
  peer.send({ event: 'pusher:subscribe', data: await ownSignature(t, user, peer.id) })
  await peer.read()
  await witness.join('presence-room', { user_id: 'w' })
  return { user, peer, witness }
}
