/** The floor of the fan-out: a bare `ws` server that sends each message to every socket. */
import { type WebSocket, WebSocketServer } from 'ws'
import { answerWith, memory, processor, sharedNow } from './child.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
const sockets = new Set<WebSocket>()
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('message', () => socket.send('{"event":"pusher_internal:subscription_succeeded","data":"{}"}'))
  socket.on('close', () => sockets.delete(socket))
  socket.send('{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"1.1\\"}"}')
})
await new Promise((resolve) => server.once('listening', resolve))

answerWith({
  ready() {
    const address = server.address()
    return { port: typeof address === 'object' && address ? address.port : 0 }
  },
  memory,
  processor,
  publish({ bytes = 0 }) {
    const at = sharedNow()
    const text = JSON.stringify({ event: 'bench', channel: 'bench', data: 'x'.repeat(bytes) })
    for (const socket of sockets) socket.send(text)
    return { at }
  },
})
