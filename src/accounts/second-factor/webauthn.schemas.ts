import { z } from 'zod'
import { CREDENTIAL, MAILED_TOKEN } from '../../reference/examples/demo.ts'

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

/** Result of `navigator.credentials.create`, by `toJSON`. */
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
  .meta({ description: 'RegistrationResponseJSON of WebAuthn' })

/** Result of `navigator.credentials.get`, by `toJSON`. */
export const assertion = z
  .looseObject({
    ...credential,
    response: z.looseObject({ clientDataJSON, authenticatorData: base64url(4_000), signature: base64url(8_000) }),
  })
  .meta({ id: 'PasskeyAssertion', description: 'AuthenticationResponseJSON of WebAuthn' })

const descriptor = z
  .object({
    type: z.literal('public-key'),
    id: z.string().meta({ example: CREDENTIAL }),
    transports: z.array(z.string()).meta({ example: ['internal', 'hybrid'] }),
  })
  .meta({ id: 'PasskeyDescriptor' })
const userVerification = z.literal('preferred')

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z
  .object({
    challenge: z.string().meta({ example: MAILED_TOKEN }),
    rp: z.object({ id: z.string(), name: z.string() }).meta({ example: { id: 'sejour.example', name: 'Séjour' } }),
    user: z
      .object({ id: z.string(), name: z.string(), displayName: z.string() })
      .meta({ example: { id: 'MQ', name: 'camille', displayName: 'camille' } }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int().meta({ example: -7 }) })),
    timeout: z.int().meta({ description: 'Milliseconds', example: 300_000 }),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions', description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn' })

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z
  .object({
    challenge: z.string().meta({ example: MAILED_TOKEN }),
    rpId: z.string().meta({ example: 'sejour.example' }),
    timeout: z.int().meta({ description: 'Milliseconds', example: 300_000 }),
    allowCredentials: z.array(descriptor),
    userVerification,
  })
  .meta({ id: 'PasskeyRequestOptions', description: 'PublicKeyCredentialRequestOptionsJSON of WebAuthn' })

export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>
export type CreationOptions = z.output<typeof creationOptions>
export type RequestOptions = z.output<typeof requestOptions>
