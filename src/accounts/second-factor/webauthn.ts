import { AppError } from '../../platform/http/errors.ts'
import { acceptsOrigin, type RelyingParty } from './relying-party.ts'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from './webauthn.schemas.ts'

// Loaded where somebody uses a passkey only, as it takes a tenth of a start.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256 and RS256, on every version of Node.js, as all nodes have to know what one of them has taken. */
const ALGORITHMS = [-8, -7, -257]

/** A passkey as the options of browsers name it. */
interface Known {
  credential_id: Uint8Array
  transports: string[]
}

const describe = ({ credential_id, transports }: Known) => ({
  type: 'public-key' as const,
  id: Buffer.from(credential_id).toString('base64url'),
  transports,
})

/** Returns the options by which a browser makes a passkey for an account that has others. Pure. */
export const creationOptionsOf = (
  { id }: RelyingParty,
  asked: { challenge: string; seconds: number },
  account: { userId: number; username: string; service: string },
  known: Known[],
): CreationOptions => ({
  challenge: asked.challenge,
  rp: { id, name: account.service },
  // The same for all passkeys of an account, so that its authenticator does not show several for one.
  user: {
    id: Buffer.from(String(account.userId)).toString('base64url'),
    name: account.username,
    displayName: account.username,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: asked.seconds * 1_000,
  excludeCredentials: known.map(describe),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
})

/** Returns the options by which a browser signs with one of these passkeys. Pure. */
export const requestOptionsOf = (
  { id: rpId }: RelyingParty,
  asked: { challenge: string; seconds: number },
  known: Known[],
): RequestOptions => ({
  challenge: asked.challenge,
  rpId,
  timeout: asked.seconds * 1_000,
  allowCredentials: known.map(describe),
  userVerification: 'preferred',
})

/** Any error of the library is about input of a stranger. */
async function orRefuse<T>(read: () => Promise<T | undefined>): Promise<T> {
  let cause: unknown
  try {
    const result = await read()
    if (result !== undefined) return result
  } catch (error) {
    cause = error
  }
  throw new AppError('wrongPasskey', { cause })
}

/** The origin of the page that has asked, if it may, as the library compares it. */
async function expectedOrigin(party: RelyingParty, clientDataJSON: string): Promise<string[]> {
  const { origin } = (await helpers()).decodeClientDataJSON(clientDataJSON)
  return acceptsOrigin(party, origin) ? [origin] : party.origins
}

/**
 * The maker named by an authenticator is left out before it is read: nobody asks for it, and its formats and certificates are the
 * larger part of what could be attacked.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, string | Map<string, string> | Uint8Array>()
  bare.set('fmt', 'none').set('attStmt', new Map()).set('authData', authData)
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

/** The passkey that an authenticator has made for a challenge. @throws AppError 401 when it is another's, or of another page. */
export const readRegistration = (party: RelyingParty, challenge: string, { response, ...made }: Attestation) =>
  orRefuse(async () => {
    const { verifyRegistrationResponse } = await library()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...made,
        clientExtensionResults: {},
        response: { ...response, attestationObject: await withoutStatement(response.attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: await expectedOrigin(party, response.clientDataJSON),
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return (
      registrationInfo && {
        credential_id: Buffer.from(registrationInfo.credential.id, 'base64url'),
        public_key: registrationInfo.credential.publicKey,
        counter: registrationInfo.credential.counter,
        transports: response.transports,
        is_backed_up: registrationInfo.credentialBackedUp,
      }
    )
  })

/** Result of verifying a passkey's signature over a challenge. @throws AppError 401 when it is wrong, another's, or of another page. */
export const readAssertion = (
  party: RelyingParty,
  challenge: string,
  signed: Assertion,
  stored: { public_key: Uint8Array; counter: number },
) =>
  orRefuse(async () => {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: await expectedOrigin(party, signed.response.clientDataJSON),
      expectedRPID: party.id,
      credential: { id: signed.id, publicKey: Uint8Array.from(stored.public_key), counter: stored.counter },
      requireUserVerification: false,
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, is_backed_up: authenticationInfo.credentialBackedUp }
  })
