import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { STAFF } from '../../platform/http/identity.ts'
import { keyScopesOf, scopesOf } from '../../platform/http/scopes.ts'

/** Readers of the documents of the API. */
export const AUDIENCES = {
  company: 'Owners of homes and their teams',
  guest: 'Guests, signed in or by the link of their stay, and visitors',
  developer: 'Programs: keys, events, webhooks, real time',
  installation: 'Whoever runs the server, and its support',
  specification: 'Front ends of the specification; another operation serves everybody else',
} as const

export type Audience = keyof typeof AUDIENCES

/** Groups of operations that are the same for everybody who signs in. */
const OF_EVERYBODY = new Set(['accounts', 'policies', 'notifications'])
const OF_PROGRAMS = new Set(['channels', 'events', 'realtime'])

const some = (tags: readonly string[], names: ReadonlySet<string>): boolean => tags.some((tag) => names.has(tag))

/** Readers for whom an operation is, from what its route declares. Pure. */
export function audiencesOf(config: FastifyContextConfig, schema: FastifySchema): readonly Audience[] {
  const { tags = [], security = [], 'x-audience': declared } = schema
  if (declared) return declared
  const may = config.may?.filter((party) => party !== 'anyone') ?? []
  if ((may.length > 0 && may.every((party) => STAFF.some((role) => role === party))) || tags.includes('operations'))
    return ['installation']
  const isOfCompany = (scopesOf(config)?.length ?? 0) > 0
  const isOfEverybody = config.scope === 'any' || (!isOfCompany && some(tags, OF_EVERYBODY))
  const takesVisitors = security.length === 0 || security.some((way) => Object.keys(way).length === 0)
  const isOfGuest =
    takesVisitors || may.includes('guest') || (!isOfCompany && may.length === 0 && 'bearer' in Object(security[0]))
  const takesKeys = (keyScopesOf(config)?.length ?? 0) > 0 || config.scope === 'any' || some(tags, OF_PROGRAMS)
  return [
    ...(isOfCompany || isOfEverybody ? (['company'] as const) : []),
    ...(isOfGuest || isOfEverybody ? (['guest'] as const) : []),
    ...(takesKeys ? (['developer'] as const) : []),
  ]
}

declare module 'fastify' {
  interface FastifySchema {
    /** The audiences, where what the route declares does not say them. */
    'x-audience'?: readonly Audience[]
  }
}
