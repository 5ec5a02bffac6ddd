import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../tests/support/random.ts'

/**
 * People who come when they come: arrivals follow a clock with exponential pauses, whether or not earlier ones have their answers.
 * @param wheel what people do; each place is as likely as any other.
 * @returns a function after whose call nobody comes any more; it resolves when everybody has their answer, or has given up.
 */
export function startArrivals(
  wheel: readonly (() => Promise<void>)[],
  { random, perSecond }: { random: Random; perSecond: number },
): () => Promise<void> {
  const running = new Set<Promise<void>>()
  let isOver = false
  let failure: unknown

  async function arrive(): Promise<void> {
    let next = performance.now()
    while (!isOver) {
      // One that has come late does not delay the next one.
      next += (-Math.log(1 - random.below(1_000_000) / 1_000_000) / perSecond) * 1_000
      await delay(Math.max(0, next - performance.now()))
      const request = random
        .pick(wheel)()
        .catch((error: unknown) => {
          failure ??= error
        })
      running.add(request)
      void request.finally(() => running.delete(request))
    }
  }
  const arrivals = arrive()

  return async () => {
    isOver = true
    await arrivals
    await Promise.all(running)
    if (failure) throw failure
  }
}
