import { z } from 'zod'
import { integerId, line, pageQuery, timestamp } from '../http/fields.ts'

export const POLICY_TYPES = [
  'terms',
  'sales_terms',
  'privacy',
  'cookies',
  'cancellation',
  'refund',
  'house_rules',
  'host_agreement',
] as const

export const policyType = z.enum(POLICY_TYPES)
const locale = z.enum(['fr', 'en'])

export const policy = z
  .object({
    id: z.int(),
    type: policyType,
    title: z.string(),
    locale,
    version: z.int(),
    content: z.string(),
    is_mandatory: z.boolean(),
    status: z.enum(['draft', 'published', 'archived']),
    effective_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Policy' })

const text = {
  title: line(),
  content: z.string().trim().min(1, 'required').max(200_000),
  is_mandatory: z.boolean(),
  status: z.enum(['draft', 'published']),
  effective_at: z.iso.datetime({ offset: true }),
}

export const newPolicy = z.object({
  type: policyType,
  locale: locale.default('fr'),
  title: text.title,
  content: text.content,
  is_mandatory: text.is_mandatory.default(true),
  status: text.status.default('draft'),
  effective_at: text.effective_at.optional(),
})

export const policyChanges = z.object(text).partial()

export const policyList = pageQuery.extend({
  type: policyType.optional(),
  locale: locale.optional(),
  status: z.enum(['draft', 'published', 'archived']).optional(),
})

export const policyParams = z.object({ policy_id: integerId })
export const typeParams = z.object({ type: policyType })

export const acceptance = z
  .object({
    policy_id: z.int(),
    version: z.int(),
    content_hash: z.string().meta({ description: 'SHA-256 of the accepted text, hexadecimal' }),
    accepted_at: timestamp,
  })
  .meta({ id: 'PolicyAcceptance' })

export const acceptanceState = z.object({
  type: policyType,
  policy_id: z.int().nullable(),
  version: z.int().nullable(),
  accepted: z.boolean(),
})
