import { runInBackground } from './work-context.ts'

/** A rest that ends when the loop is woken. */
export const UNTIL_WOKEN = 3_600_000

/** Work that a process repeats for everybody, until it is stopped. */
export interface Loop {
  /** Ends the present rest, or has the next one left out. */
  wake(): void
  /** Begins no further step; resolves when the present one has ended. */
  stop(): Promise<void>
}

/**
 * Runs a step again and again.
 * @param step does not fail; returns how long to rest after it, in milliseconds.
 * @param pauseMs the shortest rest in milliseconds: one step serves all wake-ups of this time.
 */
export function startLoop(step: () => Promise<number>, pauseMs = 0): Loop {
  let isStopped = false
  let isWoken = false
  let isWakeable = false
  let endRest = () => {}
  const rest = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms).unref()
    endRest = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }
  const running = runInBackground(async () => {
    while (!isStopped) {
      isWoken = false
      const ms = await step()
      if (!isStopped) await rest(Math.min(ms, pauseMs))
      isWakeable = true
      if (!isStopped && !isWoken) await rest(Math.max(0, ms - pauseMs))
      isWakeable = false
    }
  })
  return {
    wake() {
      isWoken = true
      if (isWakeable) endRest()
    },
    stop() {
      isStopped = true
      endRest()
      return running
    },
  }
}
