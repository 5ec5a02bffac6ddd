import type { Queryable } from '../../platform/db/client.ts'
import type { Ways } from '../../platform/db/cluster/cluster.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { withDeadline } from '../../platform/db/semaphore.ts'
import { openClient } from '../../platform/db/servers.ts'
import { ConfigError } from '../../platform/lib/environment.ts'
import { placeOf } from './failover.ts'

/** Facts of a database about itself, and about the last start on it. */
export interface Installation {
  /** Server, database there and timeline, as they are now, and as they were at the last start. */
  present_id: string
  known_id: string
  /** True if the last start on it was a rehearsal. */
  is_rehearsal: boolean
  /** True if the payment provider was not asked yet what was lost. */
  has_open_loss: boolean
}

/** Also of databases that have the migrations of an earlier version: rows are read as JSON. */
const INSTALLATION = `
  select database_identity() as present_id, database_id as known_id,
    coalesce((to_jsonb(i) ->> 'is_rehearsal')::boolean, false) as is_rehearsal,
    exists (select from database_losses where reconciled_at is null) as has_open_loss
  from installation i`

/** SQLSTATEs of a database that is not there, or where nobody has started yet: what is read is missing. */
const UNUSED = new Set(['3D000', '42P01', '42883', '42703'])

/** Time-out of the database. */
const ANSWER_MS = 5_000

type Purpose = { rehearsal: boolean; restored: boolean }

/** Why the service must not be started on a database for this purpose; undefined: it may. Pure. */
export function refusalOf(
  { present_id, known_id, is_rehearsal, has_open_loss }: Installation,
  { rehearsal, restored }: Purpose,
): string | undefined {
  if (restored) return undefined
  if (rehearsal) {
    if (is_rehearsal || has_open_loss || present_id !== known_id) return undefined
    return (
      'REHEARSAL=true needs a database of its own, and this is the one that the service was last started on. Restore a backup into ' +
      'another one. For a copied data folder or a snapshot of a disk, say first: npm run admin -- reconcile lost'
    )
  }
  if (is_rehearsal)
    return 'A rehearsal ran on this database. Set REHEARSAL=true to go on with it, or RESTORED=true to serve guests with it.'
  if (placeOf(present_id) === placeOf(known_id)) return undefined
  return (
    'This is another database than the one that the service was last started on: it was restored or copied. Set REHEARSAL=true to try it ' +
    'out, so that nothing leaves the node. Set RESTORED=true to serve guests with it: the node asks the payment provider what has ' +
    'happened meanwhile, and sends mails, refunds and webhooks.'
  )
}

async function read(url: string, ca: string | undefined): Promise<Installation | undefined> {
  const sql = openClient(url, ca)
  try {
    const [row] = await withDeadline(ANSWER_MS, () => sql.unsafe<Installation[]>(INSTALLATION).execute())
    return row
  } catch (error) {
    if (UNUSED.has(databaseError(error)?.code ?? '')) return undefined
    throw error
  } finally {
    await sql.end({ timeout: 0 })
  }
}

/**
 * Looks before anything is changed at whether this start may use its database: one that was restored or copied needs REHEARSAL=true or
 * RESTORED=true, and a rehearsal needs one of its own, whichever way leads there. A failover is neither.
 * @throws ConfigError
 */
export async function assertOwnDatabase(
  { url, readUrl, directUrl, ca }: Ways,
  purpose: Purpose,
  warn: (text: string) => void,
): Promise<void> {
  const [found, ...others] = await Promise.all(
    [url, ...[directUrl, readUrl].filter((way) => way !== undefined)].map((way) => read(way, ca)),
  )
  if (purpose.rehearsal && others.some((other) => other?.present_id !== found?.present_id))
    throw new ConfigError(
      'REHEARSAL=true: DATABASE_URL, DATABASE_READ_URL and DATABASE_DIRECT_URL lead to several databases. All must lead to the copy.',
    )
  if (found === undefined) return
  const refusal = refusalOf(found, purpose)
  if (refusal !== undefined) throw new ConfigError(refusal)
  const { present_id, known_id, is_rehearsal, has_open_loss } = found
  if (purpose.restored && present_id === known_id && !is_rehearsal && !has_open_loss)
    warn('RESTORED=true has done its work. Remove it, so that the next start notices another database.')
}

/** Events that go unnoticed where a database keeps something of itself from the service. */
const UNNOTICED: Record<string, string> = {
  'pg_control_system()': 'that the database was restored into another server: set RESTORED=true after each restore',
  'pg_current_wal_lsn()':
    'a failover to a server that had not everything: after each one stop all nodes, and run npm run admin -- reconcile lost',
  'pg_postmaster_start_time()': 'that the server was restarted: numbers go on without a look at what is there',
}

/** Says what is lost where the role may not ask the database about itself, as with some providers. Everything else works. */
export async function warnOfSecrets(db: Queryable, warn: (text: string) => void): Promise<void> {
  const refused = await db<{ name: string }[]>`
    select name from unnest(${Object.keys(UNNOTICED)}::text[]) as name
    where not coalesce(has_function_privilege(to_regprocedure(name), 'execute'), false)`
  for (const { name } of refused)
    warn(`The database does not let this role call ${name}. The service does not notice ${UNNOTICED[name]}.`)
}
