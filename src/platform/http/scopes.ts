import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { ApiKeyKind } from '../db/enums.ts'
import { AppError } from './errors.ts'

/** Scopes by their names. The districts above add theirs (src/accounts/scopes.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: others fill it
export interface Scopes {}

export type Scope = keyof Scopes

/** Marks a route that is the same for everybody, whatever a grant is for. */
export const ANY_SCOPE = 'any' as const

type RouteScope = Scope | readonly Scope[] | typeof ANY_SCOPE
type RouteScopes = Pick<FastifyContextConfig, 'scope' | 'people'>

/** Rights of a key or a member of a team for an account. */
export interface Grant {
  id: string
  kind: ApiKeyKind | 'member'
  scopes: readonly string[]
  /** Pages of which origins may use it. */
  origins: readonly string[]
  /** The homes that it is for, as they are at the time of the request; null: all there are. */
  homes: string[] | null
  /** True if it was made for all homes of its account, and not for some of them. */
  isForAll: boolean
}

/** A request, or who sends it. */
interface Sender {
  grant: Grant | null
}

/**
 * The homes that a sender keeps to, within what the account may. undefined: all of them. Statements take it as `:homes`, and what is about
 * a single home asks `reaches`. Pure.
 */
export const homesOf = (sender: Sender | null): string[] | undefined => sender?.grant?.homes ?? undefined

/** The homes that a sender keeps to, and whether they have what is about none. */
export interface Bounds {
  homes: string[]
  or_no_home: boolean
}

/** The same for what may be about no home: a grant for all homes has that too. Pure. */
export const boundsOf = ({ grant }: Sender): Bounds | undefined =>
  grant?.homes ? { homes: grant.homes, or_no_home: grant.isForAll } : undefined

/** True if the grant of a sender covers a home, or things about no home. Scopes decide separately what they may do with it. Pure. */
export const reaches = (sender: Sender | null, home: string | null): boolean =>
  home === null ? (sender?.grant?.isForAll ?? true) : (homesOf(sender)?.includes(home) ?? true)

/** The first of some scopes that a sender lacks; who acts for themselves lacks none. Pure. */
export const missingScope = ({ grant }: Sender, scopes: readonly Scope[]): Scope | undefined =>
  scopes.find((scope) => grant !== null && !grant.scopes.includes(scope))

/** True if a sender has a scope. Pure. */
export const hasScope = (sender: Sender, scope: Scope): boolean => missingScope(sender, [scope]) === undefined

/** 403 with the scope that a grant would need (RFC 6750, 3.1). */
export const scopeMissing = (scope: Scope): AppError =>
  new AppError('scopeMissing', {
    data: () => ({ scope }),
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })

/** The scopes that a route asks of a grant, all of them; undefined: it takes people for themselves only. Pure. */
export const scopesOf = ({ scope }: RouteScopes): readonly Scope[] | undefined =>
  scope === ANY_SCOPE ? [] : typeof scope === 'string' ? [scope] : scope

/** The scopes that a route asks of a key; undefined: it takes none. Pure. */
export const keyScopesOf = (config: RouteScopes): readonly Scope[] | undefined =>
  config.people ? undefined : scopesOf(config)

/** Opens routes without a scope of their own to team members who have this scope and all homes of the account. */
export function openToMembers(app: FastifyInstance, scope: Scope): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.scope === undefined) route.config = { ...route.config, scope, people: true, allHomes: true }
  })
}

/** Opens all routes of a group to pages of the origins of publishable keys (docs/design/accounts.md, "Publishable keys"). */
export function openToPages(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, forPages: true }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scope that a key or a member of a team needs. A route without one takes neither: people act there for themselves. */
    scope?: RouteScope
    /** True if it takes members of a team, and no keys. */
    people?: boolean
    /** True if members and keys limited to some homes are refused, because it concerns the whole account. */
    allHomes?: boolean
    /** True if it takes publishable keys too. */
    publishable?: boolean
    /** True if pages of the origins of publishable keys may call it without a key, for somebody who signs in or has a token. */
    forPages?: boolean
  }
  interface FastifyRequest {
    /** The grant of a request: its key, or the place of its sender in a team. */
    grant: Grant | null
  }
}
