/** The services outside without which jobs cannot do their work. */
export type OutsideService = 'mail' | 'payments' | 'channels' | 'files'

const MAX_CAUSES = 5

interface Failure {
  /** True if the service was known to be away. The call that begins an outage may be to blame for it. */
  isExcused: boolean
}

/** Errors of calls that failed because a service is away. */
const failures = new WeakMap<Error, Failure>()

export function noteFailed(error: unknown, failure: Failure): void {
  if (error instanceof Error) failures.set(error, failure)
}

function failureOf(error: unknown): Failure | undefined {
  let cause = error
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    const failure = failures.get(cause)
    if (failure) return failure
    cause = cause.cause
  }
  return undefined
}

/** True if an error belongs to an outage: the line of its beginning has reported it. */
export const isReported = (error: unknown): boolean => failureOf(error) !== undefined

/** True if an error comes from a service that was known to be away: such an attempt of a job does not count. */
export const isExcused = (error: unknown): boolean => failureOf(error)?.isExcused ?? false
