import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { AppError } from '../http/errors.ts'
import type { Session } from '../http/identity.ts'
import { partyOf } from '../lib/work-context.ts'
import type { ServerConfig } from './config.ts'

/** A token in an answer, with the end of its life. */
export interface IssuedToken {
  token: string
  expires_at: string
}

/** The account of a new token, and the version of its tokens. */
export interface TokenOwner {
  id: number
  token_version: number
}

const int4 = z.int32().min(0)
/** The id of an account, as text. */
export const writtenId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .refine((id) => Number.isSafeInteger(Number(id)))

/** The claims of a token. Their shape is checked despite the signature, because other services may hold the secret. */
const claimsSchema = z.object({
  sub: writtenId,
  jti: z.guid(),
  sid: z.guid(),
  auth_time: int4,
  ver: int4,
  iat: int4,
  exp: int4,
})

export type Claims = z.infer<typeof claimsSchema>

const claimant = claimsSchema.pick({ sub: true })

/** The life of a token, and how long after its end it can be refreshed (docs/design/api.md, "Accounts"). */
export const TOKEN_LIFE_SECONDS = 60 * 60
export const REFRESH_WINDOW_SECONDS = 14 * 24 * 60 * 60

const ISSUER = 'sejour'
const AUDIENCE = 'sejour-api'
const ALGORITHM = 'HS256'
const VERIFICATION = {
  algorithms: [ALGORITHM] as [typeof ALGORITHM],
  allowedIss: ISSUER,
  allowedAud: AUDIENCE,
  requiredClaims: ['sub', 'jti', 'sid', 'auth_time', 'ver', 'iat', 'exp'],
}

/** The challenge for a token or key that has expired or is revoked (RFC 6750, 3.1). Clients refresh a token. */
export const INVALID_TOKEN = 'Bearer error="invalid_token"'

interface TokenOptions {
  ignoreExpiration?: boolean
  maxAge?: string
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const bearerOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** Bearer tokens: HS256 only, with issuer, audience and a session (`sid`) that can be ended at once on every node. */
export const tokens = fp(async (app: FastifyInstance, { config }: { config: ServerConfig }) => {
  await app.register(jwt, {
    secret: config.jwtSecret,
    sign: { algorithm: ALGORITHM, iss: ISSUER, aud: AUDIENCE, expiresIn: `${TOKEN_LIFE_SECONDS}s` },
    verify: VERIFICATION,
  })

  app.decorate('readToken', async (request: FastifyRequest, options?: TokenOptions): Promise<Claims> => {
    if (!request.headers.authorization) {
      throw new AppError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })
    }
    try {
      // Without options the plugin has one verifier for all tokens, otherwise it makes one for each.
      return claimsSchema.parse(await request.jwtVerify(options))
    } catch (cause) {
      // After a rotation of the secret, tokens of earlier secrets stay valid until they end.
      for (const key of config.jwtPreviousSecrets) {
        const claims = attempt(() =>
          claimsSchema.parse(app.jwt.verify(bearerOf(request), { ...VERIFICATION, ...options, key })),
        )
        if (claims) return claims
      }
      throw new AppError('invalidToken', { cause, headers: { 'www-authenticate': INVALID_TOKEN } })
    }
  })

  app.decorate('issueToken', ({ id, token_version }: TokenOwner, session?: Session): IssuedToken => {
    const iat = Math.floor(Date.now() / 1_000)
    const { sid, auth_time } = session ?? { sid: randomUUID(), auth_time: iat }
    const token = app.jwt.sign({ sub: String(id), jti: randomUUID(), sid, auth_time, ver: token_version, iat })
    return { token, expires_at: new Date((iat + TOKEN_LIFE_SECONDS) * 1_000).toISOString() }
  })
})

/** Party that a request claims to be of: its token is not verified yet. */
export function claimedParty({ jwt }: FastifyInstance, request: FastifyRequest): string {
  const claims = claimant.safeParse(attempt(() => jwt.decode(bearerOf(request))))
  return claims.success ? partyOf(Number(claims.data.sub)) : request.ip
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The verified claims of the bearer token. @throws AppError 401. */
    readToken(request: FastifyRequest, options?: TokenOptions): Promise<Claims>
  }
}
