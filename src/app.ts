import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { externalRoutes, externalSignIn, sharedCallbackRoutes } from './auth/external.routes.ts'
import { authRoutes } from './auth/routes.ts'
import { calendarFeedRoutes } from './calendars/feeds.routes.ts'
import { importFeeds } from './calendars/jobs.ts'
import { calendarRoutes } from './calendars/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { mailboxRoutes } from './dev/mailbox.routes.ts'
import { API_PREFIX } from './http/envelope.ts'
import { idempotency } from './idempotency/idempotency.ts'
import type { Job } from './jobs/job.ts'
import { type JobsOptions, jobs } from './jobs/queues.ts'
import { sendAwaitedMail, sendMail } from './mail/jobs.ts'
import { mail } from './mail/mail.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { home } from './operations/home.routes.ts'
import { housekeeping } from './operations/jobs.ts'
import { metrics } from './operations/metrics.ts'
import { operations } from './operations/routes.ts'
import { createOutbound, type Outbound } from './outbound/outbound.ts'
import { startPasswordReset } from './password-resets/jobs.ts'
import { passwordResetRoutes } from './password-resets/routes.ts'
import { undoRoutes } from './password-resets/undo.routes.ts'
import { createProvider, type PaymentProvider } from './payments/provider.ts'
import { placeRoutes } from './places/routes.ts'
import { taxRoutes } from './places/tax.routes.ts'
import { authentication } from './plugins/authentication.ts'
import { connectionOptions, connections } from './plugins/connections.ts'
import { documentation } from './plugins/documentation.ts'
import { errors } from './plugins/errors.ts'
import { loggedPath } from './plugins/logged-path.ts'
import { proxies, trustedProxies } from './plugins/proxies.ts'
import { security } from './plugins/security.ts'
import { acceptanceRoutes } from './policies/acceptance.routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { refreshPopularityJob } from './properties/jobs.ts'
import { propertyListRoutes } from './properties/lists.routes.ts'
import { photoRoutes } from './properties/photos.routes.ts'
import { propertyRoutes } from './properties/routes.ts'
import { paymentVerificationRoutes, quoteRoutes } from './quotes/routes.ts'
import { broadcastingRoutes, realtime } from './realtime/routes.ts'
import { confirmationRoutes } from './reservations/confirmation.routes.ts'
import { closeCheckoutsJob, expireHoldsJob } from './reservations/holds.jobs.ts'
import { sendRefund } from './reservations/refunds.jobs.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { seasonRoutes } from './seasons/routes.ts'
import { forms } from './storage/forms.ts'
import { storage } from './storage/storage.ts'
import { userRoutes } from './users/routes.ts'
import { applyEvent } from './webhooks/jobs.ts'
import { stripeRoutes } from './webhooks/stripe/routes.ts'

export interface AppOptions {
  config: Config
  db: Database
  /** Where the payment SDK talks to; undefined: Stripe itself. */
  stripeUrl: string | undefined
  /** Whether jobs run by themselves, and by which clock; as in production by default. */
  jobs?: Omit<JobsOptions, 'jobs'>
}

/** What happens later; each is declared beside its resource. */
const JOBS: Job[] = [
  applyEvent,
  closeCheckoutsJob,
  expireHoldsJob,
  housekeeping,
  importFeeds,
  refreshPopularityJob,
  sendAwaitedMail,
  sendMail,
  sendRefund,
  startPasswordReset,
]

/** What no log may show, wherever it stands. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.password_confirmation',
  '*.token',
  '*.secret',
]
const MAX_BODY_BYTES = 1024 * 1024

/** The whole service: what every request passes, what it hangs on, then its groups of routes. */
export async function buildApp({ config, db, stripeUrl, jobs: running }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: createLogger(config),
    trustProxy: trustedProxies(config),
    bodyLimit: MAX_BODY_BYTES,
    // HEAD does what GET does, and some GETs change something: only routes that say so have it.
    exposeHeadRoutes: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...connectionOptions(config),
    routerOptions: { maxParamLength: 300 },
  })
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('config', config)
  app.decorate('db', db)
  app.decorate('stopping', false)
  app.decorate('outbound', createOutbound(config.outboundAllowedHosts))
  app.decorate('payments', createProvider(config, stripeUrl))
  app.decorate('publicUrl', { getter: () => config.publicUrl ?? localUrl(app.server, config) })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  app.addHook('preClose', async () => {
    app.stopping = true
  })
  app.addHook('onClose', () => app.outbound.close())

  await app.register(proxies, { config })
  await app.register(errors)
  await app.register(connections)
  await app.register(security, { config })
  await app.register(documentation, { publicUrl: config.publicUrl ?? '/' })
  await app.register(metrics)
  await app.register(authentication, { config })
  await app.register(externalSignIn)
  await app.register(idempotency)
  await app.register(forms)
  await app.register(storage, { config })
  await app.register(jobs, { jobs: JOBS, ...running })
  await app.register(mail, { config })
  await app.register(realtime)

  await app.register(home)
  await app.register(operations)
  await app.register(sharedCallbackRoutes)
  if (app.mailbox && !config.production) await app.register(mailboxRoutes, { mailbox: app.mailbox })
  await app.register(
    async (v1) => {
      await v1.register(placeRoutes)
      await v1.register(taxRoutes)
      await v1.register(authRoutes)
      await v1.register(externalRoutes)
      await v1.register(undoRoutes)
      await v1.register(passwordResetRoutes)
      await v1.register(userRoutes)
      await v1.register(policyRoutes)
      await v1.register(acceptanceRoutes)
      await v1.register(propertyRoutes)
      await v1.register(propertyListRoutes)
      await v1.register(photoRoutes)
      await v1.register(calendarRoutes)
      await v1.register(calendarFeedRoutes)
      await v1.register(seasonRoutes)
      await v1.register(quoteRoutes)
      await v1.register(reservationRoutes)
      await v1.register(confirmationRoutes)
      await v1.register(unprefixed)
    },
    { prefix: API_PREFIX },
  )
  // The specification writes these without the prefix as well; the document names the canonical path only.
  await app.register(async (root) => {
    root.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    await root.register(unprefixed)
  })
  return app
}

async function unprefixed(group: FastifyInstance): Promise<void> {
  await group.register(paymentVerificationRoutes)
  await group.register(stripeRoutes)
  await group.register(notificationRoutes)
  await group.register(broadcastingRoutes)
}

/** JSON lines; a request is logged without its query and its calendar token, where links carry their secrets. */
function createLogger({ logLevel }: Config): FastifyBaseLogger {
  return pino({
    level: logLevel,
    redact: REDACTED,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({ method, url: loggedPath(url), ip }),
    },
  })
}

function localUrl(server: Server, config: Config): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return `http://${host}:${port}`
}

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    db: Database
    /** True from the first signal to stop: new work is refused, what runs is finished. */
    stopping: boolean
    /** What reads addresses that users name. */
    outbound: Outbound
    payments: PaymentProvider
    /** How the outside reaches this service, without a trailing slash. */
    readonly publicUrl: string
  }
}
