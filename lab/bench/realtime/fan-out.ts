import { median, report, round } from '../support.ts'
import { type Child, startChild, type Values } from './child.ts'

const ROUNDS = 25
const BYTES = 250
const WARM = 500

interface Side {
  server: Child
  clients: Child
  before: Values
  /** Sockets that were opened after `before`. */
  sockets: number
  /** Bytes of one socket. */
  memory: Values
  times: number[]
  cpu: number
}

const difference = (before: Values, after: Values, name: string) => (after[name] ?? 0) - (before[name] ?? 0)

async function prepare(script: string, env: Record<string, string>, count: number): Promise<Side> {
  const server = await startChild(script, env)
  const clients = await startChild('clients.ts', {})
  const { port = 0 } = await server.ask('ready')
  // The first sockets load code and grow tables that all others share.
  await clients.ask('connect', { port, count: WARM })
  await clients.ask('subscribe')
  const before = await server.ask('memory')
  await clients.ask('connect', { port, count: count - WARM })
  await clients.ask('subscribe')
  return { server, clients, before, sockets: count - WARM, memory: {}, times: [], cpu: 0 }
}

async function fire({ server, clients, times }: Side): Promise<void> {
  await clients.ask('expect')
  const { at: start = 0 } = await server.ask('publish', { bytes: BYTES })
  const { at: end = 0 } = await clients.ask('last')
  times.push(end - start)
}

/** One message to all sockets: time to the last, processor time and memory, against a bare `ws` server. */
export async function benchFanOut(env: Record<string, string>, count: number): Promise<void> {
  const ours = await prepare('node.ts', env, count)
  const floor = await prepare('floor.ts', {}, count)
  for (const side of [ours, floor]) for (let warm = 0; warm < 3; warm++) await fire(side)
  for (const side of [ours, floor]) side.times.splice(0)
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of [ours, floor]) {
      const before = await side.server.ask('processor')
      await fire(side)
      side.cpu += difference(before, await side.server.ask('processor'), 'cpu')
    }
  }
  for (const side of [ours, floor]) {
    const after = await side.server.ask('memory')
    for (const name of ['heap', 'rss']) side.memory[name] = difference(side.before, after, name) / side.sockets
    side.server.stop()
    side.clients.stop()
  }
  const line = (name: string, unit: string, value: (side: Side) => number, goal: string, digits = 0) =>
    report(
      `${name}, ${count}`,
      `${round(value(ours), digits)} ${unit}`,
      `${round(value(floor), digits)} ${unit}`,
      value(ours) / value(floor),
      goal,
    )
  line('fan-out to last', 'ms', ({ times }) => median(times), '<= 1.2', 1)
  line('processor, a message', 'ms', ({ cpu }) => cpu / ROUNDS, '<= 1.2', 1)
  line('heap a socket', 'bytes', ({ memory }) => memory.heap ?? Number.NaN, '<= 1.5')
  line('resident a socket', 'bytes', ({ memory }) => memory.rss ?? Number.NaN, '<= 1.5')
}
