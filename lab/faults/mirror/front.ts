import { once } from 'node:events'
import net from 'node:net'

/** The address of a service of several nodes, as a balancer offers it: connections go to the nodes in turn, past those that take none. */
export async function startFront() {
  let ports: number[] = []
  let turn = 0

  async function open(): Promise<net.Socket | undefined> {
    for (let attempt = 0; attempt < ports.length; attempt++) {
      const socket = net.connect({ host: '127.0.0.1', port: ports[turn++ % ports.length] ?? 0 })
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      if (isOpen) return socket
    }
    return undefined
  }

  const server = net.createServer({ pauseOnConnect: true }, async (near) => {
    near.on('error', () => undefined)
    const far = await open()
    if (far === undefined) {
      near.resetAndDestroy()
      return
    }
    far.on('error', () => undefined)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
    near.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** Address where nodes listen. */
    leadTo: (urls: string[]): void => {
      ports = urls.map((url) => Number(new URL(url).port))
    },
    close: (): void => void server.close(),
  }
}
