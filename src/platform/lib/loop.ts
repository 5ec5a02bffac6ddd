import { setTimeout as pause } from 'node:timers/promises'
import { runInBackground } from './work-context.ts'

/** Work that a process repeats for everybody, until it is stopped. */
export interface Loop {
  /** Begins no further step; resolves when the present one has ended. */
  stop(): Promise<void>
}

/** Runs a step again and again. @param step does not fail; returns how long to rest after it, in milliseconds. */
export function startLoop(step: () => Promise<number>): Loop {
  const stopped = new AbortController()
  const { signal } = stopped
  const running = runInBackground(async () => {
    while (!signal.aborted) await pause(await step(), undefined, { signal, ref: false }).catch(() => undefined)
  })
  return {
    stop() {
      stopped.abort()
      return running
    },
  }
}
