import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf, requireFreshSignIn, requireVerified } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { openToPages } from '../../platform/http/scopes.ts'
import { needsSecondFactor } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { perMinute } from '../../platform/plugins/security.ts'
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
/** Options of routes that serve staff who have no second factor yet. */
export const toEnrol = merged(perMinute(60), { config: { beforeSecondFactor: true } })
/** Options of routes that change the second factors of an account. */
export const toChange = merged(toEnrol, { onRequest: [requireVerified, requireFreshSignIn] })

/** Refusals of a change of second factors, and of one that needs a proof. */
export const OF_CHANGE = [401, 403, 'notVerified', 'signInAgain', 'passkeysUnconfigured'] as const
export const OF_PROOF = [...OF_CHANGE, 400, 'wrongCode', 'wrongPasskey'] as const

/** The second step of a sign-in (docs/design/accounts.md, "Second factor"). */
export const completionRoutes: FastifyPluginAsyncZod = async (app) => {
  openToPages(app)
  app.post(
    '/auth/second-factor',
    merged(perMinute(60), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'completeSignIn',
        summary: 'Complete a sign-in with a passkey, a code of an authenticator or a recovery code',
        description: `For an account with a second factor, a sign-in (also through a provider) returns 401 with the code
          \`second_factor_required\` and \`second_factor {challenge, methods, expires_at}\`. Send the challenge within ten
          minutes with a \`code\`, or with the signed response of a browser as \`passkey\`. The response is that of
          \`POST /auth/login\`. A wrong one returns 401 (\`wrong_code\`, \`wrong_passkey\`) and the challenge stays
          valid. More than ten failures in 15 minutes or thirty in a day return 429.`,
        'x-message': 'loggedIn',
        body: completion,
        response: {
          201: envelopeSchema(session),
          ...failures(400, 401, 'invalidChallenge', 'wrongCode', 'wrongPasskey', 'passkeysUnconfigured'),
        },
      },
    }),
    async (request, reply) => {
      const { challenge, ...given } = request.body
      const signedIn = await completeSignIn(app, request, challenge, given)
      return reply.code(201).send(envelope(request, signedIn))
    },
  )

  app.post(
    '/auth/second-factor/passkey-options',
    merged(perMinute(60), {
      config: { silent: true },
      schema: {
        tags,
        operationId: 'askPasskeyOfSignIn',
        summary: 'Create the passkey options of a sign-in',
        description: `If \`methods\` has \`passkey\`, pass the response through
          \`PublicKeyCredential.parseRequestOptionsFromJSON\` to \`navigator.credentials.get({publicKey})\`, and send
          \`toJSON()\` of the result to \`POST /auth/second-factor\`. The passkey signs the challenge of the sign-in.
          Returns 503 (\`passkeys_unconfigured\`) if passkeys are not configured.`,
        body: ofSignIn,
        response: {
          200: envelopeSchema(requestOptions),
          ...failures(400, 401, 'invalidChallenge', 'conflict', 'passkeysUnconfigured'),
        },
      },
    }),
    async (request) => envelope(request, await askForSignIn(app, request.body.challenge)),
  )
}

/** Operations of an account's owner on its second factors. */
export const secondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

  app.get(
    '/auth/second-factor',
    merged(toEnrol, {
      schema: {
        ...documented,
        operationId: 'getSecondFactor',
        summary: 'Get my second factors and whether they are required',
        description: `\`is_required\` is true for staff if the installation requires a second factor. Until they have
          one, their token works for \`/auth/second-factor\` and \`/auth/logout\` only; everything else returns 403
          (\`second_factor_missing\`).`,
        response: { 200: envelopeSchema(state), ...failures(401) },
      },
    }),
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
    merged(toChange, {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'offerAuthenticator',
        summary: 'Create the secret of an authenticator, to be confirmed',
        description: `Requires a verified address and a sign-in within the last ten minutes (else 403
          \`sign_in_again\`). Show \`uri\` as a QR code, or \`secret\` to type, then confirm with a code. An account
          with a passkey also sends a \`proof\`: the signed options of \`POST
          /auth/second-factor/passkeys/proof-options\`, or a recovery code. Returns 409 if the account already has an
          authenticator; remove that one first.`,
        'x-message': 'created',
        body: begun,
        response: { 201: envelopeSchema(offered), ...failures(...OF_PROOF, 'conflict') },
      },
    }),
    async (request, reply) => {
      const secret = await offerTotp(app, identityOf(request), request.body.proof)
      return reply.code(201).send(envelope(request, secret))
    },
  )

  app.post(
    '/auth/second-factor/totp/confirm',
    merged(toChange, {
      config: { audits: ['account.second_factor'] },
      schema: {
        ...documented,
        operationId: 'confirmAuthenticator',
        summary: 'Confirm the authenticator and require it at sign-in',
        description: `Every kind of sign-in then requires a code. All other sessions end and sockets close; the
          response has a new token for this one. The first second factor comes with ten recovery codes, shown once.
          The owner gets a mail.`,
        'x-message': 'updated',
        body: codeOfAuthenticator,
        response: {
          200: envelopeSchema(enrolled),
          ...failures(400, 401, 403, 'notVerified', 'signInAgain', 'conflict'),
        },
      },
    }),
    async (request) => envelope(request, await confirmTotp(app, request, request.body.code)),
  )

  app.delete(
    '/auth/second-factor/totp',
    merged(toChange, {
      config: { audits: ['account.second_factor'] },
      schema: {
        ...documented,
        operationId: 'deleteAuthenticator',
        summary: 'Remove the authenticator, with a proof',
        description: `Requires a sign-in within the last ten minutes and a proof: a code of the authenticator, a
          recovery code, or the signed response of a passkey. Removing the last second factor deletes the recovery
          codes. The owner gets a mail.`,
        'x-message': 'deleted',
        body: proof,
        response: { 200: doneSchema, ...failures(...OF_PROOF, 404) },
      },
    }),
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
    merged(toChange, {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'createRecoveryCodes',
        summary: 'Replace my ten recovery codes',
        description: `Requires a sign-in within the last ten minutes and a proof: a \`code\`, or a signed response as
          \`passkey\`. The old codes no longer work; the new ones are shown once.`,
        'x-message': 'created',
        body: proof,
        response: { 201: envelopeSchema(recoveryCodes), ...failures(...OF_PROOF, 'conflict') },
      },
    }),
    async (request, reply) => {
      const recovery_codes = await newRecoveryCodes(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, { recovery_codes }))
    },
  )
}
