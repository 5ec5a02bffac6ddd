/**
 * The service of the benchmarks in its own process; jobs run as in production. `STRIPE_API_URL` is the stand-in (lab/bench/standin.ts);
 * without it there is one in this process.
 * With `CHECKOUT=none` no checkout is opened there, and no job runs: each is answered at once, as by a provider that costs nothing.
 * `MAILBOX` is the folder of its mails.
 */
import path from 'node:path'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { openMailbox } from '../../src/dev/mailbox.ts'
import { startStandin } from '../../src/dev/stripe/server.ts'
import { connect } from '../../src/platform/db/client.ts'

const config = loadConfig({
  ...process.env,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  RATE_LIMIT_PER_MINUTE: process.env.RATE_LIMIT_PER_MINUTE ?? '100000000',
  HOLDS_PER_GUEST: '100000000',
  RESERVATIONS_PER_DAY: '100000000',
  QUOTES_PER_DAY: '100000000',
})
const db = connect(config.databaseUrl ?? '', { max: 10 })
const mailer = openMailbox(process.env.MAILBOX ?? path.join(config.dataDir, 'mailbox'))
const standin = process.env.STRIPE_API_URL
  ? undefined
  : await startStandin({ ...config.stripe, webhookUrl: () => undefined })
const standIns = { mailer, ...(standin && { stripeUrl: standin.url }) }
const isWithoutCheckout = process.env.CHECKOUT === 'none'
const app = await buildApp({ config, db, standIns, ...(isWithoutCheckout && { jobs: { run: false } }) })
if (isWithoutCheckout) app.payments.createCheckout = async (key) => ({ sessionId: `cs_${key}`, url: 'http://pay.test' })
console.log(`ready ${await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })}`)
