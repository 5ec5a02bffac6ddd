import { z } from 'zod'
import { shownUuid, spacedLine, timestamp, uuid } from '../../platform/http/fields.ts'
import { CREDENTIAL, MAILED_TOKEN, TOKEN } from '../../reference/examples/demo.ts'
import { secondFactorMethod } from '../auth/schemas.ts'
import { assertion, attestation } from './webauthn.schemas.ts'

const code = z
  .string()
  .trim()
  .min(1, 'required')
  .max(40)
  .meta({ description: 'Six digits of an authenticator, or a recovery code' })

/** Shown by one of both. */
const shown = { code: code.optional(), passkey: assertion.optional() }

const isOne = (given: { code?: unknown; passkey?: unknown }): boolean =>
  (given.code === undefined) !== (given.passkey === undefined)
const one = { path: ['code'], error: 'required' }

export const codeOfAuthenticator = z
  .object({ code: code.meta({ example: '482913' }) })
  .meta({ id: 'AuthenticatorCode' })
export const proof = z
  .object(shown)
  .refine(isOne, one)
  .meta({
    id: 'SecondFactorProof',
    description: 'A code, or the signed response of a passkey',
    example: { code: '492039' },
  })
export const begun = z
  .object({ proof: proof.optional().meta({ description: 'Required if the account already has a second factor' }) })
  .meta({ id: 'NewSecondFactor', example: {} })

const challenge = z.string().min(1, 'required').max(200)

export const completion = z
  .object({ challenge, ...shown })
  .refine(isOne, one)
  .meta({ id: 'SecondFactorCompletion', example: { challenge: MAILED_TOKEN, code: '492039' } })
export const ofSignIn = z
  .object({ challenge: challenge.meta({ example: MAILED_TOKEN }) })
  .meta({ id: 'SignInChallenge' })

export const state = z
  .object({
    is_enabled: z.boolean().meta({ description: 'Whether a sign-in requires it', example: false }),
    is_required: z
      .boolean()
      .meta({ description: 'Whether the account is restricted until it has a second factor', example: false }),
    methods: z.array(secondFactorMethod).meta({ example: ['totp', 'recovery_code'] }),
    recovery_codes_left: z.int().meta({ example: 10 }),
  })
  .meta({ id: 'SecondFactor' })

export const offered = z.object({
  secret: z
    .string()
    .meta({ description: 'Secret to type into an authenticator', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
  uri: z.string().meta({
    description: '`otpauth://` address to show as a QR code',
    example:
      'otpauth://totp/S%C3%A9jour:camille?issuer=S%C3%A9jour&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  }),
})

export const recoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .meta({ description: 'Shown once; each is valid once', example: ['7QK2-M9XT-04WD-H3RB', 'C8FV-1ZPN-6YJE-5GSA'] }),
})
export const enrolled = z.object({
  token: z.string().meta({ example: TOKEN }),
  expires_at: timestamp,
  ...recoveryCodes.shape,
})

export const passkey = z
  .object({
    id: shownUuid,
    name: z.string().meta({ example: 'Téléphone' }),
    is_backed_up: z.boolean().meta({ description: 'Whether the passkey is synchronised to other devices' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

export const newPasskey = z.object({
  name: spacedLine(100).meta({
    description: 'Display name for its owner',
    examples: ['Phone'],
    example: 'Téléphone',
  }),
  passkey: attestation.meta({
    example: {
      ...{ id: CREDENTIAL, rawId: CREDENTIAL, type: 'public-key' },
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVi_',
        transports: ['internal', 'hybrid'],
      },
    },
  }),
})

export const passkeyParams = z.object({ id: uuid.describe('Id of the passkey') })
export const passkeyAdded = enrolled.extend({ passkey })
