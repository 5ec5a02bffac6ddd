import { workContext } from '../lib/work-context.ts'
import { probeOf, type Queryable } from './client.ts'
import { ConnectionError, isAway, isNotFree } from './errors.ts'

/** How long work may last before the database is asked whether it is there, and how long it may take to say so. */
const PATIENCE_MS = 2_500
const PROBE_MS = 1_500

const probes = new WeakMap<Queryable, Promise<boolean>>()

/**
 * Whether the database answers on the connection of readiness, which no full pool and no lock can take from it. One question is on its way
 * at most.
 */
function answers(db: Queryable): Promise<boolean> {
  const asked = probes.get(db)
  if (asked !== undefined) return asked
  const probe = ask(db).finally(() => probes.delete(db))
  probes.set(db, probe)
  return probe
}

async function ask(db: Queryable): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), PROBE_MS)
  const answer = probeOf(db)`select 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Whether work has failed because the database is away, and not because its pool was full. */
export async function hasLost(db: Queryable, error: unknown): Promise<boolean> {
  return isAway(error) && !(isNotFree(error) && (await answers(db)))
}

/**
 * Runs work that may take its time, but ends it soon when the database is away. What it has begun by then is not committed.
 * @throws ConnectionError within four seconds without the database, and what the work throws.
 */
export async function whilePresent<T>(db: Queryable, work: () => Promise<T>): Promise<T> {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const { request } = workContext()
  let isDone = false
  let timer: NodeJS.Timeout
  const watch = () => {
    timer = setTimeout(async () => {
      const isThere = await answers(db)
      if (isDone) return
      if (isThere) return watch()
      request?.giveUp()
      reject(new ConnectionError('CONNECTION_SILENT', 'The database does not answer'))
    }, PATIENCE_MS)
  }
  watch()
  return Promise.race([work(), lost]).finally(() => {
    isDone = true
    clearTimeout(timer)
  })
}
