import { z } from 'zod'
import { report, round } from '../support.ts'
import { type Child, startChild } from './child.ts'

const STEP = 5_000
const MOST = 50_000
const SHARE = 0.9
const WARM = 500

const reportSchema = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.coerce.number() }) }) })

/** Returns the limit of open files and sockets of a process; `NaN` for no limit. */
export const descriptorLimit = (): number => reportSchema.parse(process.report.getReport()).userLimits.open_files.soft

/** The numbers of sockets that are measured, up to 90 % of what a process may have open. Pure. */
export function stepsUpTo(limit: number): number[] {
  const last = Number.isNaN(limit) ? MOST : Math.min(MOST, Math.floor(SHARE * limit))
  const steps = Array.from({ length: Math.floor(last / STEP) }, (_, index) => (index + 1) * STEP)
  return last % STEP === 0 ? steps : [...steps, last]
}

/** More and more sockets of one node: the memory of each, and how long the event loop stands still when they come and are told. */
export async function benchSteps(env: Record<string, string>): Promise<void> {
  const limit = descriptorLimit()
  const steps = stepsUpTo(limit)
  console.log(`steps: a process may have ${limit} descriptors open, so the last step is ${steps.at(-1)} sockets`)
  const server = await startChild('node.ts', env)
  const { port = 0 } = await server.ask('ready')
  const clients: Child[] = []
  const open = async (count: number) => {
    const client = await startChild('clients.ts', {})
    await client.ask('connect', { port, count, address: 2 + clients.length })
    await client.ask('subscribe')
    clients.push(client)
  }
  // The first sockets load code and grow tables that all others share.
  await open(WARM)
  const { heap: heapBefore = 0, rss: rssBefore = 0 } = await server.ask('memory')
  const heaps: number[] = []
  const residents: number[] = []
  let sockets = WARM
  for (const step of steps) {
    await server.ask('resetStall')
    await open(step - sockets)
    sockets = step
    const opening = await server.ask('stall')
    const { heap = 0, rss = 0 } = await server.ask('memory')
    await server.ask('resetStall')
    for (const client of clients) await client.ask('expect')
    const { at: start = 0 } = await server.ask('publish', { bytes: 250 })
    const ends = await Promise.all(clients.map((client) => client.ask('last')))
    const telling = await server.ask('stall')
    heaps.push((heap - heapBefore) / (sockets - WARM))
    residents.push((rss - rssBefore) / (sockets - WARM))
    console.log(
      `${sockets} sockets: ${round(heaps.at(-1) ?? 0)} bytes of heap and ${round(residents.at(-1) ?? 0)} resident each; ` +
        `the loop stands still for ${round(opening.longest ?? 0)} ms at the longest while they come (${round(opening.busy ?? 0)} ms of work in all), ` +
        `${round(telling.longest ?? 0)} ms at one message to all, which the last has after ${round(Math.max(...ends.map(({ at = 0 }) => at)) - start)} ms`,
    )
  }
  for (const [name, values] of Object.entries({ heap: heaps, resident: residents })) {
    const [first = Number.NaN, last = Number.NaN] = [values[0], values.at(-1)]
    report(
      `${name} a socket, ${steps.at(-1)}`,
      `${round(last)} bytes`,
      `${round(first)} at ${STEP}`,
      last / first,
      '<= 1.05',
    )
  }
  for (const child of [server, ...clients]) child.stop()
}
