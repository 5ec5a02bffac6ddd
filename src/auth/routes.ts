import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type Queryable, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures, redirect } from '../http/envelope.ts'
import { AppError, invalid } from '../http/errors.ts'
import { texts } from '../locales/locales.ts'
import { type Claims, identityOf, REFRESH_WINDOW_SECONDS, TOKEN_LIFE_SECONDS } from '../plugins/authentication.ts'
import { BEARER } from '../plugins/documentation.ts'
import { toAppError } from '../plugins/errors.ts'
import { credentialLimit } from '../plugins/security.ts'
import { readForm } from '../storage/forms.ts'
import { AVATAR_EDGE, encodeImage } from '../storage/images.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { credentials, emailOnly, registered, registration, session, verification } from './schemas.ts'
import { takenFields, takenMeanwhile } from './taken.ts'
import {
  countLogin,
  countOrRefuse,
  DAY_SECONDS,
  forgiveLogin,
  networkOf,
  rememberAddress,
  tooManyRequests,
} from './throttle.ts'
import { type Proof, sendVerification, verifyAddress } from './verification.ts'

const tags = ['accounts']
/** The answer to a refused refresh, instead of the envelope (docs/design/api.md, "Conventions"). */
const refusal = z.object({ error: z.string() })
const refusals = { 400: refusal, 401: refusal, 413: refusal, 415: refusal, 429: refusal, 500: refusal }

/** Registration, verification, sign-in and tokens (docs/design/api.md, "Accounts"). */
export const authRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/auth/register',
    {
      config: credentialLimit(60),
      preValidation: readForm('avatar'),
      schema: {
        tags,
        operationId: 'register',
        summary: 'Create an account; the verification mail is sent',
        consumes: ['multipart/form-data'],
        body: registration,
        response: { 201: envelopeSchema(registered), ...failures(400, 413, 415, 503, 507) },
      },
    },
    async (request, reply) => {
      const { avatar, password, password_confirmation: _, ...form } = request.body
      const problems = await takenFields(app.db, form, 0)
      const country = await queries.places.findCountry(app.db, form)
      if (!country) problems.country_id = 'unknown'
      if (Object.keys(problems).length > 0) throw invalid(problems)
      const limit = app.config.quotas.registrationsPerDay
      await countOrRefuse(app.db, { key: `registrations of ${networkOf(request.ip)}`, limit, seconds: DAY_SECONDS })

      const image = avatar && (await encodeImage(avatar, AVATAR_EDGE, 'avatar'))
      const password_hash = await hashPassword(password)
      const stored = image && (await app.storage.save('avatars', image.content, 'webp'))
      try {
        const user = await transaction(app.db, async (tx) => {
          const created = await queries.auth.insertUser(tx, {
            ...form,
            country_id: country?.id ?? form.country_id,
            password_hash,
            locale: request.locale,
            avatar: stored,
          })
          const addressee = { ...created, first_name: form.first_name, locale: request.locale }
          const wait = await sendVerification(app, tx, addressee)
          if (wait > 0) throw tooManyRequests(wait)
          return created
        })
        return await reply.code(201).send(envelope(request, 'registered', { user, token: app.issueToken(user) }))
      } catch (error) {
        if (stored) await app.storage.discard(stored, error)
        throw takenMeanwhile(error) ?? error
      }
    },
  )

  app.post(
    '/auth/login',
    {
      config: credentialLimit(60),
      schema: {
        tags,
        operationId: 'login',
        summary: 'Sign in with an e-mail address, a phone number or a username',
        body: credentials,
        response: { 201: envelopeSchema(session), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { login, password } = request.body
      const account = await queries.auth.findByLogin(app.db, { login })
      const attempt = { ip: request.ip, login, userId: account?.id }
      await countLogin(app.db, attempt)
      if (!(await isPassword(account?.password_hash, password)) || !account) {
        throw new AppError('badCredentials', { data: (locale) => texts(locale).words.badCredentials })
      }
      await forgiveLogin(app.db, attempt)
      if (!account.verified) throw new AppError('emailUnverified')
      await rememberAddress(app.db, account.id, request.ip)
      const token = app.issueToken(account)
      return reply.code(201).send(envelope(request, 'loggedIn', { token, role: account.role, id: account.id }))
    },
  )

  app.post(
    '/auth/refresh',
    {
      schema: {
        tags,
        operationId: 'refreshToken',
        summary: 'Exchange a token, also one expired less than 14 days ago, for a new one',
        security: BEARER,
        response: { 200: z.object({ newToken: z.string() }), ...refusals },
      },
      errorHandler: (error, request, reply) => {
        const failure = toAppError(error)
        if (failure.status >= 500) request.log.error({ err: error }, failure.code)
        reply.code(failure.status as 500).headers(failure.headers)
        return reply.send({ error: failure.text(request.locale) })
      },
    },
    async (request) => {
      const maxAge = `${TOKEN_LIFE_SECONDS + REFRESH_WINDOW_SECONDS}s`
      const claims = await app.readToken(request, { ignoreExpiration: true, maxAge })
      const identity = await app.identify(claims)
      // Only one of two concurrent refreshes of a token inserts the revocation.
      if (!identity || !(await revoke(claims))) throw new AppError('invalidToken')
      return { newToken: app.issueToken({ id: identity.userId, token_version: identity.tokenVersion }) }
    },
  )

  app.post(
    '/auth/logout',
    {
      onRequest: app.authenticate,
      schema: {
        tags,
        operationId: 'logout',
        summary: 'Revoke this token, at once and on every node',
        security: BEARER,
        response: { 200: doneSchema, ...failures(401) },
      },
    },
    async (request) => {
      const { userId, jti, issuedAt } = identityOf(request)
      await transaction(app.db, async (tx) => {
        await revoke({ sub: String(userId), jti, iat: issuedAt }, tx)
        await app.bus.disconnect(tx, userId)
      })
      return done(request, 'loggedOut')
    },
  )

  async function revoke(claims: Pick<Claims, 'sub' | 'jti' | 'iat'>, db: Queryable = app.db): Promise<boolean> {
    const revoked = await queries.auth.insertRevokedToken(db, {
      jti: claims.jti,
      user_id: Number(claims.sub),
      issued_at: claims.iat,
      life_seconds: TOKEN_LIFE_SECONDS + REFRESH_WINDOW_SECONDS,
    })
    return revoked !== undefined
  }

  for (const method of ['GET', 'POST'] as const) {
    const proof = method === 'GET' ? { querystring: verification } : { body: verification }
    app.route({
      method,
      url: '/auth/verify-email',
      config: credentialLimit(60),
      schema: {
        tags,
        operationId: method === 'GET' ? 'verifyEmailByLink' : 'verifyEmail',
        summary: 'Verify an e-mail address with the mailed link, or with its code',
        ...proof,
        response: { 200: doneSchema, 302: redirect, ...failures(400) },
      },
      handler: async (request, reply) => {
        const { token, email, code } = verification.parse(method === 'GET' ? request.query : request.body)
        const given: Proof = token === undefined ? { email: email ?? '', code: code ?? '' } : { token }
        const verified = await verifyAddress(app, given)
        const front = app.config.frontendUrl
        if (front && request.headers.accept?.includes('text/html')) {
          return reply.redirect(`${front}/?email_verified=${verified}`)
        }
        if (!verified) throw new AppError('invalidVerification')
        return done(request, 'emailVerified')
      },
    })
  }

  app.post(
    '/auth/resend-verification',
    {
      config: credentialLimit(20),
      schema: {
        tags,
        operationId: 'resendVerification',
        summary: 'Send the verification mail again; the answer does not tell whether the account exists',
        body: emailOnly,
        response: { 200: doneSchema, ...failures(400) },
      },
    },
    async (request) => {
      await transaction(app.db, async (tx) => {
        const account = await queries.auth.findUnverified(tx, request.body)
        // The answer does not reveal the limit of mails, because it would reveal the account.
        if (account) await sendVerification(app, tx, account)
      })
      return done(request, 'verificationSent')
    },
  )
}
