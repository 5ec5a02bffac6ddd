import type { FastifyRequest } from 'fastify'
import type { UserRole } from '../db/enums.ts'
import type { Locale } from '../locales/locales.ts'
import { AppError } from './errors.ts'
import type { Grant } from './scopes.ts'

/** Sender of a request: the account that it is about, and the person who acts. */
export interface Identity {
  /** The account whose homes, rows and limits count. */
  userId: number
  /** The person who acts: the account itself, or a member of its team. */
  personId: number
  username: string
  avatar: string | null
  role: UserRole
  verified: boolean
  /** True if sign-ins of the account need a second factor. Everyone with a token has shown it. */
  hasSecondFactor: boolean
  locale: Locale
  jti: string
  /** The sign-in that the token stems from, across refreshes. */
  session: Session
  /** The version of the account's tokens; a new version revokes earlier ones. */
  tokenVersion: number
  /** Seconds since 1970 (UTC). */
  issuedAt: number
  /** The key or the place in a team with which it acts, within the scopes and homes of that; null: a person for themselves. */
  grant: Grant | null
}

/** A sign-in. */
export interface Session {
  sid: string
  /** When it was, in seconds since 1970 (UTC). */
  auth_time: number
}

/** The account of a request whose route requires a token. */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new AppError('unauthenticated')
  return request.identity
}

/** True if a request came with a key, and not with the token of a person. */
export const hasKey = ({ grant }: { grant: Grant | null }): boolean => grant !== null && grant.kind !== 'member'

/** Support and administrators, who see every home and stay as its owner does. */
export const STAFF: readonly UserRole[] = ['admin', 'support']

export const isStaff = (identity: Pick<Identity, 'role'> | null): boolean =>
  identity !== null && STAFF.includes(identity.role)

/** An `onRequest` hook after `authenticate`: 403 for other roles. */
export function requireRole(...roles: readonly UserRole[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!roles.includes(identityOf(request).role)) throw new AppError('forbidden')
  }
}

/** @throws AppError 403 for an account that has not verified its e-mail address. */
export function assertVerified({ verified }: Pick<Identity, 'verified'>): void {
  if (!verified) throw new AppError('notVerified')
}

/** An `onRequest` hook after `authenticate`: 403 before the e-mail address is verified. */
export const requireVerified = async (request: FastifyRequest): Promise<void> => assertVerified(identityOf(request))

/** Time after a sign-in in which its tokens may do what would outlast them. */
const FRESH_SECONDS = 10 * 60

/** @throws AppError 403 when the person has signed in longer ago than ten minutes. A refreshed token is no sign-in. */
export function assertFreshSignIn({ session }: Pick<Identity, 'session'>): void {
  if (Date.now() / 1_000 - session.auth_time > FRESH_SECONDS) throw new AppError('signInAgain')
}

/** An `onRequest` hook after `authenticate`: `assertFreshSignIn` before the body is read. */
export const requireFreshSignIn = async (request: FastifyRequest): Promise<void> =>
  assertFreshSignIn(identityOf(request))

/** The language of a reader: the one that the request asks for, else that of the account. */
export const localeOfReader = (request: FastifyRequest): Locale =>
  request.headers['accept-language'] === undefined ? identityOf(request).locale : request.locale

/** Relations to what a request names, beside that of its owner. The districts above add theirs (src/accounts/roles.ts). */
// biome-ignore lint/suspicious/noEmptyInterface: others fill it
export interface Parties {}

/** A relation to what a request names, or a role of the installation. */
export type Party = 'anyone' | keyof Parties | UserRole

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Parties that may do this: by default the owner of what the request names, or everybody if it names nothing. The handler asks; the answers are
     * compared with this (tests/access/matrix.test.ts).
     */
    may?: readonly Party[]
    /** Parties that see what the request names, and are refused with 403. All others get 404. */
    sees?: readonly Party[]
  }
  interface FastifyRequest {
    identity: Identity | null
  }
}
