import { databaseError, isAway, isUnreachable, UnfitSessionsError } from '../platform/db/errors.ts'
import { ConfigError } from '../platform/lib/environment.ts'
import { MigrationError } from '../platform/schema/migrate.ts'
import { IncompleteSchemaError } from '../platform/schema/schema-complete.ts'

/** Why a file or folder cannot be used. */
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])

/** SQLSTATEs of statements whose time was up. */
const SLOW = new Set(['57014', '55P03'])

/** SQLSTATEs of a function, table or column that is not there. */
const MISSING = new Set(['42883', '42P01', '42703'])

/** Returns one line for errors that an operator can fix; a stack for others. Pure. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof IncompleteSchemaError || error instanceof UnfitSessionsError)
    return error.message
  if (error instanceof MigrationError) return `${error.message}.`
  // Before the codes: sockets to the database have those of files and ports too.
  if (isUnreachable(error)) return unusable(error)
  const { code, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop what runs there, or set PORT or METRICS_PORT to another one.`
  if (path !== undefined && code !== undefined && UNUSABLE.has(code))
    return `Cannot use ${path} (${code}): check that DATA_DIR names a folder which this user may write to.`
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES')
    return `Cannot listen on ${address}:${port} (${code}): check HOST and PORT.`
  if (SLOW.has(databaseError(error)?.code ?? ''))
    return `The database takes no changes in time: ${(error as Error).message}. Perhaps it waits for a standby, or for a lock.`
  if (MISSING.has(databaseError(error)?.code ?? ''))
    return `The database is of another version: ${(error as Error).message}. Start a node of this version, which migrates it, or use the command of the version that serves.`
  if (databaseError(error) || isAway(error) || (error instanceof Error && error.message.startsWith('Migration failed')))
    return unusable(error)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const unusable = (error: unknown): string =>
  `Cannot use the database: ${textOf(error).replaceAll('\n', ' ')}. Check DATABASE_URL.`

/** The text of an error; where all addresses of a name have failed, the texts of these. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
