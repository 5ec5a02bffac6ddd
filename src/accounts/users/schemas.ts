import { z } from 'zod'
import { LOCALE, USER_ROLE } from '../../platform/db/enums.ts'
import { prose, shownEmail, shownUrl, spacedLine, textId, timestamp } from '../../platform/http/fields.ts'
import { imageFile } from '../../platform/storage/forms.ts'
import { ADDRESS, CAMILLE, TOKEN } from '../../reference/examples/demo.ts'
import { email, password, personName, phone, samePassword, username } from '../auth/schemas.ts'

/** For whom invoices are made out, beside the name. The owner of a home reads the invoices of its stays, and so sees it. */
export const billing = z
  .object({
    company: z.string().nullable().meta({ example: 'Atelier Durand SARL' }),
    vat_number: z.string().nullable().meta({ example: 'FR40303265045' }),
    address: z.string().nullable().meta({ example: '12, rue de la République\n69002 Lyon' }),
  })
  .meta({ id: 'Billing', description: 'Billing details printed on invoices; visible to the owners of booked homes' })

const MAX_ADDRESS_LINES = 8

/** All of it, in place of what was there. */
export const billingChange = z.object({
  company: spacedLine(200).nullable().meta({ example: 'Atelier Durand SARL' }),
  vat_number: spacedLine(30).nullable().meta({ example: 'FR40303265045' }),
  address: prose(500)
    .refine((text) => text.split('\n').length <= MAX_ADDRESS_LINES, 'tooManyLines')
    .nullable()
    .meta({
      description: 'Address lines as printed, without the name; eight at most',
      example: '12, rue de la République\n69002 Lyon',
    }),
})

export const profile = z
  .object({
    id: z.int().meta({ example: CAMILLE }),
    username: z.string().meta({ example: 'camille' }),
    first_name: z.string().meta({ example: 'Camille' }),
    last_name: z.string().meta({ example: 'Durand' }),
    job: z.string().nullable().meta({ example: 'Architecte' }),
    location: z.string().nullable().meta({ example: 'Lyon' }),
    country_id: z.string().nullable().meta({ example: 'FR' }),
    phone: z.string().nullable().meta({ example: '+33612345678' }),
    email: shownEmail.meta({ example: ADDRESS }),
    email_verified: z.boolean(),
    role: z.enum(USER_ROLE).meta({ example: 'user' }),
    locale: z.enum(LOCALE).meta({ example: 'fr' }),
    avatar: shownUrl.nullable().meta({ example: 'https://sejour.example/storage/avatars/5f0c2d9e.webp' }),
    created_at: timestamp,
    billing: billing.meta({ description: 'Billing details on my invoices' }),
    subscription: z
      .object({
        id: z.string(),
        status: z.string(),
        price_id: z.string().nullable(),
        current_period_end: timestamp.nullable(),
        cancel_at_period_end: z.boolean(),
      })
      .meta({ id: 'Subscription' })
      .nullable()
      .meta({ description: 'Current subscription at the payment provider', example: null }),
  })
  .meta({ id: 'User' })

/** With a new token after a change of password. */
export const changedProfile = profile
  .extend({ token: z.string().meta({ example: TOKEN }), expires_at: timestamp })
  .partial({ token: true, expires_at: true })

/** Any subset of the fields. A new address takes effect when it is verified; a new password needs the current one. */
export const profileChanges = samePassword(
  z.object({
    username: username.optional(),
    first_name: personName.optional(),
    last_name: personName.optional(),
    job: spacedLine(1_000).nullable().optional(),
    location: spacedLine().nullable().optional(),
    country_id: textId.optional(),
    phone: phone.nullable().optional(),
    locale: z.enum(LOCALE).optional(),
    email: email.optional(),
    avatar: imageFile
      .nullable()
      .optional()
      .meta({ type: ['string', 'null'], format: 'binary' }),
    current_password: z.string().max(1_000).optional(),
    password: password.optional(),
    password_confirmation: z.string().optional(),
  }),
).meta({ id: 'ProfileChanges', example: { job: 'Architecte', location: 'Lyon', locale: 'fr' } })

export type ProfileChanges = z.infer<typeof profileChanges>

/**
 * Readable parts of changes that are refused for their shape, so that errors only the database finds are reported with them. A new address
 * or password needs the present password whatever its shape; none is stored of these.
 */
export const legibleChanges = z
  .object({
    username: username.optional().catch(undefined),
    country_id: textId.optional().catch(undefined),
    phone: phone.nullable().optional().catch(undefined),
    email: email.optional().catch(''),
    avatar: imageFile.nullable().optional().catch(undefined),
    current_password: z.string().max(1_000).optional().catch(undefined),
    password: z.string().optional().catch(''),
  })
  .catch({})

export const erasure = z.object({
  current_password: z.string().max(1_000).optional().meta({ example: 'the one before' }),
})
