import { median, report, round } from '../support.ts'
import { type Child, startChild } from './child.ts'

const NODES = 3
const ROUNDS = 40
/** Sockets of one client process and its address. */
const SOCKETS_PER_CLIENT = 5_000

/** Median milliseconds from the publication on one node to the last of all sockets. */
async function timeToLast(env: Record<string, string>, nodes: number, sockets: number): Promise<number> {
  const servers = await Promise.all(Array.from({ length: nodes }, () => startChild('node.ts', env)))
  const clients: Child[] = []
  for (let from = 0; from < sockets; from += SOCKETS_PER_CLIENT) {
    const client = await startChild('clients.ts', {})
    const count = Math.min(SOCKETS_PER_CLIENT, sockets - from)
    for (const server of servers) {
      const { port = 0 } = await server.ask('ready')
      await client.ask('connect', { port, count: Math.floor(count / nodes), address: 2 + clients.length })
    }
    await client.ask('subscribe')
    clients.push(client)
  }
  const times: number[] = []
  for (let number = 0; number < ROUNDS; number++) {
    for (const client of clients) await client.ask('expect')
    const { at: start = 0 } = (await servers[number % nodes]?.ask('publish', { bytes: 250 })) ?? {}
    const ends = await Promise.all(clients.map((client) => client.ask('last')))
    times.push(Math.max(...ends.map(({ at = 0 }) => at)) - start)
  }
  for (const child of [...servers, ...clients]) child.stop()
  return median(times)
}

/** The same sockets on three nodes and on one, over one database. */
export async function benchNodes(env: Record<string, string>, sockets: number): Promise<void> {
  const one = await timeToLast(env, 1, sockets)
  const three = await timeToLast(env, NODES, sockets)
  const name = `${sockets} on ${NODES} nodes`
  report(name, `${round(three, 1)} ms`, `${round(one, 1)} ms`, three / one, '(floor: one node)')
}
