import { z } from 'zod'

/** The JSON of WebAuthn, level 3, as far as the service reads and writes it: what `toJSON` and `parse…FromJSON` of browsers take and give. */

const base64url = (maximum: number) =>
  z
    .string()
    .min(1, 'required')
    .max(maximum)
    .regex(/^[\w-]+$/, 'invalidText')

/** An id has 1,023 bytes at most. */
const credentialId = base64url(1_364)
const clientDataJSON = base64url(4_000)

// Browsers add fields of their own to both answers, which nobody reads.
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** What `navigator.credentials.create` has made, by `toJSON`. */
export const attestation = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON,
      // Statements of makers, which are not read, come with their certificates.
      attestationObject: base64url(40_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .default([]),
    }),
  })
  .meta({ id: 'PasskeyRegistration', description: 'RegistrationResponseJSON of WebAuthn' })

/** What `navigator.credentials.get` has signed, by `toJSON`. */
export const assertion = z
  .looseObject({
    ...credential,
    response: z.looseObject({ clientDataJSON, authenticatorData: base64url(4_000), signature: base64url(8_000) }),
  })
  .meta({ id: 'PasskeyAssertion', description: 'AuthenticationResponseJSON of WebAuthn' })

const descriptor = z
  .object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })
  .meta({ id: 'PasskeyDescriptor' })
const userVerification = z.literal('preferred')

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int().meta({ description: 'Milliseconds' }),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn' })

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().meta({ description: 'Milliseconds' }),
    allowCredentials: z.array(descriptor),
    userVerification,
  })
  .meta({ id: 'PasskeyRequestOptions', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn' })

export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>
export type CreationOptions = z.output<typeof creationOptions>
export type RequestOptions = z.output<typeof requestOptions>
