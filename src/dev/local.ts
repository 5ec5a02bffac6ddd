import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { StandIns } from '../app.ts'
import type { Config } from '../config.ts'
import { API_PREFIX } from '../platform/http/envelope.ts'
import { isLoopback } from '../platform/lib/environment.ts'
import { channelDevRoutes } from './channel/dev.routes.ts'
import { startChannelStandin } from './channel/server.ts'
import { ACCOUNTS, DEMO_PASSWORD } from './demo/data.ts'
import { fillProvider } from './demo/provider.ts'
import { seedDemo } from './demo/seed.ts'
import { mailboxRoutes } from './mailbox.routes.ts'
import { openMailbox } from './mailbox.ts'
import { startStandin } from './stripe/server.ts'

/** Stand-ins on a developer's machine for the outside services that the configuration does not name. */
export interface Local {
  standIns: StandIns
  /**
   * Tells the stand-ins the address of the service, and loads the demo data into the embedded database.
   * @param places resolves when the cities are there.
   */
  prepare(app: FastifyInstance, places: Promise<void>): Promise<void>
  /** Prints the addresses and the demo accounts. */
  greet(app: FastifyInstance): void
}

/** Starts the stand-ins. `onStop` receives a function that stops each of them, in the order of their start. */
export async function startLocally(config: Config, onStop: (release: () => Promise<void> | void) => void) {
  if (config.devOnNetwork) console.warn(config.databaseUrl === undefined ? `${ON_NETWORK} ${EMBEDDED}` : ON_NETWORK)
  const mailbox = config.mail.smtpUrl === undefined ? openMailbox(path.join(config.dataDir, 'mailbox')) : undefined
  let service: FastifyInstance | undefined
  const payments =
    config.stripe.apiUrl === undefined ? await startPayments(config, () => service?.publicUrl) : undefined
  if (payments) onStop(() => payments.close())
  const channels = config.channelManager === undefined ? await startChannels(config) : undefined
  if (channels) onStop(() => channels.close())
  const hasDemo = config.demoData && config.databaseUrl === undefined

  return {
    standIns: {
      ...(payments && { stripeUrl: payments.url, checkoutUrl: (url) => reachable(url, config, service?.publicUrl) }),
      ...(mailbox && { mailer: mailbox }),
      ...(channels && { channelManager: { url: channels.url, key: CHANNEL_KEY } }),
      async routes(app) {
        if (mailbox) await mailboxRoutes(app, { mailbox })
        if (channels) await channelDevRoutes(app, { standin: channels })
      },
    },
    async prepare(app, places) {
      service = app
      if (!hasDemo) return
      await seedDemo(app, places, console.log)
      if (payments) await fillProvider(app.db, payments.store)
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

const ON_NETWORK =
  'DEV_ON_NETWORK=true: whoever reaches this service can sign in as anybody, because the secrets of development are public. /dev answers this machine only; of the payment stand-in, others reach the checkout pages.'

const EMBEDDED = 'The embedded PostgreSQL lacks recent security fixes: set DATABASE_URL for more than a try.'

/** The key of the channel stand-in, which listens on this machine only. */
const CHANNEL_KEY = 'key of the stand-in'

const demoAccounts = () =>
  Object.entries(ACCOUNTS).map(([role, { email }]) => [`Demo ${role}`, `${email} / ${DEMO_PASSWORD}`])

/** Starts the payment stand-in on the next port. */
async function startPayments(config: Config, serviceUrl: () => string | undefined) {
  const host = config.devOnNetwork ? config.host : undefined
  const options = {
    ...config.stripe,
    webhookUrl: () => {
      const url = serviceUrl()
      return url && `${url}${API_PREFIX}/stripe/webhook`
    },
    file: path.join(config.dataDir, 'stripe-standin.json'),
    chaos: config.standinChaos,
  }
  return nearby(config, 1, (port) => startStandin(options, port, host))
}

/** A checkout page by the name by which the client has reached the service: a phone knows no `localhost`. Pure. */
function reachable(url: string, { devOnNetwork, host }: Config, serviceUrl = url): string {
  if (!devOnNetwork || isLoopback(host)) return url
  const page = new URL(url)
  page.hostname = new URL(serviceUrl).hostname
  return page.href
}

/** Starts the channel stand-in on the port after that of the payments; its bookings are gone when it stops. */
const startChannels = (config: Config) => nearby(config, 2, (port) => startChannelStandin(CHANNEL_KEY, port))

/** Starts something on a port after that of the service, or on any free port when that is taken, or wanted for the metrics. */
function nearby<T>({ port, metricsPort }: Config, distance: number, start: (port: number) => Promise<T>): Promise<T> {
  const near = port + distance
  return start(port === 0 || near === metricsPort ? 0 : near).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return start(0)
    throw error
  })
}
