/** Scopes of keys (docs/design/accounts.md, "Scopes"). */
export const KEY_SCOPES = [
  'properties.read',
  'properties.write',
  'calendar.read',
  'calendar.write',
  'reservations.read',
  'reservations.write',
  'guests.read',
  'access_codes.write',
  'payments.read',
  'payments.write',
  'messages.read',
  'messages.write',
  'reviews.read',
  'reviews.write',
  'register.read',
  'register.write',
  'tasks.read',
  'tasks.write',
  'events.read',
  'webhooks.read',
  'exports.read',
] as const

/** All scopes: those of keys, and those that only people have (docs/design/accounts.md, "Roles"). */
export const SCOPES = [
  ...KEY_SCOPES,
  'audit.read',
  'channels.write',
  'company.write',
  'endpoints.write',
  'imports.write',
  'keys.write',
  'messages.moderate',
  'owner_stays.write',
  'stays.net',
  'tasks.assign',
  'team.write',
] as const

type All = Record<(typeof SCOPES)[number], unknown>

declare module '../platform/http/scopes.ts' {
  interface Scopes extends All {}
}
