/** The service of the benchmarks in its own process; jobs run as in production. */
import path from 'node:path'
import { buildApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { connect } from '../src/db/client.ts'
import { openMailbox } from '../src/dev/mailbox.ts'
import { startStandin } from '../src/dev/stripe/server.ts'

const config = loadConfig({
  ...process.env,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  RATE_LIMIT_PER_MINUTE: '100000000',
  HOLDS_PER_GUEST: '100000000',
  RESERVATIONS_PER_DAY: '100000000',
  QUOTES_PER_DAY: '100000000',
})
const db = connect(config.databaseUrl ?? '', { max: 10 })
const mailer = openMailbox(path.join(config.dataDir, 'mailbox'))
const standin = await startStandin({ ...config.stripe, webhookUrl: () => undefined })
const app = await buildApp({ config, db, standIns: { stripeUrl: standin.url, mailer } })
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
