import { setTimeout as pause } from 'node:timers/promises'
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
  const stopped = new AbortController()
  let woken = new AbortController()
  const rest = (ms: number, ended: AbortController) =>
    pause(ms, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
  const running = runInBackground(async () => {
    while (!stopped.signal.aborted) {
      woken = new AbortController()
      const ms = await step()
      await rest(Math.min(ms, pauseMs), stopped)
      if (!stopped.signal.aborted) await rest(ms - pauseMs, woken)
    }
  })
  return {
    wake() {
      // Each commit wakes loops, and `abort` creates an error even for a loop that is awake.
      if (!woken.signal.aborted) woken.abort()
    },
    stop() {
      stopped.abort()
      woken.abort()
      return running
    },
  }
}
