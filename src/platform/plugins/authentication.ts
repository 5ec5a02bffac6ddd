import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Queryable } from '../db/client.ts'
import { AppError } from '../http/errors.ts'
import { hasKey, type Identity, identityOf, STAFF } from '../http/identity.ts'
import { SAFE_METHODS } from '../http/methods.ts'
import { type Grant, missingScope, scopeMissing, scopesOf } from '../http/scopes.ts'
import { partyOf } from '../lib/work-context.ts'
import type { ServerConfig } from './config.ts'
import { type Claims, claimedParty, INVALID_TOKEN, tokens, writtenId } from './tokens.ts'
import { answerAsNobody, isNobodys, unlessAway } from './unidentified.ts'

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

/** After this time the token of a request is checked again, before it is handled. */
const SLOW_BODY_MS = 1_000

/**
 * Identity of the sender of a request, by their token. Routes add `onRequest: app.authenticate`, so that a request without a valid token is
 * refused before its body is read.
 */
export const authentication = fp(async (app: FastifyInstance, options: Options) => {
  const { config, findAccount, findBatched, findMember } = options
  await app.register(tokens, { config })
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

  /**
   * Refuses a request that will write, when it would wait for too long. Under overload many are refused, so this comes before the token is
   * verified; a forged one only changes whose requests it waits behind.
   */
  function admit(request: FastifyRequest): void {
    const writes = !SAFE_METHODS.has(request.method) && !request.routeOptions.config.isReadOnly
    if (writes) app.db.pool.assertWritable(claimedParty(app, request))
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
