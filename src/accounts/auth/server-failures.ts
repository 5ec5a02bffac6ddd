import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '../../platform/db/client.ts'
import { ConnectionError, isAway, isBusy, isNotFree } from '../../platform/db/errors.ts'
import { withDeadline } from '../../platform/db/semaphore.ts'
import { AppError } from '../../platform/http/errors.ts'
import { workContext } from '../../platform/lib/work-context.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import type { AccountsContext } from '../context.ts'

/** Probe the database when work takes this long, and wait so long for its answer. */
const PATIENCE_MS = 2_500
const PROBE_MS = 1_500

const probes = new WeakMap<Queryable, Promise<boolean>>()

/**
 * True if the database answers on the connection of readiness, which no full pool and no lock can take from it. One question is on its way
 * at most.
 */
function answers(db: Queryable): Promise<boolean> {
  const asked = probes.get(db)
  if (asked !== undefined) return asked
  const probe = withDeadline(PROBE_MS, async () => (db.pool?.probe ?? db)`select 1`)
    .then(
      () => true,
      () => false,
    )
    .finally(() => probes.delete(db))
  probes.set(db, probe)
  return probe
}

/**
 * Runs work that may take its time, but ends it soon when the database is away. What it has begun by then is not committed.
 * @throws ConnectionError within four seconds without the database, and what the work throws.
 */
function whilePresent<T>(db: Queryable, work: () => Promise<T>): Promise<T> {
  const { request } = workContext()
  const done = new AbortController()
  const lost = async (): Promise<never> => {
    do await delay(PATIENCE_MS, undefined, { signal: done.signal })
    while (await answers(db))
    if (!done.signal.aborted) request?.giveUp()
    throw new ConnectionError('CONNECTION_SILENT', 'The database does not answer')
  }
  return Promise.race([work(), lost()]).finally(() => done.abort())
}

/**
 * Runs an operation whose failures of the server are 500 in the specification: so is a database that is away or whose tables
 * are locked, and not one whose pool is full (docs/design/api.md, "Accounts").
 * @throws AppError
 */
export async function withServerFailures<T>({ db }: AccountsContext, work: () => Promise<T>): Promise<T> {
  try {
    return await whilePresent(db, work)
  } catch (error) {
    const isLost = isBusy(error) || (isAway(error) && !(isNotFree(error) && (await answers(db))))
    if (!(error instanceof Error) || !isLost) throw error
    const { code, headers } = toAppError(error)
    throw new AppError(code, { status: 500, headers, cause: error })
  }
}
