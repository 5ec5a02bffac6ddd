import { isRefused, SejourError } from './errors.js'

const PAUSE_SECONDS = 5
/** What a service or a proxy may ask for; it is not obeyed beyond these. */
const SHORTEST_SECONDS = 1
const LONGEST_SECONDS = 60
/** What a proxy in front of the service answers, without a code, when it has lost it. */
const PROXY = [502, 503, 504]

/** How long to wait after a failure, in seconds; undefined: it does not pass by itself. */
function pauseAfter(failure: unknown): number | undefined {
  if (failure instanceof TypeError) return PAUSE_SECONDS
  if (!(failure instanceof SejourError)) return undefined
  const isOfProxy = failure.code === undefined && PROXY.includes(failure.status)
  const passes = isOfProxy || isRefused(failure, 'too_many_requests', 'unavailable')
  if (!passes) return undefined
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, failure.retryAfter ?? PAUSE_SECONDS))
}

/** Waits, unless `signal` ends it. */
const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1_000)
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
      return signal?.aborted ? undefined : answer
    } catch (failure) {
      if (signal?.aborted) return undefined
      const seconds = pauseAfter(failure)
      if (seconds === undefined) throw failure
      await pause(seconds, signal)
    }
  }
  return undefined
}
