import type { LookupFunction } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler } from 'fastify-type-provider-zod'
import type { DestinationStream } from 'pino'
import * as apiKeys from './accounts/api-keys/room.ts'
import * as audit from './accounts/audit/room.ts'
import * as auth from './accounts/auth/room.ts'
import * as secondFactor from './accounts/second-factor/room.ts'
import * as sessions from './accounts/sessions/room.ts'
import * as channelManager from './channels/channel-manager/room.ts'
import type { Config } from './config.ts'
import * as properties from './homes/properties/room.ts'
import * as exports from './integrations/exports/room.ts'
import * as webhookEndpoints from './integrations/webhook-endpoints/room.ts'
import * as payments from './money/payments/room.ts'
import { stripe } from './money/stripe/plugin.ts'
import { metrics } from './operations/metrics/plugin.ts'
import * as operations from './operations/operations/room.ts'
import type { Database } from './platform/db/client.ts'
import { webhookOf } from './platform/events/announced.ts'
import { dispatcher } from './platform/events/dispatcher.ts'
import { feedWatch } from './platform/events/watch.ts'
import { API_PREFIX } from './platform/http/envelope.ts'
import { idempotency } from './platform/idempotency/idempotency.ts'
import { type JobsOptions, jobs } from './platform/jobs/queues.ts'
import type { Mailer } from './platform/mail/mail.ts'
import * as mail from './platform/mail/room.ts'
import { docsPage } from './platform/openapi/page/routes.ts'
import { outages } from './platform/outbound/outages.ts'
import { outbound } from './platform/outbound/plugin.ts'
import { eventsDocumentation } from './platform/plugins/documentation.ts'
import { everyRequest } from './platform/plugins/every-request.ts'
import { forThisMachine } from './platform/plugins/proxies.ts'
import { serverOptions } from './platform/plugins/server-options.ts'
import { namedFiles } from './platform/storage/named-files.ts'
import * as storage from './platform/storage/room.ts'
import * as realtime from './realtime/realtime/room.ts'
import { ROOMS } from './rooms.ts'
import * as calendars from './stays/calendars/room.ts'
import * as settlement from './stays/settlement/room.ts'
import * as stays from './stays/stays/room.ts'
import * as window from './window/room.ts'

/** Replacements of outside services on a developer's machine (src/dev/local.ts); empty in production. */
export interface StandIns {
  /** The address that the payment SDK uses instead of Stripe. */
  stripeUrl?: string
  /** Where clients reach a page of that address. */
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
  /** Whether jobs run by themselves, and with which schedule; by default as in production. */
  jobs?: Omit<JobsOptions, 'jobs'>
  /** Where the log goes instead of standard output. */
  log?: DestinationStream
}

/** Builds the service: what every request passes, the ports, then the routes of all rooms. */
export async function buildApp({
  config,
  db,
  standIns = {},
  jobs: running,
  log,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify(serverOptions(config, log))
  app.setSerializerCompiler(serializerCompiler)

  const subjects = ROOMS.flatMap((room) => room.subject ?? [])
  const announced = subjects.map(webhookOf)
  await app.register(everyRequest, { config, db, webhooks: announced })
  await app.register(operations.rehearsalNotice)
  await app.register(metrics)
  await app.register(outages, { probeMs: running?.run === false ? 0 : running?.probeMs })
  await app.register(auth.plugin, { config })
  await app.register(apiKeys.plugin)
  // After the door of the keys: whose key it is does not depend on how old the answer may be.
  await app.register(operations.positions)
  await app.register(sessions.plugin)
  await app.register(secondFactor.plugin)
  await app.register(audit.plugin)
  await app.register(properties.plugin)
  await app.register(idempotency)
  await app.register(storage.plugin, { config })
  await app.register(namedFiles, { rooms: ROOMS.flatMap((room) => room.namedFiles ?? []) })
  await app.register(jobs, { jobs: ROOMS.flatMap((room) => room.jobs ?? []), ...running })
  await app.register(operations.beats, { run: running?.run })
  await app.register(mail.plugin, { config, standIn: standIns.mailer })
  await app.register(outbound, { config, resolve: standIns.resolve })
  await app.register(stripe, { config, standInUrl: standIns.stripeUrl, checkoutUrl: standIns.checkoutUrl })
  await app.register(payments.plugin)
  await app.register(stays.plugin)
  await app.register(calendars.plugin)
  await app.register(settlement.plugin)
  await app.register(channelManager.plugin, { config, standIn: standIns.channelManager, run: running?.run })
  await app.register(realtime.plugin)
  await app.register(dispatcher, { subjects, run: running?.run })
  await app.register(feedWatch)
  await app.register(webhookEndpoints.plugin, { run: !config.rehearsal && running?.run })
  await app.register(exports.plugin)
  await app.register(docsPage)
  await app.register(eventsDocumentation, { pushes: ROOMS.flatMap((room) => room.pushes ?? []), webhooks: announced })

  if (config.demoFrontend) await app.register(window.plugin)
  await app.register(operations.plugin, { expiries: ROOMS.flatMap((room) => room.expiries ?? []) })
  if (standIns.routes) await app.register(forThisMachine(standIns.routes))
  const bareRoutes = ROOMS.flatMap((room) => room.bareRoutes ?? [])
  await app.register(
    async (v1) => {
      for (const group of [...ROOMS.flatMap((room) => room.routes ?? []), ...bareRoutes])
        await v1.register(named(group))
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
