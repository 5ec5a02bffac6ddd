import { accounts } from './account-texts.ts'
import type { Schemas } from './client.ts'

type Answer = ReturnType<PublicKeyCredential['toJSON']>

/** The parts of a credential that the service takes. @throws Error when there is none, or one of another kind */
function answerOf(credential: Credential | null): Answer {
  if (!(credential instanceof PublicKeyCredential)) throw new Error(accounts.security.noPasskey)
  return credential.toJSON()
}

/** Asks the person to sign with one of their passkeys. @throws DOMException when they leave it */
export async function signWithPasskey(options: Schemas['PasskeyRequestOptions']) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const { id, rawId, response } = answerOf(await navigator.credentials.get({ publicKey }))
  if (!('signature' in response)) throw new Error(accounts.security.noPasskey)
  return { id, rawId, type: 'public-key' as const, response: { ...response } }
}

/** Asks the person to make a passkey. @throws DOMException when they leave it */
export async function makePasskey(options: Schemas['PasskeyCreationOptions']) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { id, rawId, response } = answerOf(await navigator.credentials.create({ publicKey }))
  if (!('attestationObject' in response)) throw new Error(accounts.security.noPasskey)
  return { id, rawId, type: 'public-key' as const, response: { ...response } }
}
