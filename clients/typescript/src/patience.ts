import { SejourError } from './errors.js'

const PAUSE_SECONDS = 5
/** Bounds of the wait that a service or proxy can ask for. */
const SHORTEST_SECONDS = 1
const LONGEST_SECONDS = 60
/** Statuses of a service that is busy or unreachable, and of a proxy that has lost it (502, 503, 504). */
const BUSY = 429
const AWAY = 502
/** Code of a service without its database: registration, login and refresh answer it with 500. */
const UNAVAILABLE = 'unavailable'

/** Returns the seconds to wait after a failure; undefined: it does not pass by itself. */
function pauseAfter(failure: unknown): number | undefined {
  if (failure instanceof TypeError) return PAUSE_SECONDS
  if (!(failure instanceof SejourError)) return undefined
  const { code, status, retryAfter = PAUSE_SECONDS } = failure
  const passes = status === BUSY || status >= AWAY || code === UNAVAILABLE
  return passes ? Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, retryAfter)) : undefined
}

/** Waits, unless `signal` ends it. */
const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => end(), seconds * 1_000)
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    signal?.addEventListener('abort', end)
  })

/**
 * Asks until there is an answer, also while the service is busy or away. @returns undefined when `signal` has ended it.
 * @throws what does not pass by itself
 */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer | undefined> {
  while (!signal?.aborted) {
    try {
      const answer = await ask()
      if (!signal?.aborted) return answer
    } catch (failure) {
      if (signal?.aborted) break
      const seconds = pauseAfter(failure)
      if (seconds === undefined) throw failure
      await pause(seconds, signal)
    }
  }
  return undefined
}
