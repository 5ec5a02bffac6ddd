/** Many sockets in one process, as light as they can be: they count frames. */
import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { answerWith, sharedNow } from './child.ts'
import { KEY, maskedFrame, readFrames, socketIdIn, upgradeRequest } from './frames.ts'

const AT_ONCE = 100
const SECRET = 'sejour-secret'

interface Peer {
  socket: Socket
  id: string
}

const peers: Peer[] = []
let onFrame: (text: Buffer) => void = () => undefined
let received = 0

/** `address`: the last number of the address in 127.0.0.0/24 that it connects from, so that ports suffice. */
function open(port: number, address: number): Promise<Peer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${address}` })
    const peer: Peer = { socket, id: '' }
    const read = readFrames((beginning) => {
      if (peer.id === '') {
        peer.id = socketIdIn(beginning) ?? '?'
        resolve(peer)
      } else onFrame(beginning)
    })
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.length
      read(chunk)
    })
    socket.write(upgradeRequest())
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
  async connect({ port = 0, count = 0, address = 1 }) {
    for (let from = 0; from < count; from += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - from)
      peers.push(...(await Promise.all(Array.from({ length: size }, () => open(port, address)))))
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
