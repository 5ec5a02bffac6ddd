/** A node of the service: publishes over its bus, and says what its event loop, memory and processor do. */

import path from 'node:path'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { openMailbox } from '../../../src/dev/mailbox.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { BACKLOG } from '../../../src/platform/plugins/connections.ts'
import { answerWith, memory, processor, sharedNow } from './child.ts'

const TICK_MS = 5

const config = loadConfig({
  ...process.env,
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '100000000',
  REALTIME_SOCKETS: '1000000',
})
config.realtime.limits.socketsPerAddress = 1_000_000
const db = connect(config.databaseUrl ?? '', { max: 10 })
const mailer = openMailbox(path.join(config.dataDir, 'mailbox'))
const app = await buildApp({ config, db, standIns: { mailer }, jobs: { run: false } })
await app.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG })

/**
 * Time for which the event loop stood still beyond a tick, in all and at the longest; `busy` is what this process worked in those
 * moments, which a machine with other work does not lengthen.
 */
const stall = { total: 0, longest: 0, busy: 0 }
let last = { at: performance.now(), cpu: processor().cpu ?? 0 }
setInterval(() => {
  const now = { at: performance.now(), cpu: processor().cpu ?? 0 }
  const late = now.at - last.at - 2 * TICK_MS
  if (late > 0) {
    stall.total += late
    stall.longest = Math.max(stall.longest, late)
    stall.busy += Math.min(late, now.cpu - last.cpu)
  }
  last = now
}, TICK_MS)

answerWith({
  ready() {
    const address = app.server.address()
    return { port: typeof address === 'object' && address ? address.port : 0 }
  },
  memory,
  processor,
  async publish({ bytes = 0 }) {
    const at = sharedNow()
    await app.bus.publish(db, { channel: 'bench', event: 'bench', data: 'x'.repeat(bytes) })
    return { at }
  },
  resetStall() {
    Object.assign(stall, { total: 0, longest: 0, busy: 0 })
    return {}
  },
  stall: () => ({ ...stall }),
  people: () => ({ people: app.sockets.people('presence-bench').length }),
})
