import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { session } from '../auth/schemas.ts'
import { queries } from '../db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../http/envelope.ts'
import { identityOf, needsSecondFactor, requireFreshSignIn, requireVerified } from '../plugins/authentication.ts'
import { BEARER } from '../plugins/documentation.ts'
import { credentialLimit } from '../plugins/security.ts'
import { confirmTotp, newRecoveryCodes, offerTotp, remove } from './change.ts'
import { completion, enrolled, offered, proof, recoveryCodes, state } from './schemas.ts'
import { completeSignIn, methodsOf } from './sign-in.ts'

const tags = ['accounts']
const documented = { tags, security: BEARER }
const config = { ...credentialLimit(60), beforeSecondFactor: true }

/** The second step of a sign-in (docs/design/second-factor.md). */
export const completionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/auth/second-factor',
    {
      config: credentialLimit(60),
      schema: {
        tags,
        operationId: 'completeSignIn',
        summary: 'Complete a sign-in with a code of an authenticator or a recovery code',
        body: completion,
        response: { 201: envelopeSchema(session), ...failures(400, 401, 'invalidChallenge', 'wrongCode') },
      },
    },
    async (request, reply) => {
      const { challenge, ...given } = request.body
      const signedIn = await completeSignIn(app, request, challenge, given)
      return reply.code(201).send(envelope(request, 'loggedIn', signedIn))
    },
  )
}

/** What the owner of an account does with its second factors. */
export const secondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const fresh = { config, onRequest: [requireVerified, requireFreshSignIn] }

  app.get(
    '/auth/second-factor',
    {
      config,
      schema: {
        ...documented,
        operationId: 'getSecondFactor',
        summary: 'Whether my sign-ins need a second factor, and which I have',
        response: { 200: envelopeSchema(state), ...failures(401) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { userId: user_id, hasSecondFactor } = identity
      return envelope(request, 'ok', {
        is_enabled: hasSecondFactor,
        is_required: needsSecondFactor(app.config, identity),
        methods: hasSecondFactor ? await methodsOf(app.db, user_id) : [],
        recovery_codes_left: (await queries.secondFactor.countRecoveryCodes(app.db, { user_id })).count,
      })
    },
  )

  app.post(
    '/auth/second-factor/totp',
    {
      ...fresh,
      schema: {
        ...documented,
        operationId: 'offerAuthenticator',
        summary: 'A secret for an authenticator, which counts once it is confirmed',
        response: { 201: envelopeSchema(offered), ...failures(401, 403, 'notVerified', 'signInAgain', 'conflict') },
      },
    },
    async (request, reply) => {
      return reply.code(201).send(envelope(request, 'created', await offerTotp(app, identityOf(request))))
    },
  )

  app.post(
    '/auth/second-factor/totp/confirm',
    {
      ...fresh,
      schema: {
        ...documented,
        operationId: 'confirmAuthenticator',
        summary: 'Show that the authenticator works: from now on sign-ins need it, and other sessions end',
        body: proof,
        response: {
          200: envelopeSchema(enrolled),
          ...failures(400, 401, 403, 'wrongCode', 'notVerified', 'signInAgain', 'conflict'),
        },
      },
    },
    async (request) => envelope(request, 'updated', await confirmTotp(app, request, request.body.code)),
  )

  app.delete(
    '/auth/second-factor/totp',
    {
      ...fresh,
      schema: {
        ...documented,
        operationId: 'deleteAuthenticator',
        summary: 'Take the authenticator away, with a code of it or a recovery code',
        body: proof,
        response: {
          200: doneSchema,
          ...failures(400, 401, 403, 404, 'wrongCode', 'notVerified', 'signInAgain'),
        },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      await remove(app, identity, request.body, 'totp', (tx) =>
        queries.secondFactor.deleteTotp(tx, { user_id: identity.userId }),
      )
      return done(request, 'deleted')
    },
  )

  app.post(
    '/auth/second-factor/recovery-codes',
    {
      ...fresh,
      schema: {
        ...documented,
        operationId: 'createRecoveryCodes',
        summary: 'Ten new recovery codes in place of those of before',
        body: proof,
        response: {
          201: envelopeSchema(recoveryCodes),
          ...failures(400, 401, 403, 'wrongCode', 'notVerified', 'signInAgain', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const recovery_codes = await newRecoveryCodes(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, 'created', { recovery_codes }))
    },
  )
}
