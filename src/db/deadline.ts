import { assertAwaited, workContext } from '../lib/work-context.ts'
import { noConnection } from './errors.ts'

/** How long a job waits for a connection; nobody waits for it. */
const JOB_WAIT_MS = 30_000

/** How long the present work waits for a connection at most, where a request waits `requestMs`. */
export const waitTimeoutMs = (requestMs: number): number =>
  workContext().request === undefined ? Math.max(JOB_WAIT_MS, requestMs) : requestMs

/**
 * Runs work that begins, by calling `begin`, within `ms` or not at all. Work that does not call it must end by then; it is
 * not waited for afterwards.
 * @throws ConnectionError, ClientGoneError
 */
export function withDeadline<T>(ms: number, work: (begin: () => void) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(noConnection())
  }, ms)
  const begin = () => {
    clearTimeout(timer)
    if (isLate) throw noConnection()
    assertAwaited()
  }
  work(begin)
    .finally(() => clearTimeout(timer))
    .then(resolve, reject)
  return promise
}
