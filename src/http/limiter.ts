import pLimit from 'p-limit'
import { AppError } from './errors.ts'

const RETRY_SECONDS = 10

/**
 * Runs at most `concurrency` tasks at once, in the order of calls; `maxWaiting` more may wait.
 * @throws AppError 503 with Retry-After for one too many
 */
export function createLimiter(concurrency: number, maxWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency)
  return async (task) => {
    if (limit.pendingCount >= maxWaiting)
      throw new AppError('unavailable', { headers: { 'retry-after': String(RETRY_SECONDS) } })
    return limit(task)
  }
}
