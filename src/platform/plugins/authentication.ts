import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import { isAway } from '../db/errors.ts'
import { withDeadline } from '../db/semaphore.ts'
import { AppError } from '../http/errors.ts'
import { hasKey, type Identity, identityOf, type Session, STAFF } from '../http/identity.ts'
import { SAFE_METHODS } from '../http/methods.ts'
import { type Grant, missingScope, scopeMissing, scopesOf } from '../http/scopes.ts'
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
const writtenId = z
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

/** The claims that decide whether a token is still valid. */
export interface TokenKey {
  user_id: number
  jti: string
  sid: string
  token_version: number
}

/** Finds the account of a token; none when the token is revoked or of an older version, or the account is deleted. */
export type FindAccount = (
  db: Queryable,
  token: TokenKey,
) => Promise<
  | (Pick<Identity, 'username' | 'avatar' | 'role' | 'verified' | 'locale'> & {
      id: number
      token_version: number
      has_second_factor: boolean
    })
  | undefined
>

/** Finds the place of a person in the team of an account, as it is now. */
export type FindMember = (db: Queryable, member: { owner_id: number; user_id: number }) => Promise<Grant | undefined>

interface Options {
  config: ServerConfig
  findAccount: FindAccount
  /** The same for routes with `isBatched`: one statement for many requests. */
  findBatched: FindAccount
  findMember: FindMember
}

/** The header with the account that a member of its team acts for (docs/design/accounts.md, "Acting for an account"). */
export const ACCOUNT_HEADER = 'sejour-account'

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

/** Time-out of the primary that is asked who asks for what replicas can answer everybody. */
const IDENTITY_MS = 3_000

/**
 * Identity of the sender of a public request, from the primary. undefined: it is away or hangs, and there are replicas, which
 * then answer the request with what everybody may see (docs/high-availability.md, "Replicas").
 */
export async function unlessAway<T>(
  db: Queryable,
  request: FastifyRequest,
  find: () => Promise<T>,
): Promise<T | undefined> {
  if (db.pool?.replicas === undefined) return find()
  try {
    return await withDeadline(IDENTITY_MS, find)
  } catch (error) {
    if (!isAway(error)) throw error
    if (request.requestContext) request.requestContext.freshness = 'any'
    return undefined
  }
}

const DEGRADED = 'x-sejour-degraded'

/** Marks an answer whose caller could not be identified. */
export const answerAsNobody = (reply: FastifyReply) => reply.header(DEGRADED, 'identity')

/** True if a request is answered as nobody's, because its caller could not be identified. */
export const isNobodys = (reply: FastifyReply): boolean => reply.hasHeader(DEGRADED)

/** After this time the token of a request is checked again, before it is handled. */
const SLOW_BODY_MS = 1_000

/**
 * Bearer tokens: HS256 only, with issuer, audience and a session (`sid`) that can be ended at once on every node. Routes add
 * `onRequest: app.authenticate`, so that a request without a valid token is refused before its body is read.
 */
export const authentication = fp(async (app: FastifyInstance, options: Options) => {
  const { config, findAccount, findBatched, findMember } = options
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
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization)?.[1] ?? ''
      for (const key of config.jwtPreviousSecrets) {
        const claims = attempt(() => claimsSchema.parse(app.jwt.verify(token, { ...VERIFICATION, ...options, key })))
        if (claims) return claims
      }
      throw new AppError('invalidToken', { cause, headers: { 'www-authenticate': INVALID_TOKEN } })
    }
  })
  // Before all routes: what takes nobody's member does not read the header by mistake.
  app.addHook('onRequest', async (request) => {
    if (request.headers[ACCOUNT_HEADER] === undefined || request.is404 || request.method === 'OPTIONS') return
    if (scopesOf(request.routeOptions.config) === undefined) throw new AppError('accountRefused')
  })
  app.decorateRequest('identity', null)
  app.decorateRequest('grant', null)
  // While a body arrives slowly, its sender can log out, change the password, erase the account or delete the key.
  app.addHook('preHandler', (request, reply, next) => {
    // A caller whom only a stale replica could confirm counts as anonymous until the answer: its data is too old to act on.
    const isKnown = !isNobodys(reply) && (request.identity !== null || request.grant !== null)
    if (!isKnown || reply.elapsedTime < SLOW_BODY_MS) next()
    else app.authenticateAgain(request).then(() => next(), next)
  })

  app.decorate('issueToken', ({ id, token_version }: TokenOwner, session?: Session): IssuedToken => {
    const iat = Math.floor(Date.now() / 1_000)
    const { sid, auth_time } = session ?? { sid: randomUUID(), auth_time: iat }
    const token = app.jwt.sign({ sub: String(id), jti: randomUUID(), sid, auth_time, ver: token_version, iat })
    return { token, expires_at: new Date((iat + TOKEN_LIFE_SECONDS) * 1_000).toISOString() }
  })

  async function identify(find: FindAccount, claims: Claims): Promise<Identity | undefined> {
    const account = await find(app.db, {
      user_id: Number(claims.sub),
      jti: claims.jti,
      sid: claims.sid,
      token_version: claims.ver,
    })
    return (
      account && {
        ...account,
        userId: account.id,
        personId: account.id,
        hasSecondFactor: account.has_second_factor,
        tokenVersion: account.token_version,
        jti: claims.jti,
        session: { sid: claims.sid, auth_time: claims.auth_time },
        issuedAt: claims.iat,
        grant: null,
      }
    )
  }

  app.decorate('identify', (claims: Claims) => identify(findAccount, claims))

  /** Party that a request claims to be of: its token is not verified yet. */
  function claimedParty({ headers, ip }: FastifyRequest): string {
    const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
    const claims = claimant.safeParse(token && attempt(() => app.jwt.decode(token)))
    return claims.success ? partyOf(Number(claims.data.sub)) : ip
  }

  /**
   * Refuses a request that will write, when it would wait for too long. Under overload many are refused, so this comes before the token is
   * verified; a forged one only changes whose requests it waits behind.
   */
  function admit(request: FastifyRequest): void {
    const writes = !SAFE_METHODS.has(request.method) && !request.routeOptions.config.isReadOnly
    if (writes) app.db.pool.assertWritable(claimedParty(request))
  }

  async function identityFor(request: FastifyRequest): Promise<Identity> {
    const find = request.routeOptions.config.isBatched ? findBatched : findAccount
    const identity = await identify(find, await app.readToken(request))
    if (!identity) throw new AppError('invalidToken', { headers: { 'www-authenticate': INVALID_TOKEN } })
    if (!request.routeOptions.config.beforeSecondFactor) assertSecondFactor(config, identity)
    return request.headers[ACCOUNT_HEADER] === undefined ? identity : memberFor(request, identity)
  }

  /**
   * The person as a member of the team of an account. Each request asks the database, so that removed members are refused with their next request.
   * @throws AppError 403 who is not in the team, or lacks a scope.
   */
  async function memberFor(request: FastifyRequest, person: Identity): Promise<Identity> {
    const account = writtenId.safeParse(request.headers[ACCOUNT_HEADER])
    const member = account.success ? { owner_id: Number(account.data), user_id: person.personId } : undefined
    const grant = member && (await findMember(app.db, member))
    if (!grant) throw new AppError('notInTeam')
    const missing = missingScope({ grant }, scopesOf(request.routeOptions.config) ?? [])
    if (missing) throw scopeMissing(missing)
    if (request.routeOptions.config.allHomes && !grant.isForAll) throw new AppError('forbidden')
    // A member of a team is nobody's staff.
    return { ...person, userId: member.owner_id, role: 'owner', grant }
  }

  function accept(request: FastifyRequest, identity: Identity): void {
    request.identity = identity
    request.grant = identity.grant
    if (request.requestContext) request.requestContext.party = partyOf(identity.personId)
  }

  app.decorate('authenticate', async (request: FastifyRequest) => {
    // The key has been looked up before all routes (src/accounts/api-keys/authenticate-api-key.ts).
    if (hasKey(request)) return void identityOf(request)
    admit(request)
    accept(request, await identityFor(request))
  })

  app.decorate('authenticateAgain', (request: FastifyRequest) =>
    hasKey(request) ? app.authenticateKey(request) : app.authenticate(request),
  )

  app.decorate('identifyIfAny', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.authorization || hasKey(request)) return
    admit(request)
    try {
      const identity = await unlessAway(app.db, request, () => identityFor(request))
      if (identity) accept(request, identity)
      else answerAsNobody(reply)
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error
      reply.header('www-authenticate', INVALID_TOKEN)
    }
  })
})

/** True if an account may do nothing without a second factor. */
export const needsSecondFactor = (config: ServerConfig, { role }: Pick<Identity, 'role'>): boolean =>
  config.staffSecondFactor && STAFF.includes(role)

/** @throws AppError 403 for staff without the second factor that they have to have. */
export function assertSecondFactor(config: ServerConfig, identity: Pick<Identity, 'role' | 'hasSecondFactor'>): void {
  if (needsSecondFactor(config, identity) && !identity.hasSecondFactor) throw new AppError('secondFactorMissing')
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The verified claims of the bearer token. @throws AppError 401. */
    readToken(request: FastifyRequest, options?: TokenOptions): Promise<Claims>
    /** The account of verified claims; undefined when it is deleted or the token is revoked. */
    identify(claims: Claims): Promise<Identity | undefined>
    authenticate(request: FastifyRequest): Promise<void>
    /** True if who sent a request may still do so, some time later. @throws AppError 401. */
    authenticateAgain(request: FastifyRequest): Promise<void>
    /** Key of a request (src/accounts/api-keys/authenticate-api-key.ts). @throws AppError 401. */
    authenticateKey(request: FastifyRequest): Promise<void>
    /** Owner of the token of a request; an invalid token is nobody’s, and the answer says so (RFC 6750, 3.1). */
    identifyIfAny(request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
  interface FastifyContextConfig {
    /** Staff who have to have a second factor may call it without. */
    beforeSecondFactor?: boolean
    /** Thousands call it at once, when their node has died: their accounts are looked up together. */
    isBatched?: boolean
    /** It writes nothing, although its method is not safe. */
    isReadOnly?: boolean
  }
}
