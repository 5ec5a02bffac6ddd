import type { Scope } from '../platform/http/scopes.ts'
import { KEY_SCOPES, SCOPES } from './scopes.ts'

const READING: Scope[] = ['properties.read', 'reservations.read', 'payments.read']

/** Scopes of each role of a team, by name (docs/design/accounts.md, "Roles"). */
export const ROLES = {
  manager: SCOPES,
  desk: [
    ...READING,
    ...KEY_SCOPES.filter((scope) => /^(calendar|messages|register|reviews|tasks)\./.test(scope)),
    'reservations.write',
    'guests.read',
    'access_codes.write',
    'payments.write',
    'messages.moderate',
    'owner_stays.write',
    'tasks.assign',
  ],
  accountant: [...READING, 'exports.read'],
  owner: ['properties.read', 'calendar.read', 'stays.net', 'owner_stays.write'],
  cleaner: ['tasks.read', 'tasks.write'],
} as const satisfies Record<string, readonly Scope[]>

export type Role = keyof typeof ROLES

export const ROLE_NAMES = ['manager', 'desk', 'accountant', 'owner', 'cleaner'] as const satisfies readonly Role[]

/** The roles with a scope. Pure. */
export const rolesWith = (scope: Scope): Role[] => ROLE_NAMES.filter((name) => scopesOfRole(name).includes(scope))

/** The scopes of a role; none of one that this version does not know. Pure. */
export const scopesOfRole = (role: string): readonly Scope[] =>
  Object.entries<readonly Scope[]>(ROLES).find(([name]) => name === role)?.[1] ?? []

declare module '../platform/http/identity.ts' {
  interface Parties {
    guest: unknown
  }
}
