import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from './random.ts'

/**
 * State of a network. `cut`: connections end, and none opens. `stalled`: bytes wait, and both ends believe in the connection. `slow`: each piece takes a
 * while. `lossy`: a piece now and then ends its connection, as one does whose packets are lost.
 */
export type Weather = 'fine' | 'cut' | 'stalled' | 'slow' | 'lossy'

const SLOW_MS = 150
/** One piece of so many ends its connection. */
const LOSS = 100

export interface Relay {
  port: number
  turn(weather: Weather): void
  close(): void
}

/** A network between two programs of this machine, for who is not root. */
export async function startRelay(target: { host: string; port: number }, random: Random): Promise<Relay> {
  const open = new Set<net.Socket>()
  let weather: Weather = 'fine'
  let change = Promise.withResolvers<void>()

  function forward(from: net.Socket, to: net.Socket): void {
    let queue = Promise.resolve()
    const carry = async (chunk: Buffer) => {
      while (weather === 'stalled') await change.promise
      if (weather === 'slow') await delay(SLOW_MS)
      if (weather === 'lossy' && random.below(LOSS) === 0) from.resetAndDestroy()
      if (!to.destroyed) to.write(chunk)
    }
    from.on('data', (chunk: Buffer) => {
      queue = queue.then(() => carry(chunk))
    })
    from.on('end', () => {
      queue = queue.then(() => void to.end())
    })
    from.on('close', () => {
      open.delete(from)
      // An end that was stalled is not known to the other side either.
      queue = queue.then(() => void to.destroy())
    })
    from.on('error', () => undefined)
    open.add(from)
  }

  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    if (weather === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = net.connect({ ...target, allowHalfOpen: true })
    forward(near, far)
    forward(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    turn(next) {
      weather = next
      if (next === 'cut') reset()
      change.resolve()
      change = Promise.withResolvers()
    },
    close() {
      server.close()
      weather = 'cut'
      change.resolve()
      reset()
    },
  }
}
