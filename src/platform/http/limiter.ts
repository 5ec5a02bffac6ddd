import { RoundRobin } from '../lib/round-robin.ts'
import { workContext } from '../lib/work-context.ts'
import { AppError } from './errors.ts'

const RETRY_SECONDS = 10

interface Waiter {
  party: string
  enter(): void
  refuse(error: Error): void
}

const tooMany = () => new AppError('unavailable', { headers: { 'retry-after': String(RETRY_SECONDS) } })

/**
 * Runs at most `atOnce` tasks at once, and one of each account or address; `maxWaiting` more may wait, and those who ask take turns.
 * When the line is full, the caller with the fewest tasks takes the place of the last task of the caller with the most.
 * @throws AppError 503 with Retry-After for one too many
 */
export function createLimiter(atOnce: number, maxWaiting: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting = new RoundRobin<Waiter>()
  const running = new Set<string>()

  /** Lets in as many as may run. */
  function admit(): void {
    while (running.size < atOnce) {
      const next = waiting.shift((party) => !running.has(party))
      if (next === undefined) return
      running.add(next.party)
      next.enter()
    }
  }

  return async (task) => {
    const party = workContext().request?.party ?? ''
    const turn = Promise.withResolvers<void>()
    const waiter = { party, enter: turn.resolve, refuse: turn.reject }
    waiting.push(waiter, party)
    admit()
    if (waiting.length > maxWaiting) waiting.pop()?.refuse(tooMany())
    await turn.promise
    try {
      return await task()
    } finally {
      running.delete(party)
      admit()
    }
  }
}
