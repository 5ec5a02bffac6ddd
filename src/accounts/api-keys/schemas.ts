import { z } from 'zod'
import { API_KEY_KIND } from '../../platform/db/enums.ts'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import type { FieldMessageKey } from '../../platform/http/errors.ts'
import { shownUuid, spacedLine, timestamp, uuid } from '../../platform/http/fields.ts'
import { pagedSchema } from '../../platform/http/pages.ts'
import { API_KEY, at, HOME } from '../../reference/examples/demo.ts'
import { KEY_SCOPES } from '../scopes.ts'

const MAX_HOMES = 1_000
const MAX_ORIGINS = 20

const isOrigin = (text: string): boolean =>
  /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9-]+(\.[a-z0-9-]+)*)(:\d+)?$/.test(text) &&
  URL.canParse(text) &&
  new URL(text).origin === text

const scope = z.enum(KEY_SCOPES).meta({ id: 'Scope' })
const unique = <T>(values: T[]): T[] => [...new Set(values)]

const name = spacedLine(100).meta({ description: 'Display name for its owner', examples: ['Accounting'] })
const scopes = z.array(scope).max(KEY_SCOPES.length).transform(unique)
const origins = z
  .array(z.string().max(255).refine(isOrigin, 'origin'))
  .max(MAX_ORIGINS)
  .transform(unique)
  .meta({ type: 'array', description: 'Origins that can use a publishable key: `https://example.com`' })

type Wanted = Pick<ApiKey, 'kind' | 'scopes' | 'origins'>

/** Problems of the scopes and origins of a key of some kind. Pure. */
export const problemsOf = ({
  kind,
  scopes,
  origins,
}: Wanted): Partial<Record<'scopes' | 'origins', FieldMessageKey>> => ({
  ...(kind === 'publishable' && scopes.length > 0 && { scopes: 'ofSecretKey' }),
  ...(kind === 'secret' && scopes.length === 0 && { scopes: 'required' }),
  ...(kind !== 'publishable' && origins.length > 0 && { origins: 'ofPublishableKey' }),
})

export const newKey = z
  .object({
    name,
    kind: z.enum(API_KEY_KIND).default('secret').meta({
      description:
        'A `publishable` key can be public: it searches and prices homes, and has no scopes. An `assistant` key opens `POST /mcp`, and nothing else',
    }),
    scopes: scopes.default([]).meta({
      type: 'array',
      description:
        'Scopes of the key; a secret key needs at least one. Assistants book with `reservations.read`, `reservations.write` and `payments.read`, and only look without scopes',
    }),
    property_ids: z
      .array(uuid.toLowerCase())
      .min(1)
      .max(MAX_HOMES)
      .optional()
      .meta({ description: 'Homes that it covers; absent: all homes of the account, including future ones' }),
    origins: origins.default([]),
    expires_at: z.iso
      .datetime({ offset: true, error: 'invalidTimestamp' })
      .refine((time) => Date.parse(time) > Date.now(), 'inThePast')
      .optional()
      .meta({ description: 'Expiry; absent: no expiry' }),
  })
  .superRefine((wanted, context) => {
    for (const [field, message] of Object.entries(problemsOf(wanted)))
      context.addIssue({ code: 'custom', path: [field], message })
  })
  .meta({
    example: { name: 'Accounting', scopes: ['reservations.read', 'payments.read'], property_ids: [HOME] },
  })

export type NewKey = z.output<typeof newKey>

export const keyChange = z
  .object({
    name: name.optional(),
    scopes: scopes.optional().meta({ type: 'array', description: 'A subset of its scopes; scopes are never added' }),
    origins: origins.optional(),
  })
  .meta({ id: 'ApiKeyChange', example: { name: 'Accounting of the year' } })

export type KeyChange = z.output<typeof keyChange>

export const apiKey = z
  .object({
    id: shownUuid.meta({ example: API_KEY }),
    name: z.string().meta({ example: 'Airbnb' }),
    kind: z.enum(API_KEY_KIND),
    prefix: z.string().meta({ description: 'First characters of the key', examples: ['sj_live_Zk3q'] }),
    scopes: z.array(scope).meta({ example: ['reservations.read', 'payments.read'] }),
    property_ids: z
      .array(shownUuid)
      .nullable()
      .meta({ description: 'null: all homes of the account', example: [HOME] }),
    origins: z.array(z.string()).meta({ example: [] }),
    expires_at: timestamp.nullable().meta({ example: null }),
    last_used_at: timestamp.nullable().meta({ description: 'Accurate to about a minute', example: at(-1) }),
    created_at: timestamp,
  })
  .meta({ id: 'ApiKey' })

type ApiKey = z.output<typeof apiKey>

const withSecret = apiKey
  .extend({
    key: z.string().meta({
      description: 'Shown once',
      examples: ['sj_live_Zk3qW8vX0yR2tU5bN7mA9cE1gI4kO6sQ-_dFhJlPzTx'],
    }),
    last_used_at: apiKey.shape.last_used_at.meta({ example: null }),
  })
  .meta({ id: 'ApiKeyWithSecret' })

export const keyParams = z.object({ id: uuid.describe('Id of the key').meta({ example: API_KEY }) })
export const keyAnswer = envelopeSchema(apiKey)
export const keyPage = pagedSchema(apiKey)
export const secretAnswer = envelopeSchema(withSecret)
