import autocannon from 'autocannon'
import { median, quartiles, report, round, SERVICE, type Server, startServer } from '../support.ts'
import { partsOf } from './profile.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32

/** Another running service that is measured beside this one, and what it is asked. */
export interface Peer {
  url: string
  method: NonNullable<autocannon.Options['method']>
  headers: Record<string, string>
}

/** A server that takes its turn, with what it is asked. */
interface Arm extends Peer {
  name: string
  /** Without: its processor time is not known. */
  server?: Server
}

/** One turn. */
interface Turn {
  /** Requests a second with all connections. */
  rate: number
  /** Milliseconds: the mean with one connection, and with all of them the median and the 99th percentile. */
  alone: number
  p50: number
  p99: number
  /** Milliseconds of the processor for a request, with all connections. */
  cpu: number
}

async function load({ url, method, headers }: Arm, connections: number) {
  const result = await autocannon({ url, method, headers, connections, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors at ${url}`)
  return result
}

const processorMs = async ({ server }: Arm): Promise<number> => Number(await server?.ask('cpu'))

async function takeTurn(arm: Arm): Promise<Turn> {
  const single = await load(arm, 1)
  const before = await processorMs(arm)
  const many = await load(arm, CONNECTIONS)
  const after = await processorMs(arm)
  return {
    rate: many.requests.average,
    // Not its median, which autocannon rounds to milliseconds.
    alone: 1000 / single.requests.average,
    p50: many.latency.p50,
    p99: many.latency.p99,
    cpu: (after - before) / many.requests.total,
  }
}

const GOALS: [name: string, of: keyof Turn, unit: string, digits: number, goal: string][] = [
  ['read, 32 connections', 'rate', 'req/s', 0, '>= 0.95'],
  ['read, processor', 'cpu', 'ms/req', 3, '<= 1.2'],
  ['read alone', 'alone', 'ms', 3, '<= 1.2'],
]

/**
 * One home over HTTP, compared with bare Fastify and postgres with the SQL of 449a785, in alternating rounds. A service without its
 * lines of log takes turns too, and perhaps a peer.
 */
export async function benchRead(databaseUrl: string, dataDir: string, homeId: string, peer?: Peer): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const [service, silent, floor] = await Promise.all([
    startServer(SERVICE, { ...env, LOG_LEVEL: 'info' }),
    startServer(SERVICE, env),
    startServer('read/floor.ts', env),
  ])
  const get = { method: 'GET', headers: {} } as const
  const arms: Arm[] = [
    { name: 'service', server: service, url: `${service.url}/api/v1/properties/${homeId}`, ...get },
    { name: 'bare Fastify', server: floor, url: `${floor.url}/${homeId}`, ...get },
    { name: 'without its log', server: silent, url: `${silent.url}/api/v1/properties/${homeId}`, ...get },
    ...(peer ? [{ name: 'peer', ...peer }] : []),
  ]
  const turns = arms.map((): Turn[] => [])
  try {
    for (let index = 0; index <= ROUNDS; index++) {
      for (const [which, arm] of arms.entries()) {
        const turn = await takeTurn(arm)
        // The first round is a warm-up and is not counted.
        if (index > 0) turns[which]?.push(turn)
      }
    }
  } finally {
    for (const { server } of arms) server?.stop()
  }
  const of = (which: number, what: keyof Turn) => (turns[which] ?? []).map((turn) => turn[what])
  for (const [name, what, unit, digits, goal] of GOALS) {
    const [ours, bare] = [median(of(0, what)), median(of(1, what))]
    report(name, `${round(ours, digits)} ${unit}`, `${round(bare, digits)} ${unit}`, ours / bare, goal)
  }
  const [p50, p99] = [median(of(0, 'p50')), median(of(0, 'p99'))]
  report('read, p99 to p50', `${round(p99, 1)} ms`, `${round(p50, 1)} ms`, p99 / p50, '<= 2.5')
  for (const [which, { name }] of arms.entries()) {
    const [low, high] = quartiles(of(which, 'rate'))
    console.log(
      `  ${name.padEnd(18)}${round(median(of(which, 'rate')))} req/s (${round(low)} to ${round(high)}), ` +
        `alone ${round(median(of(which, 'alone')), 3)} ms, p50 ${round(median(of(which, 'p50')), 1)} ms, ` +
        `p99 ${round(median(of(which, 'p99')), 1)} ms, processor ${round(median(of(which, 'cpu')), 3)} ms/req`,
    )
  }
}

/** Processor time of such reads: shares by package and by file of the service. */
export async function profileRead(databaseUrl: string, dataDir: string, homeId: string): Promise<void> {
  const server = await startServer(SERVICE, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  const url = `${server.url}/api/v1/properties/${homeId}`
  const asked: Arm = { name: 'service', server, url, method: 'GET', headers: {} }
  await load(asked, CONNECTIONS)
  await server.ask('startProfile')
  const before = await processorMs(asked)
  const { requests } = await load(asked, CONNECTIONS)
  const ms = ((await processorMs(asked)) - before) / requests.total
  const profile = await server.ask('stopProfile')
  server.stop()
  console.log(`\nProcessor time of a read by what runs: ${round(ms, 3)} ms beside a profiler`)
  for (const { part, share } of partsOf(profile))
    console.log(`  ${part.padEnd(40)}${round(100 * share, 1).padStart(6)} %${round(1000 * share * ms).padStart(7)} µs`)
}
