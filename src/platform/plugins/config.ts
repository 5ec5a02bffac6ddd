import { z } from 'zod'
import { type Brand, carriesWhite } from '../http/brand.ts'
import {
  ConfigError,
  DEVELOPMENT_SECRET,
  earlierSecrets,
  flagUrl,
  jsonOf,
  origins,
  type Purpose,
  pathWith,
  secret,
  text,
  trustedProxies,
  type Values,
} from '../lib/environment.ts'

const orNull = <T extends z.ZodType>(type: T) => type.nullable().default(null)

const brandVariable = jsonOf(
  z.strictObject({
    name: z.string().trim().min(1).max(100),
    logo_url: orNull(z.url({ protocol: /^https$/ })),
    colour: orNull(
      z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #7a2e1d')
        .refine(carriesWhite, 'white text on this colour cannot be read'),
    ),
    site: orNull(z.url({ protocol: /^https?$/ })),
    reply_to: orNull(z.email()),
    legal: orNull(z.string().max(500)),
  }),
).optional()

export const serverVariables = {
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: text.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  BRAND: brandVariable,
  PUBLIC_URL: flagUrl('http', 'https').optional(),
  FRONTEND_URL: flagUrl('http', 'https').optional(),
  FRONTEND_RESERVATION_PATH: pathWith('id').optional(),
  FRONTEND_CONVERSATION_PATH: pathWith('user_id').optional(),
  FRONTEND_INVITATION_PATH: pathWith('key').optional(),
  CORS_ORIGINS: origins.default([]),
  TRUST_PROXY: trustedProxies.default(false),
  JWT_SECRET: secret.optional(),
  JWT_PREVIOUS_SECRETS: earlierSecrets.default([]),
  STAFF_SECOND_FACTOR: z.stringbool().default(false),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).optional(),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  DEMO_FRONTEND: z.stringbool().optional(),
  BACK_OFFICE: z.stringbool().optional(),
}

export interface ServerConfig extends Purpose {
  port: number
  host: string
  logLevel: string
  /** The public address of this service, without a trailing slash; undefined: localhost and the port. */
  publicUrl: string | undefined
  /** Name and looks of an installation of one company; undefined: those of the service. */
  brand: Brand | undefined
  frontendUrl: string | undefined
  /** The pages under `frontendUrl` that mails and checkouts open, with `{id}` or `{user_id}` in them. */
  frontendPaths: { reservation: string; conversation: string; invitation: string }
  corsOrigins: string[]
  /** The proxies that are trusted to name the client's address, by number or by address; `true`: any. */
  trustProxy: boolean | number | string[]
  jwtSecret: string
  /** Secrets that still verify tokens and no longer sign them. */
  jwtPreviousSecrets: string[]
  /** True if support and administrators need a second factor. */
  staffSecondFactor: boolean
  rateLimitPerMinute: number
  /** Time-out of a request that arrives, with its body. */
  requestTimeoutSeconds: number
  /** True if `GET /` is the window (docs/front-ends.md, "The window"). */
  demoFrontend: boolean
  /** True if the window has the screens of a company (docs/front-ends.md, "The back office"). */
  backOffice: boolean
}

/** @throws ConfigError for what would be open to strangers in production. */
export function serverConfig(e: Values<typeof serverVariables>, purpose: Purpose): ServerConfig {
  const { production } = purpose
  if (production && e.TRUST_PROXY === true) {
    throw new ConfigError(
      'TRUST_PROXY=true lets every client choose its own address: name the number of proxies, or their addresses',
    )
  }
  const demoFrontend = e.DEMO_FRONTEND ?? !production
  const windowIsFront = demoFrontend && e.FRONTEND_URL === undefined
  return {
    ...purpose,
    port: e.PORT,
    host: e.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    logLevel: e.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    brand: e.BRAND,
    publicUrl: e.PUBLIC_URL?.replace(/\/$/, ''),
    frontendUrl: e.FRONTEND_URL?.replace(/\/$/, ''),
    frontendPaths: {
      reservation: e.FRONTEND_RESERVATION_PATH ?? (windowIsFront ? '/trips/{id}' : '/reservations/{id}'),
      conversation: e.FRONTEND_CONVERSATION_PATH ?? (windowIsFront ? '/inbox/{user_id}' : '/messages/{user_id}'),
      invitation: e.FRONTEND_INVITATION_PATH ?? '/invitations/{key}',
    },
    corsOrigins: e.CORS_ORIGINS,
    trustProxy: e.TRUST_PROXY,
    jwtSecret: e.JWT_SECRET ?? DEVELOPMENT_SECRET,
    jwtPreviousSecrets: e.JWT_PREVIOUS_SECRETS,
    staffSecondFactor: e.STAFF_SECOND_FACTOR,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE ?? (production ? 1_200 : 100_000),
    requestTimeoutSeconds: e.REQUEST_TIMEOUT_SECONDS,
    demoFrontend,
    backOffice: e.BACK_OFFICE ?? (demoFrontend && !production),
  }
}
