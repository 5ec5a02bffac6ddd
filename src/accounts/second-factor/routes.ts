import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { openToPages } from '../../platform/http/scopes.ts'
import {
  identityOf,
  needsSecondFactor,
  requireFreshSignIn,
  requireVerified,
} from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { credentialLimit } from '../../platform/plugins/security.ts'
import { session } from '../auth/schemas.ts'
import { confirmTotp, newRecoveryCodes, offerTotp, remove } from './change.ts'
import {
  begun,
  codeOfAuthenticator,
  completion,
  enrolled,
  offered,
  ofSignIn,
  proof,
  recoveryCodes,
  state,
} from './schemas.ts'
import { askForSignIn, completeSignIn, methodsOf } from './sign-in.ts'
import { requestOptions } from './webauthn.schemas.ts'

const tags = ['accounts']
export const documented = { tags, security: BEARER }
export const config = { ...credentialLimit(60), beforeSecondFactor: true }
/** Of a route that changes the second factors of an account. Each has hooks of its own, as the limiter adds its to the list. */
export const changing = () => ({ config, onRequest: [requireVerified, requireFreshSignIn] })

/** How a change of second factors is refused, and how one that needs a proof is. */
export const OF_CHANGE = [401, 403, 'notVerified', 'signInAgain', 'passkeysUnconfigured'] as const
export const OF_PROOF = [...OF_CHANGE, 400, 'wrongCode', 'wrongPasskey'] as const

/** The second step of a sign-in (docs/design/second-factor.md). */
export const completionRoutes: FastifyPluginAsyncZod = async (app) => {
  openToPages(app)
  app.post(
    '/auth/second-factor',
    {
      config: credentialLimit(60),
      schema: {
        tags,
        operationId: 'completeSignIn',
        summary: 'Complete a sign-in with a passkey, a code of an authenticator or a recovery code',
        body: completion,
        response: {
          201: envelopeSchema(session),
          ...failures(400, 401, 'invalidChallenge', 'wrongCode', 'wrongPasskey', 'passkeysUnconfigured'),
        },
      },
    },
    async (request, reply) => {
      const { challenge, ...given } = request.body
      const signedIn = await completeSignIn(app, request, challenge, given)
      return reply.code(201).send(envelope(request, 'loggedIn', signedIn))
    },
  )

  app.post(
    '/auth/second-factor/passkey-options',
    {
      config: credentialLimit(60),
      schema: {
        tags,
        operationId: 'askPasskeyOfSignIn',
        summary: 'With what a browser has a passkey sign for a sign-in',
        body: ofSignIn,
        response: {
          200: envelopeSchema(requestOptions),
          ...failures(400, 401, 'invalidChallenge', 'conflict', 'passkeysUnconfigured'),
        },
      },
    },
    async (request) => envelope(request, 'ok', await askForSignIn(app, request.body.challenge)),
  )
}

/** What the owner of an account does with its second factors. */
export const secondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

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
        methods: hasSecondFactor ? await methodsOf(app, user_id) : [],
        recovery_codes_left: (await queries.secondFactor.countRecoveryCodes(app.db, { user_id })).count,
      })
    },
  )

  app.post(
    '/auth/second-factor/totp',
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'offerAuthenticator',
        summary: 'A secret for an authenticator, which counts once it is confirmed',
        body: begun,
        response: { 201: envelopeSchema(offered), ...failures(...OF_PROOF, 'conflict') },
      },
    },
    async (request, reply) => {
      const secret = await offerTotp(app, identityOf(request), request.body.proof)
      return reply.code(201).send(envelope(request, 'created', secret))
    },
  )

  app.post(
    '/auth/second-factor/totp/confirm',
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'confirmAuthenticator',
        summary: 'Show that the authenticator works: from now on sign-ins need it, and other sessions end',
        body: codeOfAuthenticator,
        response: {
          200: envelopeSchema(enrolled),
          ...failures(400, 401, 403, 'notVerified', 'signInAgain', 'conflict'),
        },
      },
    },
    async (request) => envelope(request, 'updated', await confirmTotp(app, request, request.body.code)),
  )

  app.delete(
    '/auth/second-factor/totp',
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'deleteAuthenticator',
        summary: 'Take the authenticator away, with a proof',
        body: proof,
        response: { 200: doneSchema, ...failures(...OF_PROOF, 404) },
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
      ...changing(),
      schema: {
        ...documented,
        operationId: 'createRecoveryCodes',
        summary: 'Ten new recovery codes in place of those of before',
        body: proof,
        response: { 201: envelopeSchema(recoveryCodes), ...failures(...OF_PROOF, 'conflict') },
      },
    },
    async (request, reply) => {
      const recovery_codes = await newRecoveryCodes(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, 'created', { recovery_codes }))
    },
  )
}
