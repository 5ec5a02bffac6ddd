/** Many sockets in one process, as light as they can be: they count frames. */
import { createHmac, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { answerWith, sharedNow } from './child.ts'

const AT_ONCE = 100
const KEY = 'sejour-key'
const SECRET = 'sejour-secret'

/** Payload of the first complete frame, and what follows it. */
function takeFrame(data: Buffer): { text: Buffer; rest: Buffer } | undefined {
  const short = (data[1] ?? 0) & 0x7f
  const head = short < 126 ? 2 : short === 126 ? 4 : 10
  if (data.length < head) return undefined
  const length = short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
  if (data.length < head + length) return undefined
  return { text: data.subarray(head, head + length), rest: data.subarray(head + length) }
}

function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = randomBytes(4)
  const head = payload.length < 126 ? Buffer.from([0x81, 0x80 | payload.length]) : Buffer.from([0x81, 0xfe, 0, 0])
  if (payload.length >= 126) head.writeUInt16BE(payload.length, 2)
  for (let index = 0; index < payload.length; index++) payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0)
  return Buffer.concat([head, mask, payload])
}

interface Peer {
  socket: Socket
  id: string
}

const peers: Peer[] = []
let onFrame: (text: Buffer) => void = () => undefined
let received = 0

function open(port: number): Promise<Peer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const peer: Peer = { socket, id: '' }
    let rest: Buffer = Buffer.alloc(0)
    let upgraded = false
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.length
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      if (!upgraded) {
        const end = rest.indexOf('\r\n\r\n')
        if (end === -1) return
        upgraded = true
        rest = rest.subarray(end + 4)
      }
      for (let frame = takeFrame(rest); frame; frame = takeFrame(rest)) {
        rest = frame.rest
        if (peer.id === '') {
          peer.id = /socket_id\\":\\"([\d.]+)/.exec(frame.text.toString())?.[1] ?? '?'
          resolve(peer)
        } else onFrame(frame.text)
      }
      // A slice would keep its whole chunk.
      if (rest.length === 0) rest = Buffer.alloc(0)
    })
    socket.write(
      `GET /app/${KEY}?protocol=7 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
  })
}

/** Resolves with the time at which the last of `count` frames with a marker has arrived. */
function frames(marker: string, count: number): Promise<number> {
  let left = count
  return new Promise((resolve) => {
    onFrame = (text) => {
      if (text.includes(marker) && --left === 0) resolve(sharedNow())
    }
  })
}

let waiting: Promise<number> | undefined

answerWith({
  ready: () => ({}),
  async connect({ port = 0, count = 0 }) {
    for (let from = 0; from < count; from += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - from)
      peers.push(...(await Promise.all(Array.from({ length: size }, () => open(port)))))
    }
    return {}
  },
  async subscribe() {
    const done = frames('subscription_succeeded', peers.length)
    const frame = '{"event":"pusher:subscribe","data":{"channel":"bench"}}'
    for (const { socket } of peers) socket.write(maskedFrame(frame))
    await done
    return {}
  },
  /** Prepares to count the frames of one message. */
  expect() {
    waiting = frames('"bench"', peers.length)
    return {}
  },
  async last() {
    return { at: (await waiting) ?? 0 }
  },
  /** All sockets join a presence channel at once, each as another person. */
  async storm() {
    received = 0
    const start = sharedNow()
    const done = frames('subscription_succeeded', peers.length)
    const joins = peers.map(({ id }, index) => {
      const user_info = { id: index, username: `user${index}`, avatar: `/storage/avatars/${index}.webp` }
      const channel_data = JSON.stringify({ user_id: String(index), user_info })
      const signature = createHmac('sha256', SECRET).update(`${id}:presence-bench:${channel_data}`).digest('hex')
      const data = { channel: 'presence-bench', auth: `${KEY}:${signature}`, channel_data }
      return maskedFrame(JSON.stringify({ event: 'pusher:subscribe', data }))
    })
    for (const [index, { socket }] of peers.entries()) socket.write(joins[index] ?? '')
    return { ms: (await done) - start, bytes: received }
  },
  bytes: () => ({ bytes: received }),
  close() {
    for (const { socket } of peers.splice(0)) socket.destroy()
    return {}
  },
})
