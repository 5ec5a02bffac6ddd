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

/** The second step of a sign-in (docs/design/accounts.md, "Second factor"). */
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
        description: `A sign-in of an account with a second factor, also through a provider, is 401 with the code
          \`second_factor_required\` and \`second_factor {challenge, methods, expires_at}\`. Send the challenge within ten minutes
          with a \`code\`, or as \`passkey\` with what a browser has signed; the answer is that of \`POST /auth/login\`. A wrong
          one is 401 (\`wrong_code\`, \`wrong_passkey\`) and the challenge stays good; ten in a quarter of an hour or thirty in a
          day are 429.`,
        'x-message': 'loggedIn',
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
      return reply.code(201).send(envelope(request, signedIn))
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
        description: `Where \`methods\` has \`passkey\`: pass the answer through
          \`PublicKeyCredential.parseRequestOptionsFromJSON\` to \`navigator.credentials.get({publicKey})\`, and send \`toJSON()\`
          of what comes back to \`POST /auth/second-factor\`. What is signed is the challenge of the sign-in. 503
          (\`passkeys_unconfigured\`) where no page of the installation can have a passkey.`,
        body: ofSignIn,
        response: {
          200: envelopeSchema(requestOptions),
          ...failures(400, 401, 'invalidChallenge', 'conflict', 'passkeysUnconfigured'),
        },
      },
    },
    async (request) => envelope(request, await askForSignIn(app, request.body.challenge)),
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
        description: `\`is_required\` is for staff where the installation asks it of them: until they have one, their token opens
          \`/auth/second-factor\` and \`/auth/logout\` only, and everything else is 403 (\`second_factor_missing\`).`,
        response: { 200: envelopeSchema(state), ...failures(401) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { userId: user_id, hasSecondFactor } = identity
      return envelope(request, {
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
        description: `Needs a verified address and a sign-in of the last ten minutes (403 \`sign_in_again\`). Show \`uri\` as a QR
          code, or \`secret\` to type, then confirm with a code. An account with a passkey sends a \`proof\`: what it has signed
          for \`POST /auth/second-factor/passkeys/proof-options\`, or a recovery code. 409 where the account has an authenticator
          already: it is taken away first.`,
        'x-message': 'created',
        body: begun,
        response: { 201: envelopeSchema(offered), ...failures(...OF_PROOF, 'conflict') },
      },
    },
    async (request, reply) => {
      const secret = await offerTotp(app, identityOf(request), request.body.proof)
      return reply.code(201).send(envelope(request, secret))
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
        description: `From now on every way to sign in asks for a code. All other sessions end and sockets close; the answer has a
          new token for this one, and with the first second factor ten recovery codes, which are shown once. The owner is mailed.`,
        'x-message': 'updated',
        body: codeOfAuthenticator,
        response: {
          200: envelopeSchema(enrolled),
          ...failures(400, 401, 403, 'notVerified', 'signInAgain', 'conflict'),
        },
      },
    },
    async (request) => envelope(request, await confirmTotp(app, request, request.body.code)),
  )

  app.delete(
    '/auth/second-factor/totp',
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'deleteAuthenticator',
        summary: 'Take the authenticator away, with a proof',
        description: `Needs a sign-in of the last ten minutes and a proof: a code of the authenticator, a recovery code, or what a
          passkey has signed. With the last second factor the recovery codes go too. The owner is mailed.`,
        'x-message': 'deleted',
        body: proof,
        response: { 200: doneSchema, ...failures(...OF_PROOF, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      await remove(app, identity, request.body, 'totp', (tx) =>
        queries.secondFactor.deleteTotp(tx, { user_id: identity.userId }),
      )
      return done(request)
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
        description: `Needs a sign-in of the last ten minutes and a proof: a \`code\`, or as \`passkey\` what one has signed. The
          ten old codes no longer work; the new ones are shown once.`,
        'x-message': 'created',
        body: proof,
        response: { 201: envelopeSchema(recoveryCodes), ...failures(...OF_PROOF, 'conflict') },
      },
    },
    async (request, reply) => {
      const recovery_codes = await newRecoveryCodes(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, { recovery_codes }))
    },
  )
}
