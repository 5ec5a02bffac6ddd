import { z } from 'zod'
import { shownUuid, spacedLine, timestamp, uuid } from '../../platform/http/fields.ts'
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

export const codeOfAuthenticator = z.object({ code }).meta({ id: 'AuthenticatorCode' })
export const proof = z
  .object(shown)
  .refine(isOne, one)
  .meta({ id: 'SecondFactorProof', description: 'A code, or what a passkey has signed' })
export const begun = z
  .object({ proof: proof.optional().meta({ description: 'Needed of an account that has a second factor' }) })
  .meta({ id: 'NewSecondFactor' })

const challenge = z.string().min(1, 'required').max(200)

export const completion = z
  .object({ challenge, ...shown })
  .refine(isOne, one)
  .meta({ id: 'SecondFactorCompletion' })
export const ofSignIn = z.object({ challenge }).meta({ id: 'SignInChallenge' })

export const state = z
  .object({
    is_enabled: z.boolean().meta({ description: 'Whether a sign-in needs it' }),
    is_required: z.boolean().meta({ description: 'Whether the account may do nothing else without it' }),
    methods: z.array(secondFactorMethod),
    recovery_codes_left: z.int(),
  })
  .meta({ id: 'SecondFactor' })

export const offered = z.object({
  secret: z.string().meta({ description: 'To type into an authenticator' }),
  uri: z.string().meta({ description: 'The same as `otpauth://`, to show as a QR code' }),
})

export const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({ description: 'Shown once; each is good once' }),
})
export const enrolled = z.object({ token: z.string(), expires_at: timestamp, ...recoveryCodes.shape })

export const passkey = z
  .object({
    id: shownUuid,
    name: z.string(),
    is_backed_up: z.boolean().meta({ description: 'Whether its owner has copies of it on other devices' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

export const newPasskey = z
  .object({
    name: spacedLine(100).meta({ description: 'What its owner knows it by', examples: ['Phone'] }),
    passkey: attestation,
  })
  .meta({ id: 'NewPasskey' })

export const passkeyParams = z.object({ id: uuid.describe('Id of the passkey') })
export const passkeyAdded = enrolled.extend({ passkey })
