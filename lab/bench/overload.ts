import { Agent, request } from 'undici'
import type { Scene } from './bookings/scene.ts'
import { keep, loadLine, round, SERVICE, startServer } from './support.ts'

const CLIENTS = 64
const CAPACITY_MS = 5_000
const STEP_MS = 10_000
/** Longest wait of a client for an answer. */
const CLIENT_TIMEOUT_MS = 5_000
const TICK_MS = 10
const GOAL = '>= 0.8'

/** Outcome of requests at a fixed rate, whether earlier ones are answered or not. */
interface Step {
  /** Answers of 200 a second. */
  acknowledged: number
  refused: number
  unanswered: number
  /** Milliseconds of the service. */
  processor: number
}

/** `npm run bench -- --only overload`: quotes acknowledged at twice the capacity of the service, beside those at its capacity. */
export async function benchOverload(databaseUrl: string, dataDir: string, { stays, guests }: Scene): Promise<void> {
  const server = await startServer(SERVICE, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const dispatcher = new Agent({ pipelining: 1, headersTimeout: CLIENT_TIMEOUT_MS, bodyTimeout: CLIENT_TIMEOUT_MS })
  let asked = 0

  const readProcessor = async () => Number(await server.ask('cpu'))

  /** Status of a request; 0: no answer in time. */
  async function quote(): Promise<number> {
    const index = asked++
    try {
      const { statusCode, body } = await request(`${server.url}/api/v1/quotes`, {
        dispatcher,
        method: 'POST',
        headers: {
          authorization: `Bearer ${guests[index % guests.length]?.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(stays[index % stays.length]),
      })
      await body.dump()
      return statusCode
    } catch {
      return 0
    }
  }

  /** Quotes a second for clients that send the next one after the answer. */
  async function measureCapacity(): Promise<number> {
    const end = performance.now() + CAPACITY_MS
    let done = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (performance.now() < end) if ((await quote()) === 200) done++
      }),
    )
    return done / (CAPACITY_MS / 1_000)
  }

  async function measureAt(rate: number): Promise<Step> {
    const usedBefore = await readProcessor()
    const start = performance.now()
    const statuses: Promise<number>[] = []
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const elapsed = performance.now() - start
        while (statuses.length < (Math.min(elapsed, STEP_MS) / 1_000) * rate) statuses.push(quote())
        if (elapsed < STEP_MS) return
        clearInterval(timer)
        resolve()
      }, TICK_MS)
    })
    const outcomes = await Promise.all(statuses)
    const count = (wanted: number) => outcomes.filter((status) => status === wanted).length
    return {
      acknowledged: count(200) / (STEP_MS / 1_000),
      refused: count(503),
      unanswered: count(0),
      processor: (await readProcessor()) - usedBefore,
    }
  }

  try {
    await measureCapacity()
    const capacity = await measureCapacity()
    const at = await measureAt(capacity)
    const above = await measureAt(2 * capacity)
    const describe = ({ acknowledged, refused, unanswered, processor }: Step) =>
      `${round(acknowledged)}/s, ${refused} refused, ${unanswered} unanswered, ${round(processor / 1_000, 1)} s of the service's processor`
    console.log(
      `\noverload: capacity ${round(capacity)} quotes/s; at its capacity ${describe(at)}; at twice its capacity ${describe(above)}   ${loadLine()}`,
    )
    keep({
      name: 'acknowledged quotes at twice the capacity',
      measured: `${round(above.acknowledged)}/s`,
      floor: `${round(at.acknowledged)}/s at the capacity`,
      value: above.acknowledged / at.acknowledged,
      goal: GOAL,
    })
    console.log(
      `acknowledged at twice the capacity: ratio ${round(above.acknowledged / at.acknowledged, 2)}   goal ${GOAL}`,
    )
  } finally {
    await dispatcher.destroy()
    server.stop()
  }
}
