import type { Caller } from './access.ts'

/** The archive of an account names nothing: whoever has no homes is told so. */
const WITHOUT_HOMES = { guest: '403', other: 'ok', support: '403', admin: '403' }

/** Answers to callers that do not follow from what a route declares, with the reason. All others are computed (`expectedOf` in tests/support/access.ts). */
export const EXCEPTIONS: Record<string, Partial<Record<Caller, string>>> = {
  // The arrival of the world's stay is not shown to its guest yet.
  'GET /reservations/{id}/arrival': { guest: '409' },
  'POST /archive': WITHOUT_HOMES,
  'GET /archive/company.zip': { ...WITHOUT_HOMES, nobody: '401' },
  // Only the company decides how much is refunded.
  'POST /reservations/{id}/cancel': { guest: '400' },
  // Staff writes to anybody, but not about a home of others.
  'POST /messages': { support: '400', admin: '400' },
  // Guest and owner have no conversation from the side of the owner here; the staff may begin one.
  'POST /messages/{user_id}/typing': { support: 'ok', admin: 'ok' },
  // The message is the guest's.
  'POST /owner_message_to_traveler_notification/{message_id}/{sender_id}': { owner: '403' },
}
