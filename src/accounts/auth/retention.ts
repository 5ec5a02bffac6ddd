import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  { table: 'refreshed_tokens', deleteSome: ({ db }) => queries.auth.deleteRefreshedTokens(db, {}) },
  { table: 'ended_sessions', deleteSome: ({ db }) => queries.auth.deleteEndedSessions(db, {}) },
  { table: 'email_verifications', deleteSome: ({ db }) => queries.auth.deleteExpiredVerifications(db, {}) },
  { table: 'password_resets', deleteSome: ({ db }) => queries.auth.deleteExpiredResets(db, {}) },
  { table: 'account_undos', deleteSome: ({ db }) => queries.auth.deleteExpiredUndos(db, {}) },
  { table: 'attempt_counters', deleteSome: ({ db }) => queries.auth.deleteEndedCounters(db, {}) },
  { table: 'familiar_addresses', deleteSome: ({ db }) => queries.auth.deleteOldAddresses(db, {}) },
]
