import { z } from 'zod'
import { timestamp } from '../http/fields.ts'

export const METHODS = ['totp', 'recovery_code'] as const

export const code = z
  .string()
  .trim()
  .min(1, 'required')
  .max(40)
  .meta({ description: 'Six digits of an authenticator, or a recovery code' })

export const proof = z.object({ code }).meta({ id: 'SecondFactorProof' })
export const completion = z
  .object({ challenge: z.string().min(1, 'required').max(200), code })
  .meta({ id: 'SecondFactorCompletion' })

export const state = z
  .object({
    is_enabled: z.boolean().meta({ description: 'Whether a sign-in needs it' }),
    is_required: z.boolean().meta({ description: 'Whether the account may do nothing else without it' }),
    methods: z.array(z.enum(METHODS).meta({ id: 'SecondFactorMethod' })),
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
