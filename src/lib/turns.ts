/** A line of those who want something of which only so much may go on at once. */
export interface Turns {
  /** Runs `work` when it is its turn; the longest waiting goes first. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many wait. */
  waiting(): number
  /** Nobody works and nobody waits. */
  isIdle(): boolean
}

/** Lets `atOnce` work at the same time. */
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
        // The next one takes over this one's place.
        if (next) next()
        else running--
      }
    },
    waiting: () => line.length,
    isIdle: () => running === 0,
  }
}
