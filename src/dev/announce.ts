import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import type { Config } from '../config.ts'

/** Listens on a port for a moment. @throws Error EADDRINUSE, EACCES and the like */
async function probe(port: number, host: string): Promise<void> {
  const server = net.createServer().listen({ port, host, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Looks whether the ports of the service are free, and prints where it will be opened and what it does first. @throws Error of a port */
export async function announce(config: Config, isFirst: boolean): Promise<void> {
  const { host, port, metricsPort, publicUrl, dataDir } = config
  for (const one of [port, metricsPort]) if (one) await probe(one, host)
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = publicUrl ?? (port === 0 ? undefined : `http://${name}:${port}`)
  console.log(url === undefined ? 'Séjour starts.' : `Séjour starts. Open ${url} when it is ready.`)
  if (isFirst) console.log(`It makes a database in ${path.relative(process.cwd(), dataDir) || '.'}.`)
}
