import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import {
  done,
  doneSchema,
  envelope,
  envelopeSchema,
  type FailureStatus,
  failures,
  redirect,
  SERVER_FAILURE,
  USUAL,
} from '../../platform/http/envelope.ts'
import { AppError, codeOf, type ErrorCode } from '../../platform/http/errors.ts'
import { timestamp } from '../../platform/http/fields.ts'
import { asPage, isBrowser, messagePage } from '../../platform/http/html.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { openToPages } from '../../platform/http/scopes.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { texts } from '../../platform/locales/locales.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { logFailure, toAppError } from '../../platform/plugins/errors.ts'
import { refuseBrowsersWithPages } from '../../platform/plugins/form-pages.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import type { Claims } from '../../platform/plugins/tokens.ts'
import { readForm } from '../../platform/storage/forms.ts'
import { ADDRESS } from '../../reference/examples/demo.ts'
import { isPassword } from './passwords.ts'
import { register } from './register.ts'
import { credentials, emailOnly, lacking, registered, registration, session, verification } from './schemas.ts'
import { withServerFailures } from './server-failures.ts'
import { SESSION_SECONDS } from './sign-in.ts'
import { countLogin, forgiveLogin } from './throttle.ts'
import { type Proof, sendVerification, verifyAddress } from './verification.ts'

const tags = ['accounts']

const refusedRefresh = (status: FailureStatus, ...more: ErrorCode[]) =>
  z.object({ error: z.string(), code: z.enum([...USUAL[status], ...more].map(codeOf)) })

/** The answers to a refused refresh, instead of the envelope (docs/design/api.md, "Conventions"). */
const refusals = {
  400: refusedRefresh(400),
  401: refusedRefresh(401),
  409: refusedRefresh(409, 'refreshedAlready'),
  413: refusedRefresh(413),
  415: refusedRefresh(415),
  429: refusedRefresh(429),
  500: refusedRefresh(500, 'unavailable'),
  503: refusedRefresh(503),
}

const VERIFY_DESCRIPTIONS = {
  GET: `The link of the mail leads here: \`token\`, or \`email\` with \`code\`. Programs get JSON. Browsers are
    redirected to the front end with \`?email_verified=true\` or \`false\`, or get a page if there is none. A pending
    new address then replaces the old one.`,
  POST: `For a front end that reads the token of the link or asks for the code: send \`token\`, or \`email\` and \`code\`. Afterwards
    \`POST /auth/login\` works. Wrong, used and expired ones return 400. After fifteen wrong codes a day only the link works.`,
}

const refusedLogin = {
  ...failures(400, 401, 403, 'badCredentials', 'secondFactorRequired', 'emailUnverified'),
  500: SERVER_FAILURE,
}

/** Registration, verification, sign-in and tokens (docs/design/api.md, "Accounts"). */
export const authRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  openToPages(app)
  app.post(
    '/auth/register',
    merged(perMinute(60), {
      preValidation: readForm('avatar'),
      // All that is wrong is said at once: the handler adds what only the database knows.
      attachValidation: true,
      config: { silent: true },
      schema: {
        tags,
        operationId: 'register',
        summary: 'Create an account and send the verification mail',
        description: `Send a multipart form, with an optional \`avatar\`; one response lists all invalid fields. The
          token is valid at once. Sign-ins, publishing, inquiries and messages require that the address is verified
          with the mailed link or code. Limit: 200 accounts a day per network.`,
        'x-message': 'registered',
        consumes: ['multipart/form-data'],
        body: registration.meta({
          example: {
            username: 'manon',
            first_name: 'Manon',
            last_name: 'Petit',
            country_id: 'FR',
            phone: '+33698765432',
            email: 'manon@example.org',
            password: 'correct horse battery',
            password_confirmation: 'correct horse battery',
          },
        }),
        response: { 201: envelopeSchema(registered), ...failures(400, 413, 415, 507), 500: SERVER_FAILURE },
      },
    }),
    async (request, reply) =>
      withServerFailures(app, async () => {
        const refused = request.validationError && toAppError(request.validationError)
        const user = await register(app, request.body, refused, request)
        return reply.code(201).send(envelope(request, { user, ...(await app.signIn(request, user)) }))
      }),
  )

  app.post(
    '/auth/login',
    merged(perMinute(60), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'login',
        summary: 'Sign in with an e-mail address, a phone number or a username',
        description: `\`login\` with \`@\` is an e-mail address, a phone number is a phone number, and anything else
          is a username. The token is valid for an hour: send it as \`Authorization: Bearer …\`, and exchange it with
          \`POST /auth/refresh\` before \`expires_at\`. An unverified address returns 403 (\`email_unverified\`), and
          repeated failures return 429.`,
        'x-message': 'loggedIn',
        body: credentials.meta({ example: { login: ADDRESS, password: 'demo-sejour' } }),
        response: { 201: envelopeSchema(session), ...refusedLogin, 401: refusedLogin[401].extend(lacking) },
      },
    }),
    async (request, reply) =>
      withServerFailures(app, async () => {
        const { login, password } = request.body
        const account = await queries.auth.findByLogin(app.db, { login })
        const attempt = { ip: request.ip, login, userId: account?.id }
        await countLogin(app.db, attempt)
        if (!(await isPassword(account?.password_hash, password)) || !account) {
          throw new AppError('badCredentials', { data: (locale) => texts(locale).words.badCredentials })
        }
        await forgiveLogin(app.db, attempt)
        if (!account.verified) throw new AppError('emailUnverified')
        const issued = await app.signIn(request, account)
        return reply.code(201).send(envelope(request, { ...issued, role: account.role, id: account.id }))
      }),
  )

  app.post(
    '/auth/refresh',
    {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'refreshToken',
        summary: 'Refresh a token, valid or expired for less than 14 days',
        description: `Send the old token as the bearer. The old token stays valid for 30 seconds and ten refreshes, so
          that several tabs can refresh. A later refresh with it returns 401 and ends the whole session, because the
          token may be stolen. Errors have \`error\` in place of \`message\`.`,
        security: BEARER,
        response: { 200: z.object({ newToken: z.string(), expires_at: timestamp }), ...refusals },
      },
      errorHandler: (error, request, reply) => {
        const failure = toAppError(error)
        logFailure(request, error, failure)
        reply.code(failure.status as 500).headers(failure.headers)
        return reply.send({ error: failure.text(request.locale), code: codeOf(failure.code) })
      },
    },
    async (request) =>
      withServerFailures(app, async () => {
        const maxAge = `${SESSION_SECONDS}s`
        const claims = await app.readToken(request, { ignoreExpiration: true, maxAge })
        const identity = await app.identify(claims)
        const refresh = {
          jti: claims.jti,
          user_id: Number(claims.sub),
          issued_at: claims.iat,
          life_seconds: SESSION_SECONDS,
        }
        if (!identity || !(await queries.auth.refreshToken(app.db, refresh))) {
          const isReplayed = await endReplayedSession(claims)
          // A tab too many, a moment after the others: one of them has the next token.
          throw new AppError(identity && !isReplayed ? 'refreshedAlready' : 'invalidToken')
        }
        const { token, expires_at } = app.issueToken(
          { id: identity.userId, token_version: identity.tokenVersion },
          identity.session,
        )
        await app.resumeSession(request, identity)
        return { newToken: token, expires_at }
      }),
  )

  /** A refreshed token that comes back later was copied: nobody goes on with its session. */
  const endReplayedSession = (claims: Claims) =>
    transaction(app.db, async (tx) => {
      const user_id = Number(claims.sub)
      const ended = await queries.auth.endReplayedSession(tx, { ...claims, user_id, life_seconds: SESSION_SECONDS })
      if (ended) await app.bus.disconnect(tx, user_id)
      return ended !== undefined
    })

  app.post(
    '/auth/logout',
    {
      config: { silent: true, beforeSecondFactor: true },
      onRequest: app.authenticate,
      schema: {
        tags,
        operationId: 'logout',
        summary: 'End the current session and revoke its tokens',
        description: `All tokens of this session are revoked, including refreshed ones. Other sessions of the account
          continue. The sockets of the user are closed with 4200, so that clients of other sessions connect again.`,
        'x-message': 'loggedOut',
        security: BEARER,
        response: { 200: doneSchema, ...failures(401) },
      },
    },
    async (request) => {
      const { userId: user_id, session } = identityOf(request)
      await transaction(app.db, async (tx) => {
        await queries.auth.endSession(tx, { sid: session.sid, user_id, life_seconds: SESSION_SECONDS })
        await app.bus.disconnect(tx, user_id)
      })
      return done(request)
    },
  )

  for (const method of ['GET', 'POST'] as const) {
    const proof = method === 'GET' ? { querystring: verification } : { body: verification }
    app.route({
      method,
      url: '/auth/verify-email',
      ...merged(perMinute(60), { config: { silent: method === 'POST' } }),
      schema: {
        tags,
        operationId: method === 'GET' ? 'verifyEmailByLink' : 'verifyEmail',
        summary: 'Verify an e-mail address with the mailed link or code',
        description: VERIFY_DESCRIPTIONS[method],
        'x-message': 'emailVerified',
        ...proof,
        response: {
          200: doneSchema,
          302: redirect,
          ...failures(400, 'invalidVerification', 'conflict'),
        },
      },
      errorHandler: refuseBrowsersWithPages,
      handler: async (request, reply) => {
        const { token, email, code } = verification.parse(method === 'GET' ? request.query : request.body)
        const given: Proof = token === undefined ? { email: email ?? '', code: code ?? '', ip: request.ip } : { token }
        const verified = await verifyAddress(app, given)
        const front = app.config.frontendUrl
        if (front && isBrowser(request)) return reply.redirect(`${front}/?email_verified=${verified}`)
        if (verified && isBrowser(request)) {
          const { title, message } = texts(request.locale).pages.verified
          return asPage(reply).send(messagePage(title, message, request.locale, app.config.brand))
        }
        if (!verified) throw new AppError('invalidVerification')
        return done(request)
      },
    })
  }

  app.post(
    '/auth/resend-verification',
    merged(perMinute(20), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'resendVerification',
        summary: 'Resend the verification mail',
        description: `The response is the same whether or not the account exists. An address gets at most five such
          mails an hour; further requests have no effect and return the same response.`,
        'x-message': 'verificationSent',
        body: emailOnly,
        response: { 200: doneSchema, ...failures(400) },
      },
    }),
    async (request) => {
      await transaction(app.db, async (tx) => {
        const account = await queries.auth.findUnverified(tx, request.body)
        // The answer does not reveal the limit of mails, because it would reveal the account.
        if (account) await sendVerification(app, tx, account)
      })
      return done(request)
    },
  )
}
