import { median, report, round } from '../support.ts'
import { startChild } from './child.ts'

const NODES = 3
const SOCKETS = 3_000
const ROUNDS = 40

/** Median milliseconds from the publication on one node to the last of all sockets. */
async function timeToLast(env: Record<string, string>, nodes: number): Promise<number> {
  const servers = await Promise.all(Array.from({ length: nodes }, () => startChild('node.ts', env)))
  const clients = await startChild('clients.ts', {})
  for (const server of servers) {
    const { port = 0 } = await server.ask('ready')
    await clients.ask('connect', { port, count: SOCKETS / nodes })
  }
  await clients.ask('subscribe')
  const times: number[] = []
  for (let number = 0; number < ROUNDS; number++) {
    await clients.ask('expect')
    const { at: start = 0 } = (await servers[number % nodes]?.ask('publish', { bytes: 250 })) ?? {}
    const { at: end = 0 } = await clients.ask('last')
    times.push(end - start)
  }
  for (const child of [...servers, clients]) child.stop()
  return median(times)
}

/** The same sockets on three nodes and on one, over one database. */
export async function benchNodes(env: Record<string, string>, bus: string): Promise<void> {
  const one = await timeToLast(env, 1)
  const three = await timeToLast(env, NODES)
  report(`${NODES} nodes, ${bus}`, `${round(three, 1)} ms`, `${round(one, 1)} ms`, three / one, '(floor: one node)')
}
