import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { StandIns } from '../app.ts'
import type { Config } from '../config.ts'
import { API_PREFIX } from '../http/envelope.ts'
import { ACCOUNTS, DEMO_PASSWORD } from './demo/data.ts'
import { seedDemo } from './demo/seed.ts'
import { mailboxRoutes } from './mailbox.routes.ts'
import { openMailbox } from './mailbox.ts'
import { startEmbedded } from './postgres/embedded.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { startStandin } from './stripe/server.ts'

/** What replaces the outside services that the configuration does not name, on a developer's machine. */
export interface Local {
  /** The embedded PostgreSQL; undefined when DATABASE_URL is set. */
  databaseUrl: string | undefined
  standIns: StandIns
  /** Tells the stand-ins the address of the service, and loads the demo data into the embedded database. */
  prepare(app: FastifyInstance): Promise<void>
  /** Prints the addresses and the demo accounts. */
  greet(app: FastifyInstance): void
}

/** Starts the stand-ins. `onStop` receives a function that stops each of them, in the order of their start. */
export async function startLocally(config: Config, onStop: (release: () => Promise<void> | void) => void) {
  const databaseUrl = config.databaseUrl === undefined ? await startDatabase(config, onStop) : undefined
  const mailbox = config.mail.smtpUrl === undefined ? openMailbox(path.join(config.dataDir, 'mailbox')) : undefined
  let service: FastifyInstance | undefined
  const payments =
    config.stripe.apiUrl === undefined ? await startPayments(config, () => service?.publicUrl) : undefined
  if (payments) onStop(() => payments.close())
  const hasDemo = config.demoData && databaseUrl !== undefined

  return {
    databaseUrl,
    standIns: {
      ...(payments && { stripeUrl: payments.url }),
      ...(mailbox && { mailer: mailbox, routes: (app) => mailboxRoutes(app, { mailbox }) }),
    },
    async prepare(app) {
      service = app
      if (hasDemo) await seedDemo(app)
    },
    greet(app) {
      const lines = [
        ['API', `${app.publicUrl}${API_PREFIX}`],
        ['Docs', `${app.publicUrl}/docs`],
        ...(mailbox ? [['Mailbox', `${app.publicUrl}/dev/mailbox`]] : []),
        ...(hasDemo ? demoAccounts() : []),
      ]
      const table = lines.map(([name = '', value = '']) => `  ${name.padEnd(13)}${value}`).join('\n')
      const folder = path.relative(process.cwd(), config.dataDir) || '.'
      console.log(`\nSéjour is ready.\n\n${table}\n\n  Stop with Ctrl-C; the data stays in ${folder}.\n`)
    },
  } satisfies Local
}

const demoAccounts = () =>
  Object.entries(ACCOUNTS).map(([role, { email }]) => [`Demo ${role}`, `${email} / ${DEMO_PASSWORD}`])

async function startDatabase({ dataDir }: Config, onStop: (release: () => Promise<void> | void) => void) {
  onStop(lockFolder(dataDir))
  const embedded = await startEmbedded({ folder: path.join(dataDir, 'postgres') })
  onStop(() => embedded.stop())
  return embedded.url()
}

/** Starts the payment stand-in on the next port, or on any free port when that is taken. */
async function startPayments(config: Config, serviceUrl: () => string | undefined) {
  const options = {
    ...config.stripe,
    webhookUrl: () => {
      const url = serviceUrl()
      return url && `${url}${API_PREFIX}/stripe/webhook`
    },
    file: path.join(config.dataDir, 'stripe-standin.json'),
    chaos: config.standinChaos,
  }
  const port = config.port === 0 ? 0 : config.port + 1
  return startStandin(options, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return startStandin(options)
    throw error
  })
}
