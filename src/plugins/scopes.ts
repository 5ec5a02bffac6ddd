import type { ApiKeyKind } from '../db/enums.ts'

/** What a key may be made for (docs/design/api-keys.md, "Scopes"). */
export const SCOPES = [
  'properties.read',
  'properties.write',
  'calendar.read',
  'calendar.write',
  'reservations.read',
  'reservations.write',
  'payments.read',
  'payments.write',
  'messages.read',
  'messages.write',
  'reviews.read',
  'reviews.write',
  'events.read',
  'webhooks.read',
  'exports.read',
] as const

export type Scope = (typeof SCOPES)[number]

/** Of a route that is the same for everybody: whatever a key is made for. */
export const ANY_SCOPE = 'any'

/** What a key opens. */
export interface KeyGrant {
  id: string
  kind: ApiKeyKind
  scopes: readonly string[]
  /** Pages of which origins may use it. */
  origins: readonly string[]
  /** The homes that it is for, as they are at the time of the request; null: all there are. */
  homes: string[] | null
  /** Whether it was made for all homes of its account, and not for some of them. */
  isForAll: boolean
}

/** A request, or who sends it. */
interface Sender {
  key: KeyGrant | null
}

/**
 * The homes that a sender keeps to, within what the account may: those of a key. undefined: all of them. Statements take it as
 * `:homes`, and what is about a single home asks `reaches`.
 */
export const homesOf = (sender: Sender | null): string[] | undefined => sender?.key?.homes ?? undefined

/** Whether a sender may have to do with a home at all. What they may do with it is another question. Pure. */
export const reaches = (sender: Sender | null, property_id: string): boolean =>
  homesOf(sender)?.includes(property_id) ?? true

/** Whether a sender is somebody with a token, or a key that has the scope. Pure. */
export const hasScope = ({ key }: Sender, scope: Scope): boolean => key === null || key.scopes.includes(scope)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key has to be made for. A route that says nothing takes no key. */
    scope?: Scope | typeof ANY_SCOPE
    /** Whether it takes publishable keys too. */
    publishable?: boolean
  }
  interface FastifyRequest {
    /** The key of a request. */
    key: KeyGrant | null
  }
}
