import type { LookupFunction } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { DestinationStream } from 'pino'
import { externalRoutes, externalSignIn, sharedCallbackRoutes } from './auth/external.routes.ts'
import { authRoutes } from './auth/routes.ts'
import { calendarFeedRoutes } from './calendars/feeds.routes.ts'
import { importFeeds } from './calendars/jobs.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { compareCalendars } from './channel-manager/compare.ts'
import { readFeed } from './channel-manager/feed.ts'
import { channelManager } from './channel-manager/plugin.ts'
import { deleteRemoteWebhook, registerWebhook } from './channel-manager/registration.ts'
import { subscriptionRoutes } from './channel-manager/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { API_PREFIX } from './http/envelope.ts'
import { idempotency } from './idempotency/idempotency.ts'
import type { Job } from './jobs/job.ts'
import { type JobsOptions, jobs } from './jobs/queues.ts'
import { sendAwaitedMail, sendMail } from './mail/jobs.ts'
import { type Mailer, mail } from './mail/mail.ts'
import { attachmentRoutes } from './messages/attachments.routes.ts'
import { mailUnread } from './messages/jobs.ts'
import { messageReportRoutes } from './messages/reports.routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { unsubscribeRoutes } from './notifications/unsubscribe.routes.ts'
import { home } from './operations/home.routes.ts'
import { housekeeping } from './operations/housekeeping.ts'
import { metrics } from './operations/metrics.ts'
import { operations } from './operations/routes.ts'
import { outbound } from './outbound/plugin.ts'
import { startPasswordReset } from './password-resets/jobs.ts'
import { passwordResetRoutes } from './password-resets/routes.ts'
import { undoRoutes } from './password-resets/undo.routes.ts'
import { invoiceRoutes } from './payments/invoices.routes.ts'
import { creditRefund, invoicePayment } from './payments/invoices.ts'
import { detachMethod, syncMethod } from './payments/methods.ts'
import { payRoutes } from './payments/pay.routes.ts'
import { payments } from './payments/plugin.ts'
import { placeRoutes } from './places/routes.ts'
import { taxRoutes } from './places/tax.routes.ts'
import { authentication } from './plugins/authentication.ts'
import { connectionOptions, connections } from './plugins/connections.ts'
import { documentation } from './plugins/documentation.ts'
import { errors } from './plugins/errors.ts'
import { createLogger, RequestLog } from './plugins/logging.ts'
import { loopbackOnly, proxies, requestIds, trustedProxies } from './plugins/proxies.ts'
import { secretParams } from './plugins/secret-params.ts'
import { security } from './plugins/security.ts'
import { service } from './plugins/service.ts'
import { acceptanceRoutes } from './policies/acceptance.routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { refreshPopularityJob } from './properties/jobs.ts'
import { propertyListRoutes } from './properties/lists.routes.ts'
import { photoRoutes } from './properties/photos.routes.ts'
import { propertyRoutes } from './properties/routes.ts'
import { paymentVerificationRoutes, quoteRoutes } from './quotes/routes.ts'
import { broadcastingRoutes } from './realtime/broadcasting.routes.ts'
import { realtime } from './realtime/routes.ts'
import { chargeBalance, collectBalances } from './reservations/balance.jobs.ts'
import { completeStays } from './reservations/completion.jobs.ts'
import { confirmationRoutes } from './reservations/confirmation.routes.ts'
import { closeCheckoutsJob, expireHoldsJob } from './reservations/holds.jobs.ts'
import { ownerMoveRoutes } from './reservations/owner.routes.ts'
import { stays } from './reservations/plugin.ts'
import { sendRefund } from './reservations/refunds.jobs.ts'
import { refundRoutes } from './reservations/refunds.routes.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { reservationInvoiceRoutes, supplementRoutes } from './reservations/supplements.routes.ts'
import { remindToReview } from './reviews/jobs.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { seasonRoutes } from './seasons/routes.ts'
import { forms } from './storage/forms.ts'
import { sweepOrphans } from './storage/jobs.ts'
import { ownFolderWarning } from './storage/nodes.ts'
import { storage } from './storage/storage.ts'
import { triggerRoutes } from './triggers/routes.ts'
import { paymentMethodRoutes } from './users/payment-methods.routes.ts'
import { userRoutes } from './users/routes.ts'
import { channelRoutes } from './webhooks/channel-manager/routes.ts'
import { applyChannelEventJob, applyStripeEventJob } from './webhooks/jobs.ts'
import { stripeRoutes } from './webhooks/stripe/routes.ts'

/** Replacements of outside services on a developer's machine (src/dev/local.ts); empty in production. */
export interface StandIns {
  /** The address that the payment SDK uses instead of Stripe. */
  stripeUrl?: string
  mailer?: Mailer
  channelManager?: { url: string; key: string }
  routes?: FastifyPluginAsync
  /** Instead of DNS, for hosts that users name. */
  resolve?: LookupFunction
}

export interface AppOptions {
  config: Config
  db: Database
  standIns?: StandIns | undefined
  /** Whether jobs run by themselves, and with which schedule; by default as in production. */
  jobs?: Omit<JobsOptions, 'jobs'>
  /** Where the log goes instead of standard output. */
  log?: DestinationStream
}

/** The jobs of the service; each is declared in its room. */
const JOBS: Job[] = [
  applyChannelEventJob,
  applyStripeEventJob,
  chargeBalance,
  closeCheckoutsJob,
  collectBalances,
  compareCalendars,
  completeStays,
  creditRefund,
  deleteRemoteWebhook,
  detachMethod,
  expireHoldsJob,
  housekeeping,
  importFeeds,
  mailUnread,
  readFeed,
  invoicePayment,
  refreshPopularityJob,
  registerWebhook,
  remindToReview,
  sendAwaitedMail,
  sendMail,
  sendRefund,
  startPasswordReset,
  sweepOrphans,
  syncMethod,
]

const MAX_BODY_BYTES = 1024 * 1024
const START_TIMEOUT_MS = 60_000

/** Builds the service: the plugins that every request passes, the ports, then the routes. */
export async function buildApp({
  config,
  db,
  standIns = {},
  jobs: running,
  log,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: createLogger(config, log),
    logController: new RequestLog(),
    // The start waits for the database, which may be slow then.
    pluginTimeout: START_TIMEOUT_MS,
    trustProxy: trustedProxies(config),
    bodyLimit: MAX_BODY_BYTES,
    // HEAD runs the handler of GET, and some GETs change state, so only routes that ask for it have HEAD.
    exposeHeadRoutes: false,
    genReqId: requestIds(config),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...connectionOptions(config),
    routerOptions: { maxParamLength: 300 },
  })
  app.setSerializerCompiler(serializerCompiler)

  await app.register(secretParams)
  await app.register(service, { config, db })
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
  await app.register(mail, { config, standIn: standIns.mailer })
  await app.register(outbound, { config, resolve: standIns.resolve })
  await app.register(payments, { config, standInUrl: standIns.stripeUrl })
  await app.register(stays)
  await app.register(channelManager, { config, standIn: standIns.channelManager, run: running?.run })
  await app.register(realtime)
  await app.register(ownFolderWarning)

  await app.register(home)
  await app.register(operations)
  await app.register(sharedCallbackRoutes)
  const { routes } = standIns
  if (routes) {
    await app.register(async (dev) => {
      dev.addHook('onRequest', loopbackOnly)
      await dev.register(routes)
    })
  }
  await app.register(
    async (v1) => {
      await v1.register(placeRoutes)
      await v1.register(taxRoutes)
      await v1.register(authRoutes)
      await v1.register(externalRoutes)
      await v1.register(undoRoutes)
      await v1.register(passwordResetRoutes)
      await v1.register(userRoutes)
      await v1.register(privacyRoutes)
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
      await v1.register(messageRoutes)
      await v1.register(messageReportRoutes)
      await v1.register(attachmentRoutes)
      await v1.register(reviewRoutes)
      await v1.register(unsubscribeRoutes)
      await v1.register(subscriptionRoutes)
      await v1.register(channelRoutes)
      await v1.register(payRoutes)
      await v1.register(invoiceRoutes)
      await v1.register(supplementRoutes)
      await v1.register(unprefixed)
    },
    { prefix: API_PREFIX },
  )
  // The specification writes these without the prefix as well. The OpenAPI document has the prefixed paths only.
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
  await group.register(ownerMoveRoutes)
  await group.register(refundRoutes)
  await group.register(reservationInvoiceRoutes)
  await group.register(paymentMethodRoutes)
  await group.register(notificationRoutes)
  await group.register(broadcastingRoutes)
  await group.register(triggerRoutes)
}
