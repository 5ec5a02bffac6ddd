import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hasKey, type Identity } from '../../platform/http/identity.ts'
import { SAFE_METHODS } from '../../platform/http/methods.ts'
import { ANY_SCOPE, type Grant, keyScopesOf, missingScope, scopeMissing } from '../../platform/http/scopes.ts'
import { runInBackground } from '../../platform/lib/work-context.ts'
import { ACCOUNT_HEADER, assertSecondFactor } from '../../platform/plugins/authentication.ts'
import { INVALID_TOKEN } from '../../platform/plugins/tokens.ts'
import { answerAsNobody, unlessAway } from '../../platform/plugins/unidentified.ts'
import type { AccountsContext } from '../context.ts'
import { keyLimits } from './limits.ts'
import { allowOrigin, allowPage, answerPreflight } from './origins.ts'
import { hashOf, keyIn } from './secret.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.apiKeys.find>>>

/** A key has no sign-in, so it never counts as a fresh one. */
const NO_SIGN_IN = { sid: '00000000-0000-0000-0000-000000000000', auth_time: 0 }

const grantOf = ({ id, kind, scopes, origins, homes, is_for_all }: Row): Grant => ({
  id,
  kind,
  scopes,
  origins,
  homes,
  isForAll: is_for_all,
})

/** True while a tool of an assistant calls a route of this process. */
const toolCalls = new AsyncLocalStorage<true>()

/** Runs a request of a tool: outside of it the key of an assistant opens no route but its own. */
export const callForTool = <T>(call: () => T): T => toolCalls.run(true, call)

/** True if a key reads what visitors may, and is nobody: a publishable one everywhere, that of an assistant where both kinds are taken. Pure. */
const readsAsVisitor = ({ kind }: Grant, { publishable = false }: FastifyContextConfig): boolean =>
  kind === 'publishable' || (kind === 'assistant' && publishable)

/** The identity behind a key: its account; null for one that reads as a visitor. */
const identityBy = (
  { user_id, token_version, ...row }: Row,
  key: Grant,
  config: FastifyContextConfig,
): Identity | null =>
  readsAsVisitor(key, config)
    ? null
    : {
        userId: user_id,
        personId: user_id,
        username: row.username,
        avatar: row.avatar,
        role: row.role,
        verified: row.verified,
        hasSecondFactor: row.has_second_factor,
        locale: row.locale,
        jti: key.id,
        session: NO_SIGN_IN,
        tokenVersion: token_version,
        issuedAt: 0,
        grant: key,
      }

/**
 * Authenticates keys before all routes: each request with a key is looked up in the database, so that a deleted one is refused at once
 * on every node; a route that declares no scope takes none (docs/design/accounts.md, "Authentication of a key").
 */
export const authenticateApiKey = fp(async (app: FastifyInstance) => {
  const limits = keyLimits(app)

  const find = async ({ headers }: FastifyRequest): Promise<Row | undefined> => {
    const hash = hashOf(keyIn(headers.authorization) ?? '')
    return hash && queries.apiKeys.find(app.db, { hash })
  }

  /** Notes the key of a request, whatever identity is behind it. */
  function note(request: FastifyRequest, row: Row): Grant {
    const key = grantOf(row)
    request.grant = key
    if (request.requestContext) request.requestContext.party = `key ${key.id}`
    return key
  }

  function accept(request: FastifyRequest, row: Row | undefined): void {
    if (!row) throw new AppError('invalidToken', { headers: { 'www-authenticate': INVALID_TOKEN } })
    const key = note(request, row)
    request.identity = identityBy(row, key, request.routeOptions.config)
    if (row.is_unmarked) markUsed(app, key)
  }

  app.decorate('authenticateKey', async (request: FastifyRequest) => accept(request, await find(request)))

  /**
   * Public reads continue while the primary is away: a replica knows the key, and it acts as nobody, as a publishable one does.
   * Its word is not enough for what writes.
   */
  async function authenticateForPublic(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const found = await unlessAway(app.db, request, async () => ({ row: await find(request) }))
    if (found) return accept(request, found.row)
    const row = await find(request)
    // It may be too new for the replica.
    if (!row) throw new AppError('unavailable', { headers: { 'retry-after': '1' } })
    answerAsNobody(reply)
    note(request, row)
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return answerPreflight(app, request, reply)
    if (request.is404) return
    if (keyIn(request.headers.authorization) === undefined) {
      const { origin } = request.headers
      if (origin !== undefined && request.routeOptions.config.forPages) await allowPage(app, request, reply, origin)
      return
    }
    if (request.headers[ACCOUNT_HEADER] !== undefined) throw new AppError('accountRefused')
    await limits.assertMayGuess(request)
    try {
      const { publishable, scope } = request.routeOptions.config
      const isPublic = publishable || scope === ANY_SCOPE
      if (isPublic && SAFE_METHODS.has(request.method)) await authenticateForPublic(request, reply)
      else await app.authenticateKey(request)
    } catch (error) {
      if (error instanceof AppError && error.status === 401) {
        app.reports.key('unknown', error.status)
        await limits.countGuess(request)
      }
      throw error
    }
    if (request.grant) await letIn(request, reply, request.grant)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.grant && hasKey(request)) app.reports.key(request.grant.id, reply.statusCode)
  })

  async function letIn(request: FastifyRequest, reply: FastifyReply, key: Grant): Promise<void> {
    allowOrigin(request, reply, key)
    const isToolCall = toolCalls.getStore() === true
    if (!isToolCall) await limits.count(request, key)
    if (request.identity) assertSecondFactor(app.config, request.identity)
    const { config } = request.routeOptions
    const scopes = keyScopesOf(config)
    const takesKind = key.kind === 'assistant' ? isToolCall : key.kind === 'secret' || config.publishable === true
    if (scopes === undefined || !(takesKind || scopes.length === 0)) throw new AppError('keyRefused')
    const missing = !readsAsVisitor(key, config) && missingScope(request, scopes)
    if (missing) throw scopeMissing(missing)
    if (config.allHomes && !request.grant?.isForAll) throw new AppError('forbidden')
  }
})

/** Nobody waits for it, and what is not written now is written with the next request. */
function markUsed(context: AccountsContext, { id }: Grant): void {
  void runInBackground(() => queries.apiKeys.markUsed(context.db, { id })).catch((error: unknown) =>
    context.log.debug({ err: error }, 'use of a key not written'),
  )
}
