/**
 * Many people in one process, who do what pusher-js does: they connect, have `private-user.{id}` and `presence-chat` authorised over
 * HTTP, join both, and come back a second after their socket was cut.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import pLimit from 'p-limit'
import { Pool } from 'undici'
import { z } from 'zod'
import { loadConfig } from '../../../src/config.ts'
import { answerWith, sharedNow, type Values } from './child.ts'
import { maskedFrame, readFrames, socketIdIn, upgradeRequest } from './frames.ts'

/** `retryIn(1000)` of pusher-js after an unexpected end. */
const BACK_OFF_MS = 1_000
/** People who come at the same time before anything is measured. */
const AT_ONCE = 1_000
/** Buffer of all reads, because lists of ten thousand people come to ten thousand sockets. */
const READ = Buffer.alloc(65_536)
/** Connections over which each node gets the requests of these people, as from a proxy. */
const HTTP_CONNECTIONS = 50

const { jwtSecret } = loadConfig({})
const authorised = z.object({ auth: z.string(), channel_data: z.string().optional() })

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(user: number): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    sub: String(user),
    jti: randomUUID(),
    sid: randomUUID(),
    auth_time: iat,
    ver: 1,
    iat,
    exp: iat + 3_600,
    iss: 'sejour',
    aud: 'sejour-api',
  }
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}

/** When somebody came back, step by step; 0: not yet. */
interface Times {
  hello: number
  authorised: number
  present: number
}

interface Person {
  user: number
  token: string
  channels: Set<string>
  times: Times
  /** Resolves when the person is in both channels. */
  here(): void
}

const people: Person[] = []
let nodes: { port: number; http: Pool }[] = []
let address = 1
let reconnects = 0
let slowestRequest = 0
let refused = 0

/** @throws Error unless it is authorised */
async function authorise(http: Pool, person: Person, socket_id: string, channel_name: string): Promise<string> {
  const start = performance.now()
  const { statusCode, body } = await http.request({
    path: '/broadcasting/auth',
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id, channel_name }),
  })
  const answer = await body.text()
  slowestRequest = Math.max(slowestRequest, performance.now() - start)
  if (statusCode !== 200) throw new Error(`${statusCode} ${answer}`)
  const data = { channel: channel_name, ...authorised.parse(JSON.parse(answer)) }
  return JSON.stringify({ event: 'pusher:subscribe', data })
}

function come(person: Person): void {
  const node = nodes[person.user % nodes.length]
  if (node === undefined) return
  const onread = {
    buffer: READ,
    callback: (bytes: number) => {
      read(READ.subarray(0, bytes))
      return true
    },
  }
  const socket = connect({ port: node.port, host: '127.0.0.1', localAddress: `127.0.0.${address}`, onread })
  const channels = [`private-user.${person.user}`, 'presence-chat']
  let isGreeted = false
  const join = async (socketId: string) => {
    const frames = await Promise.all(channels.map((channel) => authorise(node.http, person, socketId, channel)))
    person.times.authorised = sharedNow()
    for (const frame of frames) socket.write(maskedFrame(frame))
  }
  const read = readFrames((beginning) => {
    if (!isGreeted) {
      isGreeted = true
      person.times.hello = sharedNow()
      join(socketIdIn(beginning) ?? '').catch(() => {
        refused++
        socket.destroy()
      })
      return
    }
    const text = beginning.toString()
    if (!text.startsWith('{"event":"pusher_internal:subscription_succeeded"')) return
    for (const channel of channels) if (text.includes(`"channel":"${channel}"`)) person.channels.add(channel)
    if (person.channels.size < channels.length) return
    person.times.present = sharedNow()
    person.here()
  })
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.once('close', () => {
    reconnects++
    person.channels.clear()
    Object.assign(person.times, { hello: 0, authorised: 0, present: 0 })
    setTimeout(come, BACK_OFF_MS, person)
  })
  socket.write(upgradeRequest())
}

function useNodes({ port1 = 0, port2 = 0 }: Values): void {
  nodes = [port1, port2]
    .filter((port) => port > 0)
    .map((port) => ({ port, http: new Pool(`http://127.0.0.1:${port}`, { connections: HTTP_CONNECTIONS }) }))
}

let last = { at: performance.now(), cpu: process.cpuUsage() }

answerWith({
  ready: () => ({}),
  /** People with the ids from `first` on come to a node. */
  async arrive({ first = 0, count = 0, address: from = 1, ...ports }) {
    address = from
    useNodes(ports)
    const limit = pLimit(AT_ONCE)
    const arrivals = Array.from({ length: count }, (_, index) =>
      limit(
        () =>
          new Promise<void>((resolve) => {
            const user = first + index
            const times = { hello: 0, authorised: 0, present: 0 }
            const person = { user, token: tokenOf(user), channels: new Set<string>(), times, here: resolve }
            people.push(person)
            come(person)
          }),
      ),
    )
    await Promise.all(arrivals)
    return {}
  },
  /** Whoever loses their socket goes to these nodes. */
  async divert(ports) {
    useNodes(ports)
    reconnects = 0
    refused = 0
    slowestRequest = 0
    last = { at: performance.now(), cpu: process.cpuUsage() }
    return {}
  },
  /** When each person was greeted, authorised and present. */
  times: () =>
    Object.fromEntries(
      people.flatMap(({ user, times }) =>
        Object.entries(times).map(([name, at]): [string, number] => [`${name} ${user}`, at]),
      ),
    ),
  /** Number of people who have come back since their node was killed. */
  back: ({ since = 0 }) => ({ back: people.filter(({ times }) => times.present > since).length }),
  figures() {
    const { user, system } = process.cpuUsage(last.cpu)
    return { reconnects, refused, slowestRequest, cpu: (user + system) / 1000 }
  },
})
