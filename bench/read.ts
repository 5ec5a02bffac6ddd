import autocannon from 'autocannon'
import { median, report, round, startServer } from './support.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors at ${url}`)
  return result.requests.average
}

/** One home over HTTP, compared with bare Fastify and postgres with the same SQL, in alternating rounds. */
export async function benchRead(databaseUrl: string, dataDir: string, homeId: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const [service, floor] = await Promise.all([startServer('service.ts', env), startServer('floor.ts', env)])
  const measured: number[] = []
  const floors: number[] = []
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const [ours, bare] = [
        await rate(`${service.url}/api/v1/properties/${homeId}`),
        await rate(`${floor.url}/${homeId}`),
      ]
      // The first round is a warm-up and is not counted.
      if (round === 0) continue
      measured.push(ours)
      floors.push(bare)
    }
  } finally {
    service.stop()
    floor.stop()
  }
  report(
    'one-row read',
    `${round(median(measured))} req/s`,
    `${round(median(floors))} req/s`,
    median(measured) / median(floors),
    '>= 0.75',
  )
}
