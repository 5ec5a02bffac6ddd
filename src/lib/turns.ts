/** A queue that limits how many tasks run at once. */
export interface Turns {
  /** Runs `work` when a place is free, in the order of calls. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many tasks wait. */
  waiting(): number
  /** Whether no task runs and none waits. */
  isIdle(): boolean
}

/** Creates a queue that runs `atOnce` tasks at once. */
export function createTurns(atOnce: number): Turns {
  let running = 0
  const line: (() => void)[] = []
  return {
    async run(work) {
      if (running < atOnce) running++
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work()
      } finally {
        const next = line.shift()
        // The next task takes the place of this one.
        if (next) next()
        else running--
      }
    },
    waiting: () => line.length,
    isIdle: () => running === 0,
  }
}
