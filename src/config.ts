import path from 'node:path'
import { z } from 'zod'
import { type OAuthClient, oauthClients, oauthVariables } from './accounts/auth/oauth-clients.ts'
import type { Quotas } from './accounts/quotas/quotas.ts'
import { canHoldPasskeys, type RelyingParty } from './accounts/second-factor/relying-party.ts'
import { addressesOf } from './platform/db/address.ts'
import type { OauthProvider } from './platform/db/enums.ts'
import type { Retention } from './platform/jobs/expiry.ts'
import {
  count,
  flagUrl,
  isLoopback,
  isTimeZone,
  keepDays,
  list,
  pathWith,
  readCertificates,
  text,
  trustedProxies,
  withoutBrackets,
} from './platform/lib/environment.ts'
import { toCents } from './platform/lib/money.ts'
import { type StorageLocation, storageLocation } from './platform/storage/location.ts'
import type { RealtimeLimits } from './realtime/realtime/limits.ts'

/** Its hosts, which a URL of the web cannot have several of, are read below. */
const databaseUrl = text.regex(/^postgres(ql)?:\/\//, 'must be a URL starting with postgres:// or postgresql://')

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: text.optional(),
  DATA_DIR: text.default('.data'),
  STORAGE_URL: storageLocation.optional(),
  STORAGE_ACCESS_KEY: text.optional(),
  STORAGE_SECRET_KEY: text.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  PUBLIC_URL: flagUrl('http', 'https').optional(),
  FRONTEND_URL: flagUrl('http', 'https').optional(),
  FRONTEND_RESERVATION_PATH: pathWith('id').optional(),
  FRONTEND_CONVERSATION_PATH: pathWith('user_id').optional(),
  FRONTEND_INVITATION_PATH: pathWith('key').optional(),
  CORS_ORIGINS: list.default([]),
  TRUST_PROXY: trustedProxies.default(false),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(databaseUrl)).default([]),
  REPLICA_LAG_SECONDS: count(5),
  DATABASE_CA: text.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_WAIT_SECONDS: z.coerce.number().min(0.1).max(60).default(2),
  JWT_SECRET: text.min(32, 'must have at least 32 characters').optional(),
  JWT_PREVIOUS_SECRETS: list.default([]),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_URL: flagUrl('http', 'https').optional(),
  CHANNEL_MANAGER_URL: flagUrl('http', 'https').optional(),
  CHANNEL_MANAGER_KEY: text.optional(),
  CHANNEL_EVENTS_PER_MINUTE: count(120),
  CHANNEL_MANAGER_CALLS_PER_MINUTE: z.coerce.number().int().min(2).max(10_000).default(10),
  SMTP_URL: flagUrl('smtp', 'smtps').optional(),
  MAIL_FROM: text.default('Séjour <no-reply@sejour.example>'),
  ...oauthVariables,
  OAUTH_SHARED_CALLBACK: z.stringbool().default(false),
  STAFF_SECOND_FACTOR: z.stringbool().default(false),
  WEBAUTHN_RP_ID: text.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a domain such as example.org').optional(),
  WEBAUTHN_ORIGINS: list.optional(),
  REALTIME_APP_ID: text.default('sejour'),
  REALTIME_APP_KEY: text.default('sejour-key'),
  REALTIME_APP_SECRET: text.optional(),
  REALTIME_SOCKETS: count(50_000),
  REALTIME_SOCKETS_PER_ADDRESS: count(1_000),
  REALTIME_SOCKETS_PER_USER: count(100),
  REALTIME_CHANNELS_PER_SOCKET: count(100),
  REALTIME_FRAMES_PER_SECOND: count(50),
  REALTIME_CLIENT_EVENTS_PER_SECOND: count(10),
  REALTIME_EVENT_BYTES: count(10_240),
  REALTIME_CHANNEL_DATA_BYTES: count(2_048),
  REALTIME_PRESENCE_MEMBERS: count(10_000),
  REALTIME_BUFFERED_BYTES: count(1_048_576),
  REALTIME_ACTIVITY_SECONDS: count(30),
  REALTIME_LEASE_SECONDS: count(30),
  REDIS_URL: flagUrl('redis', 'rediss').optional(),
  OUTBOUND_ALLOWED_HOSTS: list.default([]),
  WEBHOOK_ALLOWED_HOSTS: list.optional(),
  HOLDS_PER_GUEST: z.coerce.number().int().min(1).default(5),
  INQUIRIES_PER_GUEST: z.coerce.number().int().min(1).default(10),
  HOMES_PER_ACCOUNT: count(1_000),
  FEEDS_PER_ACCOUNT: count(2_000),
  SUBSCRIPTIONS_PER_ACCOUNT: count(2_000),
  WEBHOOK_ENDPOINTS_PER_ACCOUNT: count(20),
  WEBHOOK_DELIVERIES_WAITING: count(10_000),
  WEBHOOK_REPLAYS_PER_DAY: count(5),
  API_KEYS_PER_ACCOUNT: count(50),
  MEMBERS_PER_HOME: count(20),
  INVITATIONS_PER_DAY: count(50),
  PASSKEYS_PER_ACCOUNT: count(20),
  FAVORITES_PER_ACCOUNT: count(1_000),
  PAYMENT_METHODS_PER_ACCOUNT: count(50),
  SEASONS_PER_HOME: count(200),
  CLOSURES_PER_HOME: count(2_000),
  REGISTRATIONS_PER_DAY: count(200),
  RESERVATIONS_PER_DAY: count(100),
  QUOTES_PER_DAY: count(5_000),
  PICTURES_PER_DAY: count(2_000),
  ATTACHMENT_MEGABYTES_PER_DAY: count(500),
  NOTIFICATIONS_KEEP_DAYS: keepDays.default(365),
  INBOX_KEEP_DAYS: keepDays.default(90),
  CALENDAR_KEEP_DAYS: keepDays.default(400),
  AUDIT_DAYS: keepDays.default(365),
  MESSAGES_KEEP_DAYS: keepDays.optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().int().min(1).max(600).default(25),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  SELLER_NAME: text.default('Séjour'),
  SELLER_ADDRESS: z.string().default(''),
  SELLER_TAX_ID: z.string().default(''),
  SELLER_VAT_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .refine((percent) => toCents(percent) !== undefined, 'must have at most two decimals')
    .default(0),
  SELLER_TIMEZONE: text.refine(isTimeZone, 'must be a time zone such as Europe/Paris').default('Europe/Paris'),
  REHEARSAL: z.stringbool().default(false),
  RESTORED: z.stringbool().default(false),
  DEV_ON_NETWORK: z.stringbool().default(false),
  DEMO_DATA: z.stringbool().default(true),
  DEMO_FRONTEND: z.stringbool().optional(),
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

/** Each of them has a value for development that anybody can read here. */
const SECRETS = ['JWT_SECRET', 'REALTIME_APP_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

export interface Config {
  production: boolean
  /** Whether the node writes to its own database only, and nothing else leaves it. */
  rehearsal: boolean
  /** Whether the service goes on with a database that was restored or copied. */
  restored: boolean
  port: number
  host: string
  dataDir: string
  /** Where uploaded files are kept; `isOwn`: in `dataDir`, which other nodes may not have. */
  storage: StorageLocation
  /** Empty for a folder. */
  storageCredentials: { accessKeyId: string; secretAccessKey: string }
  logLevel: string
  /** The public address of this service, without a trailing slash; undefined: localhost and the port. */
  publicUrl: string | undefined
  frontendUrl: string | undefined
  /** What mails and checkouts open under `frontendUrl`, with `{id}` or `{user_id}` in it. */
  frontendPaths: { reservation: string; conversation: string; invitation: string }
  corsOrigins: string[]
  /** The proxies that are trusted to name the client's address, by number or by address; `true`: any. */
  trustProxy: boolean | number | string[]
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** Further ways to the same database: another entry of a pooler, for reads, and the way around it. */
  databaseWays: { readUrl: string | undefined; directUrl: string | undefined }
  /** Standbys for reads, and how many seconds they may be behind. */
  databaseReplicas: { urls: string[]; lagSeconds: number }
  /** Certificates in PEM format that the database's certificate must go back to; undefined: `sslmode` alone decides. */
  databaseCa: string | undefined
  databasePool: number
  /** How long a request waits for a connection. */
  databaseWaitMs: number
  jwtSecret: string
  /** Secrets that still verify tokens and no longer sign them. */
  jwtPreviousSecrets: string[]
  /** `apiUrl` undefined: Stripe itself in production, the stand-in elsewhere. */
  stripe: {
    secretKey: string
    /** For front ends that ask for cards themselves. */
    publishableKey: string | undefined
    webhookSecret: string
    apiUrl: string | undefined
  }
  /** undefined: events of channels are applied with the details that they carry. */
  channelManager: { url: string; key: string } | undefined
  /** How many events a minute a subscription may send. */
  channelEventsPerMinute: number
  /** How many calls about availability, and about prices and rules, a minute may have for each home of the channel manager. */
  channelCallsPerMinute: number
  /** `smtpUrl` undefined: mails are stored for /dev/mailbox. */
  mail: { smtpUrl: string | undefined; from: string }
  /** Of the providers of sign-in; without a client the routes of a provider answer 503. */
  oauthClients: Partial<Record<OauthProvider, OAuthClient>>
  /** Whether providers redirect to /api/oauth2-callback instead of to one callback each. */
  oauthSharedCallback: boolean
  /** Whether support and administrators may do nothing without a second factor. */
  staffSecondFactor: boolean
  /** What passkeys belong to; undefined: no page can have one. */
  relyingParty: RelyingParty | undefined
  realtime: {
    appId: string
    key: string
    secret: string
    limits: RealtimeLimits
    /** How long a node that is not heard of counts as alive. */
    leaseSeconds: number
  }
  /** undefined: nodes share everything through the database. */
  redisUrl: string | undefined
  /** Hosts (`host` or `host:port`) that calendars may be read from although their addresses are private. */
  outboundAllowedHosts: string[]
  /** The same for endpoints of webhooks. */
  webhookAllowedHosts: string[]
  /** How many unpaid holds and unanswered inquiries a guest may have. */
  holdsPerGuest: number
  inquiriesPerGuest: number
  quotas: Quotas
  retention: Retention
  rateLimitPerMinute: number
  /** How long a request may take to arrive, including its body. */
  requestTimeoutSeconds: number
  /** Where /metrics is: on a port of its own, behind a bearer token, or both; neither: nowhere in production. */
  metricsPort: number | undefined
  metricsToken: string | undefined
  /** How long a node that is told to stop goes on serving while it says that it is not ready. */
  shutdownDelaySeconds: number
  /** How long stopping may take after that; what has not ended by then is cut off. */
  shutdownGraceSeconds: number
  /** Development that others on the network may reach, because DEV_ON_NETWORK allows it. */
  devOnNetwork: boolean
  demoData: boolean
  /** Whether `GET /` is the window (docs/window.md). */
  demoFrontend: boolean
  /** The payment stand-in sends its events late, out of order, and many of them twice. */
  standinChaos: boolean
  /** Who issues invoices; `address` in lines. The year of a number is that of `timezone`. Prices include the VAT. */
  seller: { name: string; address: string; tax_id: string; timezone: string; vat_hundredths: number }
}

export class ConfigError extends Error {}

function parse<T extends z.ZodType>(schema: T, env: Record<string, string | undefined>): z.infer<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new ConfigError(`Invalid configuration: ${problems.join('; ')}`)
}

const DATABASE_NAMES = {
  DATABASE_URL: true,
  DATABASE_READ_URL: true,
  DATABASE_DIRECT_URL: true,
  DATABASE_REPLICA_URLS: true,
  DATABASE_CA: true,
} as const

/**
 * Reads what commands need that work on the database alone, around a pooler.
 * @throws ConfigError
 */
export function loadDatabaseConfig(
  env: Record<string, string | undefined>,
): Pick<Config, 'databaseUrl' | 'databaseCa' | 'dataDir'> {
  const e = parse(environment.pick({ ...DATABASE_NAMES, NODE_ENV: true, DATA_DIR: true }), env)
  const production = e.NODE_ENV === 'production'
  if (production && e.DATABASE_URL === undefined) throw new ConfigError('Missing in production: DATABASE_URL')
  return {
    databaseUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
    databaseCa: databaseOf(e, production)?.ca,
    dataDir: path.resolve(e.DATA_DIR),
  }
}

/**
 * Reads the environment. The service reads no variables elsewhere, except those of npm and PATH.
 * @throws ConfigError that names every invalid variable, and in production every missing one.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const e = parse(environment, env)
  const production = e.NODE_ENV === 'production'
  const missing = production ? REQUIRED_IN_PRODUCTION.filter((name) => e[name] === undefined) : []
  if (missing.length > 0) throw new ConfigError(`Missing in production: ${missing.join(', ')}`)
  if (production && e.TRUST_PROXY === true) {
    throw new ConfigError(
      'TRUST_PROXY=true lets every client choose its own address: name the number of proxies, or their addresses',
    )
  }
  if (production && e.REDIS_URL !== undefined && isOpen(new URL(e.REDIS_URL))) {
    throw new ConfigError('REDIS_URL needs a password in production: whoever reaches Redis reads and writes all pushes')
  }
  const database = databaseOf(e, production)
  const guessable = SECRETS.filter((name) => e[name] === undefined)
  if (database?.isLocal === false && guessable.length > 0) {
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

  const demoFrontend = e.DEMO_FRONTEND ?? !production
  const windowIsFront = demoFrontend && e.FRONTEND_URL === undefined
  const dataDir = path.resolve(e.DATA_DIR)
  const storage = e.STORAGE_URL ?? { kind: 'folder' as const, path: path.join(dataDir, 'storage'), isOwn: true }
  if (storage.kind === 's3' && (e.STORAGE_ACCESS_KEY === undefined || e.STORAGE_SECRET_KEY === undefined))
    throw new ConfigError('STORAGE_URL of a bucket needs STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY')

  return {
    production,
    rehearsal: e.REHEARSAL,
    restored: e.RESTORED,
    port: e.PORT,
    host: e.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    storage,
    storageCredentials: { accessKeyId: e.STORAGE_ACCESS_KEY ?? '', secretAccessKey: e.STORAGE_SECRET_KEY ?? '' },
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    publicUrl: e.PUBLIC_URL?.replace(/\/$/, ''),
    frontendUrl: e.FRONTEND_URL?.replace(/\/$/, ''),
    frontendPaths: {
      reservation: e.FRONTEND_RESERVATION_PATH ?? (windowIsFront ? '/trips/{id}' : '/reservations/{id}'),
      conversation: e.FRONTEND_CONVERSATION_PATH ?? (windowIsFront ? '/inbox/{user_id}' : '/messages/{user_id}'),
      invitation: e.FRONTEND_INVITATION_PATH ?? '/invitations/{key}',
    },
    corsOrigins: e.CORS_ORIGINS,
    trustProxy: e.TRUST_PROXY,
    databaseUrl: e.DATABASE_URL,
    databaseWays: { readUrl: e.DATABASE_READ_URL, directUrl: e.DATABASE_DIRECT_URL },
    // A rehearsal neither reads replicas of the service in use, nor reaches its clients and providers of sign-in.
    databaseReplicas: { urls: e.REHEARSAL ? [] : e.DATABASE_REPLICA_URLS, lagSeconds: e.REPLICA_LAG_SECONDS },
    databaseCa: database?.ca,
    databasePool: e.DATABASE_POOL,
    databaseWaitMs: e.DATABASE_WAIT_SECONDS * 1000,
    jwtSecret: e.JWT_SECRET ?? 'a development secret, refused in production',
    jwtPreviousSecrets: e.JWT_PREVIOUS_SECRETS,
    stripe: {
      secretKey: e.STRIPE_SECRET_KEY ?? 'sk_test_sejour',
      publishableKey: e.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: e.STRIPE_WEBHOOK_SECRET ?? 'whsec_sejour',
      apiUrl: e.STRIPE_API_URL,
    },
    channelManager: channelManager(e.CHANNEL_MANAGER_URL, e.CHANNEL_MANAGER_KEY),
    channelEventsPerMinute: e.CHANNEL_EVENTS_PER_MINUTE,
    channelCallsPerMinute: e.CHANNEL_MANAGER_CALLS_PER_MINUTE,
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    oauthClients: e.REHEARSAL ? {} : oauthClients(e),
    oauthSharedCallback: e.OAUTH_SHARED_CALLBACK,
    staffSecondFactor: e.STAFF_SECOND_FACTOR,
    relyingParty: relyingParty(e, production),
    realtime: {
      appId: e.REALTIME_APP_ID,
      key: e.REALTIME_APP_KEY,
      secret: e.REALTIME_APP_SECRET ?? 'sejour-secret',
      limits: {
        sockets: e.REALTIME_SOCKETS,
        socketsPerAddress: e.REALTIME_SOCKETS_PER_ADDRESS,
        socketsPerUser: e.REALTIME_SOCKETS_PER_USER,
        channelsPerSocket: e.REALTIME_CHANNELS_PER_SOCKET,
        framesPerSecond: e.REALTIME_FRAMES_PER_SECOND,
        clientEventsPerSecond: e.REALTIME_CLIENT_EVENTS_PER_SECOND,
        eventBytes: e.REALTIME_EVENT_BYTES,
        channelDataBytes: e.REALTIME_CHANNEL_DATA_BYTES,
        presenceMembers: e.REALTIME_PRESENCE_MEMBERS,
        bufferedBytes: e.REALTIME_BUFFERED_BYTES,
        activitySeconds: e.REALTIME_ACTIVITY_SECONDS,
      },
      leaseSeconds: e.REALTIME_LEASE_SECONDS,
    },
    redisUrl: e.REHEARSAL ? undefined : e.REDIS_URL,
    outboundAllowedHosts: e.OUTBOUND_ALLOWED_HOSTS,
    // Everybody can try them on their own machine.
    webhookAllowedHosts: e.WEBHOOK_ALLOWED_HOSTS ?? (production ? [] : ['localhost', '127.0.0.1', '[::1]']),
    holdsPerGuest: e.HOLDS_PER_GUEST,
    inquiriesPerGuest: e.INQUIRIES_PER_GUEST,
    quotas: {
      homesPerAccount: e.HOMES_PER_ACCOUNT,
      feedsPerAccount: e.FEEDS_PER_ACCOUNT,
      subscriptionsPerAccount: e.SUBSCRIPTIONS_PER_ACCOUNT,
      webhookEndpointsPerAccount: e.WEBHOOK_ENDPOINTS_PER_ACCOUNT,
      webhookDeliveriesWaiting: e.WEBHOOK_DELIVERIES_WAITING,
      webhookReplaysPerDay: e.WEBHOOK_REPLAYS_PER_DAY,
      apiKeysPerAccount: e.API_KEYS_PER_ACCOUNT,
      membersPerHome: e.MEMBERS_PER_HOME,
      invitationsPerDay: e.INVITATIONS_PER_DAY,
      passkeysPerAccount: e.PASSKEYS_PER_ACCOUNT,
      favoritesPerAccount: e.FAVORITES_PER_ACCOUNT,
      paymentMethodsPerAccount: e.PAYMENT_METHODS_PER_ACCOUNT,
      seasonsPerHome: e.SEASONS_PER_HOME,
      closuresPerHome: e.CLOSURES_PER_HOME,
      registrationsPerDay: e.REGISTRATIONS_PER_DAY,
      reservationsPerDay: e.RESERVATIONS_PER_DAY,
      quotesPerDay: e.QUOTES_PER_DAY,
      picturesPerDay: e.PICTURES_PER_DAY,
      attachmentMegabytesPerDay: e.ATTACHMENT_MEGABYTES_PER_DAY,
    },
    retention: {
      notificationDays: e.NOTIFICATIONS_KEEP_DAYS,
      inboxDays: e.INBOX_KEEP_DAYS,
      calendarDays: e.CALENDAR_KEEP_DAYS,
      auditDays: e.AUDIT_DAYS,
      messageDays: e.MESSAGES_KEEP_DAYS,
    },
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE ?? (production ? 1_200 : 100_000),
    requestTimeoutSeconds: e.REQUEST_TIMEOUT_SECONDS,
    metricsPort: e.METRICS_PORT,
    metricsToken: e.METRICS_TOKEN,
    shutdownDelaySeconds: e.SHUTDOWN_DELAY_SECONDS ?? (production ? 5 : 0),
    shutdownGraceSeconds: e.SHUTDOWN_GRACE_SECONDS,
    devOnNetwork: exposed !== undefined,
    demoData: !production && e.DEMO_DATA && !e.REHEARSAL,
    demoFrontend,
    standinChaos: e.STANDIN_CHAOS,
    seller: {
      name: e.SELLER_NAME,
      address: e.SELLER_ADDRESS.replaceAll('\\n', '\n'),
      tax_id: e.SELLER_TAX_ID,
      timezone: e.SELLER_TIMEZONE,
      vat_hundredths: toCents(e.SELLER_VAT_PERCENT) ?? 0,
    },
  }
}

/** Which variable lets others than this machine reach the service; undefined: none. */
function exposure({ PUBLIC_URL, HOST }: { PUBLIC_URL?: string | undefined; HOST?: string | undefined }) {
  if (HOST !== undefined && !isLoopback(HOST)) return `HOST=${HOST} is not loopback`
  if (PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'https:') return `PUBLIC_URL=${PUBLIC_URL} is https`
  return undefined
}

function databaseOf(
  e: { [name in keyof typeof DATABASE_NAMES]?: name extends 'DATABASE_REPLICA_URLS' ? string[] : string | undefined },
  production: boolean,
): { ca: string | undefined; isLocal: boolean } | undefined {
  let ca: string | undefined
  const own = (['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_DIRECT_URL'] as const).map((name) => ({
    name,
    url: e[name],
  }))
  const replicas = (e.DATABASE_REPLICA_URLS ?? []).map((url) => ({ name: 'DATABASE_REPLICA_URLS', url }))
  const places = [...own, ...replicas].flatMap(({ name, url }) => {
    if (url === undefined) return []
    if (e.DATABASE_URL === undefined) throw new ConfigError(`${name} is nothing without DATABASE_URL`)
    try {
      ca ??= e.DATABASE_CA && readCertificates('DATABASE_CA', e.DATABASE_CA)
      const { all } = addressesOf(url, ca)
      if (production && all.some(({ isLocal, sslMode }) => !isLocal && sslMode === 'prefer'))
        throw new Error('sslmode=prefer may reach another machine without TLS: say require, verify-full or disable')
      return all
    } catch (error) {
      throw new ConfigError(`Invalid configuration: ${name}: ${error instanceof Error ? error.message : error}`)
    }
  })
  return places.length === 0 ? undefined : { ca, isLocal: places.every(({ isLocal }) => isLocal) }
}

/** Whether a server of another machine asks for no password. */
const isOpen = ({ hostname, password }: URL): boolean => password === '' && !isLoopback(withoutBrackets(hostname))

/** The domain of the front end, else of the service; the pages of it that may call the service may ask for passkeys. */
function relyingParty(
  e: Pick<
    z.infer<typeof environment>,
    'WEBAUTHN_RP_ID' | 'WEBAUTHN_ORIGINS' | 'FRONTEND_URL' | 'PUBLIC_URL' | 'CORS_ORIGINS'
  >,
  production: boolean,
): Config['relyingParty'] {
  const own = [e.FRONTEND_URL, e.PUBLIC_URL].flatMap((url) => (url === undefined ? [] : [new URL(url)]))
  const id = e.WEBAUTHN_RP_ID ?? own[0]?.hostname ?? 'localhost'
  const isPlaced = (origin: string): boolean => canHoldPasskeys(id, origin)
  const stray = e.WEBAUTHN_ORIGINS?.find((origin) => !isPlaced(origin))
  if (stray !== undefined)
    throw new ConfigError(`WEBAUTHN_ORIGINS has ${stray}, which is no origin with https on ${id} or below it`)
  const origins = e.WEBAUTHN_ORIGINS ?? [...own.map(({ origin }) => origin), ...e.CORS_ORIGINS].filter(isPlaced)
  const isLocal = !production && id === 'localhost'
  if (origins.length > 0 || isLocal) return { id, origins, isLocal }
  if (e.WEBAUTHN_RP_ID === undefined) return undefined
  throw new ConfigError(
    `WEBAUTHN_RP_ID is ${id}, and no origin with https on it or below it may call: set WEBAUTHN_ORIGINS`,
  )
}

function channelManager(url: string | undefined, key: string | undefined): Config['channelManager'] {
  if (url !== undefined && key !== undefined) return { url: url.replace(/\/$/, ''), key }
  if (url === undefined && key === undefined) return undefined
  throw new ConfigError('CHANNEL_MANAGER_URL and CHANNEL_MANAGER_KEY go together')
}
