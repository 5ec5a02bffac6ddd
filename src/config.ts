import path from 'node:path'
import { z } from 'zod'
import { type OAuthConfig, oauthConfig, oauthVariables } from './accounts/auth/oauth-clients.ts'
import { earlierQuotas, type QuotaConfig, quotaConfig, quotaVariables } from './accounts/quotas/config.ts'
import { type PasskeyConfig, passkeyConfig, passkeyVariables } from './accounts/second-factor/config.ts'
import { type ChannelConfig, channelConfig, channelVariables } from './channels/channel-manager/config.ts'
import { type ReviewConfig, reviewConfig, reviewVariables } from './conversations/reviews/config.ts'
import { type RegisterConfig, registerConfig, registerVariables } from './hosting/travellers/config.ts'
import { type SellerConfig, sellerConfig, sellerVariables } from './money/invoices/config.ts'
import { type StripeConfig, stripeConfig, stripeVariables } from './money/stripe/config.ts'
import { type MetricsConfig, metricsConfig, metricsVariables } from './operations/metrics/config.ts'
import { type DatabaseConfig, databaseConfig, databaseVariables } from './platform/db/config.ts'
import { earlierRetention, type RetentionConfig, retentionConfig, retentionVariables } from './platform/jobs/config.ts'
import { ConfigError, isLoopback, processVariables, readVariables, withoutEarlier } from './platform/lib/environment.ts'
import { type MailConfig, mailConfig, mailVariables } from './platform/mail/config.ts'
import { type OutboundConfig, outboundConfig, outboundVariables } from './platform/outbound/config.ts'
import { type ServerConfig, serverConfig, serverVariables } from './platform/plugins/config.ts'
import { type StorageConfig, storageConfig, storageVariables } from './platform/storage/config.ts'
import { type RealtimeConfig, realtimeConfig, realtimeVariables, unusedRealtime } from './realtime/pusher/config.ts'

const environment = z.object({
  ...processVariables,
  ...serverVariables,
  ...databaseVariables,
  ...storageVariables,
  ...mailVariables,
  ...outboundVariables,
  ...retentionVariables,
  ...realtimeVariables,
  ...oauthVariables,
  ...passkeyVariables,
  ...quotaVariables,
  ...stripeVariables,
  ...sellerVariables,
  ...registerVariables,
  ...reviewVariables,
  ...channelVariables,
  ...metricsVariables,
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().int().min(1).max(600).default(25),
  REHEARSAL: z.stringbool().default(false),
  RESTORED: z.stringbool().default(false),
  DEV_ON_NETWORK: z.stringbool().default(false),
  DEMO_DATA: z.stringbool().default(true),
  STANDIN_CHAOS: z.stringbool().default(false),
})

const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'JWT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'REALTIME_APP_SECRET',
  'PUBLIC_URL',
] as const

/** Secrets with a value for development, which anybody can read in the sources. */
const SECRETS = ['JWT_SECRET', 'REALTIME_APP_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** Variables of earlier releases without an effect. */
export const UNUSED = ['REDIS_URL', ...unusedRealtime]

/** The configuration of a node, from the pieces of its modules. */
export interface Config
  extends ServerConfig,
    DatabaseConfig,
    StorageConfig,
    MailConfig,
    OutboundConfig,
    RetentionConfig,
    RealtimeConfig,
    OAuthConfig,
    PasskeyConfig,
    QuotaConfig,
    StripeConfig,
    SellerConfig,
    RegisterConfig,
    ReviewConfig,
    ChannelConfig,
    MetricsConfig {
  /** Variables that another one has replaced, and that still work. */
  earlierVariables: string[]
  /** Variables of earlier releases that are set and have no effect. */
  unusedVariables: string[]
  /** True if the service goes on with a database that was restored or copied. */
  restored: boolean
  /** A stopping node serves for this long while it reports that it is not ready. */
  shutdownDelaySeconds: number
  /** Time for stopping after that. Requests that have not ended by then are cut off. */
  shutdownGraceSeconds: number
  /** Development that others on the network may reach, because DEV_ON_NETWORK allows it. */
  devOnNetwork: boolean
  demoData: boolean
  /** The payment stand-in sends its events late, out of order, and many of them twice. */
  standinChaos: boolean
}

/**
 * Reads the environment. The service reads no variables elsewhere, except those of npm and PATH.
 * @throws ConfigError that names every invalid variable, and in production every missing one.
 */
export function loadConfig(given: Record<string, string | undefined>): Config {
  const { env, found } = withoutEarlier(given, { LIMITS: earlierQuotas, KEEP: earlierRetention })
  const e = readVariables(environment, env)
  const production = e.NODE_ENV === 'production'
  const missing = production ? REQUIRED_IN_PRODUCTION.filter((name) => e[name] === undefined) : []
  if (missing.length > 0) throw new ConfigError(`Missing in production: ${missing.join(', ')}`)
  const purpose = { production, rehearsal: e.REHEARSAL, dataDir: path.resolve(e.DATA_DIR) }
  const server = serverConfig(e, purpose)
  const database = databaseConfig(e, purpose)
  const guessable = SECRETS.filter((name) => e[name] === undefined)
  if (database.databaseIsRemote && guessable.length > 0) {
    throw new ConfigError(
      `DATABASE_URL names another machine, where secrets of development are refused: set NODE_ENV=production, or ${guessable.join(', ')}`,
    )
  }
  const exposed = production ? undefined : exposure(e)
  if (exposed !== undefined && !e.DEV_ON_NETWORK) {
    throw new ConfigError(
      `${exposed}: others would reach a service whose secrets and mails anybody can read. Set NODE_ENV=production, or DEV_ON_NETWORK=true to try it on a network that you trust`,
    )
  }
  if (e.REHEARSAL && e.RESTORED)
    throw new ConfigError('REHEARSAL=true tries a database out, RESTORED=true serves guests with it: set one of them')

  return {
    ...server,
    ...database,
    ...storageConfig(e, purpose),
    ...mailConfig(e),
    ...outboundConfig(e, purpose),
    ...retentionConfig(e),
    ...realtimeConfig(e),
    ...oauthConfig(e, purpose),
    ...passkeyConfig(e, purpose),
    ...quotaConfig(e),
    ...stripeConfig(e),
    ...sellerConfig(e),
    ...registerConfig(e),
    ...reviewConfig(e),
    ...channelConfig(e),
    ...metricsConfig(e),
    earlierVariables: found,
    unusedVariables: UNUSED.filter((name) => (given[name] ?? '') !== ''),
    restored: e.RESTORED,
    shutdownDelaySeconds: e.SHUTDOWN_DELAY_SECONDS ?? (production ? 5 : 0),
    shutdownGraceSeconds: e.SHUTDOWN_GRACE_SECONDS,
    devOnNetwork: exposed !== undefined,
    demoData: !production && e.DEMO_DATA && !e.REHEARSAL,
    standinChaos: e.STANDIN_CHAOS,
  }
}

/** Returns the variable that lets others than this machine reach the service; undefined: none. */
function exposure({ PUBLIC_URL, HOST }: { PUBLIC_URL?: string | undefined; HOST?: string | undefined }) {
  if (HOST !== undefined && !isLoopback(HOST)) return `HOST=${HOST} is not loopback`
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:') return `PUBLIC_URL=${PUBLIC_URL} is https`
  return undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
  }
}
