import type { FastifyInstance } from 'fastify'
import type { ApiKeyKind } from '../db/enums.ts'
import { AppError } from './errors.ts'

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
export const ANY_SCOPE = 'any' as const

type RouteScope = Scope | readonly Scope[] | typeof ANY_SCOPE

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
  /** Of somebody who acts for an owner: the homes in which they may. */
  helpsIn?: string[]
}

/**
 * The homes that a sender keeps to, within what the account may: those of a key, or of who helps an owner. undefined: all of them. Statements take it as
 * `:homes`, and what is about a single home asks `reaches`. Pure.
 */
export const homesOf = (sender: Sender | null): string[] | undefined =>
  sender?.helpsIn ?? sender?.key?.homes ?? undefined

/** The homes that a sender keeps to, and whether they have what is about none. */
export interface KeyBounds {
  homes: string[]
  or_none: boolean
}

/** The same for what may be about no home: a key for all homes has that too. Pure. */
export function boundsOf({ key, helpsIn }: Sender): KeyBounds | undefined {
  if (helpsIn) return { homes: helpsIn, or_none: false }
  return key?.homes ? { homes: key.homes, or_none: key.isForAll } : undefined
}

/** Whether a sender has to do with a home at all, or with what is about none. What they may do with it is another question. Pure. */
export function reaches(sender: Sender | null, property_id: string | null): boolean {
  if (property_id === null) return sender?.helpsIn === undefined && (sender?.key?.isForAll ?? true)
  return homesOf(sender)?.includes(property_id) ?? true
}

/** The first of some scopes that a sender lacks; who has a token lacks none. Pure. */
export const missingScope = ({ key }: Sender, scopes: readonly Scope[]): Scope | undefined =>
  key === null ? undefined : scopes.find((scope) => !key.scopes.includes(scope))

/** 403 with the scope that a key would need (RFC 6750, 3.1). */
export const scopeMissing = (scope: Scope): AppError =>
  new AppError('scopeMissing', {
    data: () => ({ scope }),
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })

/** The scopes that a route asks of a key, all of them; undefined: it takes no key. Pure. */
export const scopesOf = ({ scope }: { scope?: RouteScope }): readonly Scope[] | undefined =>
  scope === ANY_SCOPE ? [] : typeof scope === 'string' ? [scope] : scope

/** Opens all routes of a group to pages of the origins of publishable keys (docs/design/api-keys.md, "Publishable keys"). */
export function openToPages(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, forPages: true }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key has to be made for. A route that says nothing takes no key. */
    scope?: RouteScope
    /** Whether it takes publishable keys too. */
    publishable?: boolean
    /** Whether pages of the origins of publishable keys may call it without a key, for somebody who signs in or has a token. */
    forPages?: boolean
  }
  interface FastifyRequest {
    /** The key of a request. */
    key: KeyGrant | null
  }
}
