import { z } from 'zod'
import { USER_ROLE } from '../../platform/db/enums.ts'
import { line, shownEmail, spacedLine, textId, timestamp } from '../../platform/http/fields.ts'
import { imageFile } from '../../platform/storage/forms.ts'
import { ADDRESS, CAMILLE, MAILED_TOKEN, TOKEN } from '../../reference/examples/demo.ts'

/** Removes the grouping of a phone number, as the function phone_number of the database does. */
export const normalizePhone = (text: string): string => text.replaceAll(/[\s().\-/]/g, '')

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email())
  .meta({ type: 'string', format: 'email', maxLength: 254 })
export const password = z.string().min(6).max(1_000)
/** Any text of one line, for the address and for people. */
export const username = line(100)
/** Any text; where it is a number, only one account may have it, and it signs in. */
export const phone = spacedLine(32).meta({
  description: 'Kept as typed. Where it is a number, no other account may have it (`phone_taken`)',
  examples: ['+33 6 12 34 56 78'],
})

export const personName = spacedLine(100)

export const passwordFields = {
  password: password.meta({ example: 'correct horse battery' }),
  password_confirmation: z.string().meta({ example: 'correct horse battery' }),
}

/** The confirmation must equal the password; checked even when other fields are invalid. */
export const samePassword = <T extends z.ZodObject>(schema: T): T =>
  schema.refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: 'passwordConfirmation',
    when: ({ value }) => passwords.safeParse(value).success,
  })

const passwords = z.looseObject({ password: z.string(), password_confirmation: z.string().optional() })

/** The fields of a registration. */
export const registration = samePassword(
  z.object({
    username,
    first_name: personName,
    last_name: personName,
    job: spacedLine(1_000).optional(),
    location: spacedLine().optional(),
    country_id: textId,
    phone: phone.optional(),
    email,
    ...passwordFields,
    avatar: imageFile.optional(),
  }),
)

/** A token with its expiry. */
const issued = { token: z.string().meta({ example: TOKEN }), expires_at: timestamp }

export const registered = z.object({
  user: z.object({
    id: z.int().meta({ example: CAMILLE }),
    username: z.string().meta({ example: 'camille' }),
    email: shownEmail.meta({ example: ADDRESS }),
  }),
  ...issued,
})

export const credentials = z.object({
  login: z.string().trim().min(1, 'required').max(254),
  password: z.string().min(1, 'required').max(1_000),
})

export const session = z
  .object({ ...issued, role: z.enum(USER_ROLE).meta({ example: 'user' }), id: z.int().meta({ example: CAMILLE }) })
  .meta({ id: 'Session' })

/** Means of completing a sign-in. */
export const secondFactorMethod = z
  .enum(['totp', 'passkey', 'recovery_code'])
  .meta({ id: 'SecondFactorMethod', description: 'New values can be added' })

export type SecondFactorMethod = z.output<typeof secondFactorMethod>

/** Completion of a sign-in that was right so far (docs/design/accounts.md, "Second factor"). */
const secondFactorAsked = z
  .object({
    challenge: z.string().meta({ description: 'Valid once', example: MAILED_TOKEN }),
    methods: z.array(secondFactorMethod).meta({ example: ['totp', 'recovery_code'] }),
    expires_at: timestamp,
  })
  .meta({ id: 'SecondFactorAsked', description: 'Data to complete the sign-in at `POST /auth/second-factor`' })

/** Extra fields of a 401 when the sign-in lacks its second factor. */
export const lacking = { second_factor: secondFactorAsked.optional() }

export const emailOnly = z.object({ email: email.meta({ example: ADDRESS }) }).meta({ id: 'AddressOnly' })

const proof = {
  token: z.string().max(200).optional().describe('Secret of the link'),
  email: email.optional().describe('Address to verify, with `code`'),
  code: z.string().trim().max(20).optional().describe('Code from the mail; requires `email`'),
}

/** The token of a link, or an address and its code. */
export const verification = z
  .object(proof)
  .refine(({ token, email: address, code }) => token !== undefined || (address !== undefined && code !== undefined), {
    path: ['token'],
    error: 'required',
  })
