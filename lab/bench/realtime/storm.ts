import { round } from '../support.ts'
import { startChild } from './child.ts'

const PEOPLE = 1_000

/** All people of a presence channel come at once, as after a deploy: how long the event loop stands still in all. */
export async function benchStorm(env: Record<string, string>): Promise<void> {
  const server = await startChild('node.ts', env)
  const { port = 0 } = await server.ask('ready')
  for (const round_ of ['first', 'again', 'again']) {
    const clients = await startChild('clients.ts', {})
    await clients.ask('connect', { port, count: PEOPLE })
    const before = await server.ask('processor')
    await server.ask('resetStall')
    const { ms = 0 } = await clients.ask('storm')
    const { total = 0, longest = 0, busy = 0 } = await server.ask('stall')
    const after = await server.ask('processor')
    const { bytes = 0 } = await clients.ask('bytes')
    const { people = 0 } = await server.ask('people')
    console.log(
      `presence storm, ${round_.padEnd(10)} ${people} people in ${round(ms)} ms, ${round(bytes / 1e6, 1)} MB; the loop stands still for ${round(total)} ms in all, ` +
        `${round(longest)} ms at the longest, working ${round(busy)} ms of it; processor ${round((after.cpu ?? 0) - (before.cpu ?? 0))} ms   goal < 200 ms in all`,
    )
    clients.stop()
    for (let left = people; left > 0; left = (await server.ask('people')).people ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
  server.stop()
}
