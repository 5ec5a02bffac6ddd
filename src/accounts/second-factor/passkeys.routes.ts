import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { addPasskey, offerPasskey, remove } from './change.ts'
import { askForProof } from './passkeys.ts'
import { changing, config, documented, OF_CHANGE, OF_PROOF } from './routes.ts'
import { begun, newPasskey, passkey, passkeyAdded, passkeyParams, proof } from './schemas.ts'
import { creationOptions, requestOptions } from './webauthn.schemas.ts'

const BASE = '/auth/second-factor/passkeys'

/** What the owner of an account does with its passkeys (docs/design/accounts.md, "Second factor"). */
export const passkeyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)

  app.get(
    BASE,
    {
      config,
      schema: {
        ...documented,
        operationId: 'listPasskeys',
        summary: 'My passkeys',
        description: `The oldest first, twenty at most. \`is_backed_up\` says whether there are copies of it on other devices of
          its owner: of a phone's passkeys there are, of a security key's not.`,
        response: { 200: envelopeSchema(z.array(passkey)), ...failures(401) },
      },
    },
    async (request) => {
      const { userId: user_id } = identityOf(request)
      return envelope(request, await queries.secondFactor.listPasskeys(app.db, { user_id }))
    },
  )

  app.post(
    `${BASE}/registration-options`,
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'offerPasskey',
        summary: 'With what a browser makes a passkey',
        description: `Needs a verified address and a sign-in of the last ten minutes (403 \`sign_in_again\`), and of an account
          that has a second factor already a \`proof\`: a \`code\`, or as \`passkey\` what one has signed. Pass the answer through
          \`PublicKeyCredential.parseCreationOptionsFromJSON\` to \`navigator.credentials.create({publicKey})\`, and send what
          comes back to \`POST /auth/second-factor/passkeys\` within five minutes. Newer options end those of before. 503
          (\`passkeys_unconfigured\`) where no page of the installation can have a passkey.`,
        'x-message': 'created',
        body: begun,
        response: { 201: envelopeSchema(creationOptions), ...failures(...OF_PROOF, 'limitReached') },
      },
    },
    async (request, reply) => {
      const options = await offerPasskey(app, identityOf(request), request.body.proof)
      return reply.code(201).send(envelope(request, options))
    },
  )

  app.post(
    BASE,
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'createPasskey',
        summary: 'Add the passkey that a browser has made: from now on sign-ins take it, and other sessions end',
        description: `\`passkey\` is \`toJSON()\` of what \`navigator.credentials.create\` has made with the options. From now on
          every way to sign in asks for a second factor. All other sessions end and sockets close; the answer has a new token for
          this one, and with the first second factor ten recovery codes, which are shown once. The owner is mailed.`,
        'x-message': 'created',
        body: newPasskey,
        response: {
          201: envelopeSchema(passkeyAdded),
          ...failures(...OF_CHANGE, 400, 'wrongPasskey', 'limitReached', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const { name, passkey: made } = request.body
      const { added, ...enrolled } = await addPasskey(app, request, name, made)
      return reply.code(201).send(envelope(request, { ...enrolled, passkey: added }))
    },
  )

  app.post(
    `${BASE}/proof-options`,
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'askPasskeyForProof',
        summary: 'With what a browser has one of my passkeys sign, for a change of my second factors',
        description: `For whoever takes a second factor away, adds a further one or renews the recovery codes: what a passkey
          signs with these options (\`navigator.credentials.get\`) is \`passkey\` of that request, once, within five minutes. 409
          for an account without passkeys.`,
        response: {
          200: envelopeSchema(requestOptions),
          ...failures(...OF_CHANGE, 'conflict'),
        },
      },
    },
    async (request) => envelope(request, await askForProof(app, identityOf(request).userId)),
  )

  app.delete(
    `${BASE}/:id`,
    {
      ...changing(),
      schema: {
        ...documented,
        operationId: 'deletePasskey',
        summary: 'Take a passkey away, with a proof',
        description: `Needs a sign-in of the last ten minutes and a proof: a \`code\`, or as \`passkey\` what a passkey has
          signed, also this one. With the last second factor the recovery codes go too. The owner is mailed.`,
        'x-message': 'deleted',
        params: passkeyParams,
        body: proof,
        response: { 200: doneSchema, ...failures(...OF_PROOF, 404) },
      },
    },
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
