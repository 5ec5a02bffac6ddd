import { randomBytes } from 'node:crypto'
import type oauth2 from '@fastify/oauth2'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { OAUTH_PROVIDER, type OauthProvider } from '../../platform/db/enums.ts'
import { API_PREFIX, envelope, envelopeSchema, failures, redirect } from '../../platform/http/envelope.ts'
import { AppError, codeOf } from '../../platform/http/errors.ts'
import { merged } from '../../platform/http/options.ts'
import { isSameText } from '../../platform/lib/text.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { signInExternally } from './external.ts'
import type { OAuthClient } from './oauth-clients.ts'
import { authOf, fetchProfile, PROVIDERS, TOKEN_REQUESTS } from './providers.ts'
import { lacking, session } from './schemas.ts'

const SHARED_CALLBACK = '/api/oauth2-callback'
const COOKIE_SECONDS = 600

interface SignIn {
  client: OAuthClient
  flow: oauth2.OAuth2Namespace
}

type SignIns = Partial<Record<OauthProvider, SignIn>>

const stateCookie = (name: OauthProvider): string => `sejour-${name}-state`
const verifierCookie = (name: OauthProvider): string => `sejour-${name}-verifier`

const callbackQuery = z.object({
  code: z.string().max(4_000).optional().describe('Code of the provider'),
  state: z.string().max(200).optional().describe('State of the sign-in, as it was sent to the provider'),
  error: z.string().max(200).optional().describe('Reason why the provider refused'),
})

/** Completion of a sign-in, as a fragment has it. */
const secondFactorOf = z.object({
  second_factor: z
    .object({ challenge: z.string(), methods: z.array(z.string()).transform(String), expires_at: z.string() })
    .optional(),
})

/**
 * The state is `<provider>.<random>`, so the shared callback knows the provider. The browser returns it in a cookie as
 * well. The answer to the callback deletes the cookie, so a state is valid once.
 */
function isExpectedState(request: FastifyRequest, name: OauthProvider): boolean {
  const expected = request.cookies[stateCookie(name)] ?? ''
  return expected !== '' && isSameText(expected, String((request.query as { state?: unknown }).state ?? ''))
}

/** Registers @fastify/oauth2 with PKCE for each configured provider. */
export const externalSignIn = fp(async (app: FastifyInstance) => {
  const signIns: SignIns = {}
  const secure = app.config.publicUrl?.startsWith('https:') ?? false
  for (const name of OAUTH_PROVIDER) {
    const client = app.config.oauthClients[name]
    if (!client) continue
    const decorator = `oauth2-${name}`
    // Loaded where a provider is configured only, as it takes a tenth of a start.
    await app.register(import('@fastify/oauth2'), {
      name: decorator,
      scope: PROVIDERS[name].scope,
      credentials: {
        client: { id: client.id, secret: client.secret },
        auth: authOf(name, client),
        http: TOKEN_REQUESTS,
      },
      pkce: 'S256',
      callbackUri: (request) => app.publicUrl + callbackPath(app, request, name),
      generateStateFunction: () => `${name}.${randomBytes(24).toString('base64url')}`,
      checkStateFunction: (request: FastifyRequest) => isExpectedState(request, name),
      redirectStateCookieName: stateCookie(name),
      verifierCookieName: verifierCookie(name),
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: COOKIE_SECONDS },
    })
    signIns[name] = { client, flow: app.getDecorator<oauth2.OAuth2Namespace>(decorator) }
  }
  app.decorate('signIns', signIns)
})

/** The token request must contain the URI that the browser was redirected to. */
function callbackPath(app: FastifyInstance, request: FastifyRequest, name: OauthProvider): string {
  const shared =
    request.url.startsWith(SHARED_CALLBACK) || (!request.url.includes('/callback') && app.config.oauthSharedCallback)
  return shared ? SHARED_CALLBACK : `${API_PREFIX}/auth/${name}/callback`
}

/** GET /auth/google, /auth/facebook and their callbacks (docs/design/api.md, "Accounts"). */
export const externalRoutes: FastifyPluginAsyncZod = async (app) => {
  for (const name of OAUTH_PROVIDER) {
    const { title } = PROVIDERS[name]
    app.get(
      `/auth/${name}`,
      merged(perMinute(60), {
        config: { takesMore: true },
        schema: {
          tags: ['accounts'],
          operationId: `signInWith${title}`,
          summary: `Sign in with ${title} by redirect`,
          description: `Open it as a page, not with fetch: it sets cookies and redirects to ${title}, which redirects back to the callback.
            The front end then gets \`/auth/callback#token=…\`. Without \`${name.toUpperCase()}_CLIENT_ID\` it is 503.`,
          response: { 302: redirect, ...failures('oauthUnconfigured') },
        },
      }),
      async (request, reply) => {
        return reply.redirect(await signInOf(app, name).flow.generateAuthorizationUri(request, reply))
      },
    )
    const description = `Clients never call this: ${title} sends the browser here. An account with the same verified
      address is linked; otherwise one is created. Browsers are redirected to \`FRONTEND_URL/auth/callback\` with the
      token or an error code in the fragment. Programs get the token as JSON.`
    const operation = { operationId: `finish${title}SignIn`, description }
    registerCallback(app, `/auth/${name}/callback`, operation, () => name)
  }
}

/** GET /api/oauth2-callback: one redirect URI for all providers; the state names the provider. */
export const sharedCallbackRoutes: FastifyPluginAsyncZod = async (app) => {
  const description = `Shared redirect address for all providers; \`state\` names the provider and is valid once.
    Clients never call it. It acts as the callback of that provider.`
  registerCallback(app, SHARED_CALLBACK, { operationId: 'finishSignIn', description }, (state) => {
    const name = OAUTH_PROVIDER.find((candidate) => state?.startsWith(`${candidate}.`))
    if (!name) throw new AppError('oauthState')
    return name
  })
}

const refused = failures(
  400,
  'secondFactorRequired',
  'oauthState',
  'oauthDenied',
  'oauthNoEmail',
  'oauthUnlinked',
  'oauthUnconfigured',
  'oauthUnavailable',
)

function registerCallback(
  app: Parameters<FastifyPluginAsyncZod>[0],
  url: string,
  operation: { operationId: string; description: string },
  providerOf: (state: string | undefined) => OauthProvider,
): void {
  app.get(
    url,
    merged(perMinute(60), {
      // Providers send parameters of their own, such as `iss`.
      config: { takesMore: true },
      schema: {
        tags: ['accounts'],
        ...operation,
        'x-message': 'loggedIn',
        summary: 'Complete a sign-in when the provider redirects back',
        querystring: callbackQuery,
        response: {
          200: envelopeSchema(session),
          302: redirect,
          ...refused,
          401: refused[401].extend(lacking),
        },
      },
    }),
    async (request, reply) => {
      const front = request.headers.accept?.includes('text/html') ? app.config.frontendUrl : undefined
      try {
        const account = await signIn(app, providerOf(request.query.state), request, reply)
        if (!front) return envelope(request, account)
        return redirectToFront(reply, front, { ...account, id: String(account.id) })
      } catch (error) {
        const failure = toAppError(error as Error)
        if (!front || failure.status >= 500) throw failure
        const { second_factor } = secondFactorOf.parse(failure.more)
        return redirectToFront(reply, front, {
          error: codeOf(failure.code),
          message: failure.text(request.locale),
          ...second_factor,
        })
      }
    },
  )
}

/** Redirects to FRONTEND_URL only, with the values in the fragment, which browsers send to no server. */
function redirectToFront(reply: FastifyReply, front: string, values: Record<string, string>): FastifyReply {
  return reply.redirect(`${front}/auth/callback#${new URLSearchParams(values)}`)
}

function signInOf(app: FastifyInstance, name: OauthProvider): SignIn {
  const found = app.signIns[name]
  if (!found) throw new AppError('oauthUnconfigured')
  return found
}

async function signIn(
  app: FastifyInstance,
  name: OauthProvider,
  request: FastifyRequest<{ Querystring: z.infer<typeof callbackQuery> }>,
  reply: FastifyReply,
) {
  const { client, flow } = signInOf(app, name)
  const expected = isExpectedState(request, name)
  reply.clearCookie(stateCookie(name), { path: '/' }).clearCookie(verifierCookie(name), { path: '/' })
  if (!expected) throw new AppError('oauthState')
  if (request.query.error !== undefined || request.query.code === undefined) throw new AppError('oauthDenied')
  const { token } = await flow.getAccessTokenFromAuthorizationCodeFlow(request).catch((cause: unknown) => {
    throw new AppError(isRefusal(cause) ? 'oauthDenied' : 'oauthUnavailable', { cause })
  })
  const profile = await fetchProfile(name, client, token.access_token).catch((cause: unknown) => {
    throw new AppError('oauthUnavailable', { cause })
  })
  const account = await signInExternally(app, name, profile, request.locale)
  return { id: account.id, role: account.role, ...(await app.signIn(request, account)) }
}

/** Statuses by which a provider refuses a code (RFC 6749, 5.2). The client's own limits have others, such as 408 and 413. */
const REFUSALS = [400, 401, 403]

/** True if the provider refused the code because it is wrong, used or too old. */
function isRefusal(error: unknown): boolean {
  const status = z.object({ output: z.object({ statusCode: z.number() }) }).safeParse(error).data?.output.statusCode
  return status !== undefined && REFUSALS.includes(status)
}

declare module 'fastify' {
  interface FastifyInstance {
    signIns: SignIns
  }
}
