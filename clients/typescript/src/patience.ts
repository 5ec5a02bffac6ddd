import { isRefused, SejourError } from './errors.js'

const PAUSE_SECONDS = 5
/** What a proxy in front of the service answers, without a code, when it has lost it. */
const PROXY = [502, 503, 504]

/** How long to wait after a failure, in seconds; undefined: it does not pass by itself. */
function pauseAfter(failure: unknown): number | undefined {
  if (failure instanceof TypeError) return PAUSE_SECONDS
  if (!(failure instanceof SejourError)) return undefined
  const isOfProxy = failure.code === undefined && PROXY.includes(failure.status)
  const passes = isOfProxy || isRefused(failure, 'too_many_requests', 'unavailable')
  return passes ? (failure.retryAfter ?? PAUSE_SECONDS) : undefined
}

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
      return await ask()
    } catch (failure) {
      if (signal?.aborted) return undefined
      const seconds = pauseAfter(failure)
      if (seconds === undefined) throw failure
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
  return undefined
}
