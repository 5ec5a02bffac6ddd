import { setTimeout as delay } from 'node:timers/promises'
import type { Recorder } from './history.ts'
import type { Stage } from './stage.ts'

const EVERY_MS = 200

/** Writes down who is the primary, whenever that changes. @returns what ends it. */
export function watchPrimaries({ primaries }: Stage, { write, now }: Recorder): () => Promise<void> {
  let isOver = false
  let known: string | undefined
  async function watch(): Promise<void> {
    while (!isOver) {
      const names = await primaries()
      const at = now()
      if (names.join() !== known) write({ type: 'primary', at, names })
      known = names.join()
      await delay(EVERY_MS)
    }
  }
  const watching = watch()
  return () => {
    isOver = true
    return watching
  }
}
