import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { BODY_BYTES } from '../../src/platform/http/bodies.ts'
import { median, report, round, SERVICE, startServer } from './support.ts'

const CALLERS = 40
const A_SECOND = 2
const READERS = 4
const ROUNDS = 7
const SECONDS = 2

const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join()

/** Bodies that a stranger may send to `POST /quotes`: of the greatest size, and beyond it. */
const BODIES = {
  'unknown fields': `{${list(2_000, (index) => `"unknown_field_of_a_stranger_${index}":0`)}}`,
  'unknown fields, 920 kB': `{${list(60_000, (index) => `"field_${index}":0`)}}`,
  'a list of wrong items': `{"property_id":[${list(2_000, () => '{}')}]}`,
  brackets: '['.repeat(BODY_BYTES),
  'a long text': JSON.stringify({ property_id: '\\"'.repeat(BODY_BYTES / 5) }),
}

/**
 * `npm run bench -- --only hostile`: reads of others, and the longest pause of the event loop, while forty strangers send large bodies at a
 * fixed rate, from one address and from forty; beside the same without them, in turns.
 */
export async function benchHostile(databaseUrl: string, dataDir: string, home: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '1200' }
  const server = await startServer(SERVICE, env)
  const dispatcher = new Agent({ connections: 2 * CALLERS })
  let readers = 0

  /** Reads a second, each reader from an address of its own. */
  async function countReads(): Promise<number> {
    const end = performance.now() + SECONDS * 1_000
    let reads = 0
    await Promise.all(
      Array.from({ length: READERS }, async () => {
        while (performance.now() < end) {
          readers++
          const headers = { 'x-forwarded-for': `10.9.${(readers >> 8) & 255}.${readers & 255}` }
          const { statusCode, body } = await request(`${server.url}/api/v1/properties/${home}`, { headers, dispatcher })
          await body.dump()
          if (statusCode !== 200) throw new Error(`a read is ${statusCode}`)
          reads++
        }
      }),
    )
    return reads / SECONDS
  }

  /** Sends a body at the fixed rate while something else lasts. */
  async function beside(body: string, addresses: number, work: () => Promise<number>): Promise<number> {
    let isOver = false
    const callers = Array.from({ length: CALLERS }, async (_, index) => {
      const headers = { 'x-forwarded-for': `10.8.0.${index % addresses}`, 'content-type': 'application/json' }
      await pause((index * 1_000) / A_SECOND / CALLERS)
      while (!isOver) {
        const sent = request(`${server.url}/api/v1/quotes`, { method: 'POST', headers, body, dispatcher })
        await sent.then((answer) => answer.body.dump()).catch(() => undefined)
        await pause(1_000 / A_SECOND)
      }
    })
    try {
      return await work()
    } finally {
      isOver = true
      await Promise.all(callers)
    }
  }

  try {
    await countReads()
    for (const [name, body] of Object.entries(BODIES))
      for (const addresses of [1, CALLERS]) {
        const ratios: number[] = []
        const pauses: number[] = []
        const rates: number[] = []
        for (let index = 0; index < ROUNDS; index++) {
          const alone = await countReads()
          await server.ask('startPauses')
          const rate = await beside(body, addresses, countReads)
          pauses.push(Number(await server.ask('longestPause')))
          ratios.push(rate / alone)
          rates.push(rate)
        }
        const from = addresses === 1 ? 'one address' : `${addresses} addresses`
        report(`reads beside ${name}, ${from}`, `${round(median(rates))}/s`, '', median(ratios), '>= 0.8')
        report('  longest pause', `${round(median(pauses), 1)} ms`, '', median(pauses), '<= 20 ms')
      }
  } finally {
    await dispatcher.destroy()
    server.stop()
  }
}
