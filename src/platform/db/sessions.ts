/** The kind of a statement: writes may wait for locks of rows, reads never do. */
export type Use = 'read' | 'write'

/** The same of a statement in a file: `replica` is a read that a replica may answer, some seconds old (`-- replica: yes`). */
export type Kind = Use | 'replica'

/** Time-outs of a statement, and of its wait for a lock. */
export const STATEMENT_MS = 15_000
export const LOCK_MS = 10_000
/** The same of a read, which holds up others on its connection. */
const READ_LOCK_MS = 1_000

/** The settings that any driver may send when it connects; poolers keep these apart for each of their clients. */
export const STARTUP = { timezone: 'UTC', datestyle: 'ISO' }

/**
 * The settings of a session, as PostgreSQL shows them.
 * @param isPatient without time limits of statements and locks.
 */
export const settingsFor = (use: Use, isPatient = false): Record<string, string> => ({
  statement_timeout: isPatient ? '0' : `${STATEMENT_MS / 1000}s`,
  lock_timeout: isPatient ? '0' : `${(use === 'read' ? READ_LOCK_MS : LOCK_MS) / 1000}s`,
  idle_in_transaction_session_timeout: '30s',
  // Compiling a plan takes longer than running it: the slowest statement takes less than a second.
  jit: 'off',
  // Similarity at which a misspelled word is found (0.6 by default).
  'pg_trgm.word_similarity_threshold': '0.45',
  // PostgreSQL refuses a statement that writes where it must not wait for locks.
  ...(use === 'read' && { default_transaction_read_only: 'on' }),
})

/** The statements that make these settings, in one message. Their values need no quotes, so they stand in files of poolers as well. */
export const setAll = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} to ${value.replace(/^(\d+)s$/, (_, seconds: string) => `${seconds}000`)}`)
    .join('; ')
