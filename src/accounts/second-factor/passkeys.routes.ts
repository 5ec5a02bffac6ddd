import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { addPasskey, offerPasskey, remove } from './change.ts'
import { askForProof } from './passkeys.ts'
import { documented, OF_CHANGE, OF_PROOF, toChange, toEnrol } from './routes.ts'
import { begun, newPasskey, passkey, passkeyAdded, passkeyParams, proof } from './schemas.ts'
import { creationOptions, requestOptions } from './webauthn.schemas.ts'

const BASE = '/auth/second-factor/passkeys'

/** Operations of an account's owner on its passkeys (docs/design/accounts.md, "Second factor"). */
export const passkeyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

  app.get(
    BASE,
    merged(toEnrol, {
      schema: {
        ...documented,
        operationId: 'listPasskeys',
        summary: 'List my passkeys',
        description: `Oldest first, at most twenty. \`is_backed_up\` says whether the passkey is synchronised to other
          devices, as those of phones are and those of security keys are not.`,
        response: { 200: envelopeSchema(z.array(passkey)), ...failures(401) },
      },
    }),
    async (request) => {
      const { userId: user_id } = identityOf(request)
      return envelope(request, await queries.secondFactor.listPasskeys(app.db, { user_id }))
    },
  )

  app.post(
    `${BASE}/registration-options`,
    merged(toChange, {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'offerPasskey',
        summary: 'Create the options for a new passkey',
        description: `Needs a verified address and a sign-in of the last ten minutes (403 \`sign_in_again\`), and, for
          an account with a second factor, a \`proof\`: a \`code\`, or a signed response as \`passkey\`. Pass the
          response through \`PublicKeyCredential.parseCreationOptionsFromJSON\` to
          \`navigator.credentials.create({publicKey})\`, and send the result to \`POST /auth/second-factor/passkeys\`
          within five minutes. New options replace earlier ones. Returns 503 (\`passkeys_unconfigured\`) if passkeys
          are not configured.`,
        'x-message': 'created',
        body: begun,
        response: { 201: envelopeSchema(creationOptions), ...failures(...OF_PROOF, 'limitReached') },
      },
    }),
    async (request, reply) => {
      const options = await offerPasskey(app, identityOf(request), request.body.proof)
      return reply.code(201).send(envelope(request, options))
    },
  )

  app.post(
    BASE,
    merged(toChange, {
      config: { audits: ['account.second_factor'] },
      schema: {
        ...documented,
        operationId: 'createPasskey',
        summary: 'Add a passkey and end other sessions',
        description: `\`passkey\` is \`toJSON()\` of what \`navigator.credentials.create\` has made with the options.
          Every kind of sign-in then requires a second factor. All other sessions end and sockets close; the response
          has a new token for this one. The first second factor comes with ten recovery codes, shown once. The owner
          gets a mail.`,
        'x-message': 'created',
        body: newPasskey,
        response: {
          201: envelopeSchema(passkeyAdded),
          ...failures(...OF_CHANGE, 400, 'wrongPasskey', 'limitReached', 'conflict'),
        },
      },
    }),
    async (request, reply) => {
      const { name, passkey: made } = request.body
      const { added, ...enrolled } = await addPasskey(app, request, name, made)
      return reply.code(201).send(envelope(request, { ...enrolled, passkey: added }))
    },
  )

  app.post(
    `${BASE}/proof-options`,
    merged(toChange, {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'askPasskeyForProof',
        summary: 'Create the passkey options of a proof',
        description: `Proof for removing or adding a second factor, or replacing the recovery codes. Sign these
          options with \`navigator.credentials.get\`, and send the result as \`passkey\` of that request within five
          minutes. Valid once. Returns 409 for an account without passkeys.`,
        response: {
          200: envelopeSchema(requestOptions),
          ...failures(...OF_CHANGE, 'conflict'),
        },
      },
    }),
    async (request) => envelope(request, await askForProof(app, identityOf(request).userId)),
  )

  app.delete(
    `${BASE}/:id`,
    merged(toChange, {
      config: { audits: ['account.second_factor'] },
      schema: {
        ...documented,
        operationId: 'deletePasskey',
        summary: 'Remove a passkey, with a proof',
        description: `Requires a sign-in within the last ten minutes and a proof: a \`code\`, or the signed response
          of any passkey as \`passkey\`. Removing the last second factor deletes the recovery codes. The owner gets a
          mail.`,
        'x-message': 'deleted',
        params: passkeyParams,
        body: proof,
        response: { 200: doneSchema, ...failures(...OF_PROOF, 404) },
      },
    }),
    async (request) => {
      const identity = identityOf(request)
      const { id } = request.params
      await remove(app, identity, request.body, 'passkey', (tx) =>
        queries.secondFactor.deletePasskey(tx, { id, user_id: identity.userId }),
      )
      return done(request)
    },
  )
}
