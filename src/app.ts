import './event-types.ts'
import './refusals.ts'
import type { LookupFunction } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler } from 'fastify-type-provider-zod'
import type { DestinationStream } from 'pino'
import * as apiKeys from './accounts/api-keys/module.ts'
import * as audit from './accounts/audit/module.ts'
import * as auth from './accounts/auth/module.ts'
import * as secondFactor from './accounts/second-factor/module.ts'
import * as sessions from './accounts/sessions/module.ts'
import * as team from './accounts/team/module.ts'
import * as reservations from './bookings/reservations/module.ts'
import * as channelManager from './channels/channel-manager/module.ts'
import type { Config } from './config.ts'
import * as properties from './homes/properties/module.ts'
import * as webhookEndpoints from './integrations/webhook-endpoints/module.ts'
import { MODULES } from './modules.ts'
import { stripe } from './money/stripe/plugin.ts'
import * as health from './operations/health/module.ts'
import { metrics } from './operations/metrics/plugin.ts'
import type { Database } from './platform/db/client.ts'
import { queries } from './platform/db/queries.ts'
import { webhookOf } from './platform/events/announced.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import { feedWatch } from './platform/events/watch.ts'
import { API_PREFIX } from './platform/http/envelope.ts'
import { idempotency } from './platform/idempotency/idempotency.ts'
import { type JobsOptions, jobs } from './platform/jobs/queues.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import * as mail from './platform/mail/module.ts'
import { ROOT_PATH } from './platform/openapi/document.ts'
import { docsPage } from './platform/openapi/page/routes.ts'
import { outages } from './platform/outbound/outages.ts'
import { outbound } from './platform/outbound/plugin.ts'
import { eventsDocumentation } from './platform/plugins/documentation.ts'
import { everyRequest } from './platform/plugins/every-request.ts'
import { forThisMachine } from './platform/plugins/proxies.ts'
import { serverOptions } from './platform/plugins/server-options.ts'
import { wakeUps } from './platform/plugins/wake-ups.ts'
import * as storage from './platform/storage/module.ts'
import { namedFiles } from './platform/storage/named-files.ts'
import * as pusher from './realtime/pusher/module.ts'
import { reference } from './reference/texts/reference.ts'
import * as window from './window/module.ts'

/** Replacements of outside services on a developer's machine (src/dev/local.ts); empty in production. */
export interface StandIns {
  /** The address that the payment SDK uses instead of Stripe. */
  stripeUrl?: string
  /** Public address of a page. */
  checkoutUrl?: (url: string) => string
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
  /** True if jobs run by themselves, and with which schedule; by default as in production. */
  jobs?: Omit<JobsOptions, 'jobs'>
  /** Destination of the log instead of standard output. */
  log?: DestinationStream
}

/** Builds the service: what every request passes, the ports, then the routes of all modules. */
export async function buildApp({
  config,
  db,
  standIns = {},
  jobs: running,
  log,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify(serverOptions(config, log))
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('config', config)

  const subjects = MODULES.flatMap((module) => module.subjects ?? [])
  const announced = subjects.map(webhookOf)
  await app.register(everyRequest, { config, db, webhooks: announced, reference })
  await app.register(wakeUps, { run: running?.run })
  await app.register(health.rehearsalNotice)
  await app.register(metrics)
  await app.register(outages, { probeMs: running?.run === false ? 0 : running?.probeMs })
  await app.register(auth.plugin, { config, findMember: team.findMember })
  await app.register(apiKeys.plugin)
  await app.register(health.positions)
  await app.register(sessions.plugin)
  await app.register(secondFactor.plugin)
  await app.register(audit.plugin)
  await app.register(team.plugin)
  await app.register(properties.plugin)
  await app.register(idempotency)
  await app.register(storage.plugin, { config })
  await app.register(namedFiles, { modules: MODULES.flatMap((module) => module.namedFiles ?? []) })
  await app.register(jobs, { jobs: MODULES.flatMap((module) => module.jobs ?? []), ...running })
  await app.register(health.heartbeat, { run: running?.run })
  await app.register(mail.plugin, { config, standIn: standIns.mailer })
  await app.register(outbound, { config, resolve: standIns.resolve })
  await app.register(stripe, { config, standInUrl: standIns.stripeUrl, checkoutUrl: standIns.checkoutUrl })
  for (const { ports } of MODULES) if (ports) await app.register(ports)
  await app.register(reservations.explainedMoves)
  await app.register(channelManager.plugin, { config, standIn: standIns.channelManager, run: running?.run })
  await app.register(pusher.plugin)
  await app.register(dispatcher, { subjects, run: running?.run, countHistory: queries.auth.countHistory })
  await app.register(feedWatch)
  await app.register(webhookEndpoints.plugin, { run: !config.rehearsal && running?.run })
  await app.register(docsPage, reference)
  await app.register(eventsDocumentation, {
    pushes: MODULES.flatMap((module) => module.pushes ?? []),
    webhooks: announced,
  })

  if (config.demoFrontend || config.backOffice) await app.register(window.plugin)
  await app.register(health.plugin, { expiries: MODULES.flatMap((module) => module.expiries ?? []) })
  if (standIns.routes) await app.register(forThisMachine(standIns.routes))
  const bareRoutes = MODULES.flatMap((module) => module.bareRoutes ?? [])
  await app.register(
    async (v1) => {
      for (const group of MODULES.flatMap((module) => module.routes ?? [])) await v1.register(named(group))
      await v1.register(async (alsoAtRoot) => {
        alsoAtRoot.addHook('onRoute', (route) => {
          route.schema = { ...route.schema, [ROOT_PATH]: route.url.slice(API_PREFIX.length) }
        })
        for (const group of bareRoutes) await alsoAtRoot.register(named(group))
      })
    },
    { prefix: API_PREFIX },
  )
  // The OpenAPI document has the prefixed paths only.
  await app.register(async (root) => {
    root.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    for (const group of bareRoutes) await root.register(named(group))
  })
  return app
}

/** A plugin with a name: for one without, Fastify looks among all modules that are loaded, at each registration. */
const named = (group: FastifyPluginAsyncZod): FastifyPluginAsyncZod =>
  Object.assign(group, { [Symbol.for('fastify.display-name')]: group.name })
