import { z } from 'zod'
import { LOCALE, POLICY_STATUS, POLICY_TYPE } from '../../platform/db/enums.ts'
import { integerId, line, timestamp } from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { DEFAULT_LOCALE } from '../../platform/locales/locales.ts'

const policyType = z.enum(POLICY_TYPE)
const locale = z.enum(LOCALE)

export const policy = z
  .object({
    id: z.int(),
    type: policyType,
    title: z.string().meta({ example: 'Conditions générales' }),
    locale: locale.meta({ example: 'fr' }),
    version: z.int().meta({ example: 1 }),
    content: z.string().meta({ example: 'Article 1…' }),
    is_mandatory: z.boolean(),
    status: z.enum(POLICY_STATUS).meta({ example: 'published' }),
    effective_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Policy' })

const text = {
  title: line(),
  content: z.string().trim().min(1, 'required').max(200_000),
  is_mandatory: z.boolean(),
  status: z.enum(POLICY_STATUS).exclude(['archived']),
  effective_at: z.iso.datetime({ offset: true }),
}

export const newPolicy = z.object({
  type: policyType,
  locale: locale.default(DEFAULT_LOCALE),
  title: text.title,
  content: text.content,
  is_mandatory: text.is_mandatory.default(true),
  status: text.status.default('draft'),
  effective_at: text.effective_at.optional(),
})

export const policyChanges = z.object(text).partial()

export const policyList = pageQuery.extend({
  type: policyType.optional().describe('Only policies of this type'),
  locale: locale.optional().describe('Only policies in this language'),
  status: z.enum(POLICY_STATUS).optional().describe('Only policies in this status'),
})

export const policyParams = z.object({ policy_id: integerId.describe('Id of the policy').meta({ example: 1 }) })
export const typeParams = z.object({ type: policyType.describe('Type of the policy') })

export const acceptance = z
  .object({
    policy_id: z.int().meta({ example: 1 }),
    version: z.int().meta({ example: 1 }),
    content_hash: z.string().meta({
      description: 'SHA-256 of the accepted text, hexadecimal',
      example: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
    }),
    accepted_at: timestamp,
  })
  .meta({ id: 'PolicyAcceptance' })

export const acceptanceState = z.object({
  type: policyType,
  policy_id: z.int().nullable().meta({ example: 1 }),
  version: z.int().nullable().meta({ example: 1 }),
  accepted: z.boolean(),
})
