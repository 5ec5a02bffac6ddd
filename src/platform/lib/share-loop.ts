import { setImmediate as turn } from 'node:timers/promises'

/** Work that holds the event loop for this long gives others their turn. */
const SLICE_MS = 10

/** Returns a function to await between the steps of long work: it lets others run when the work has held the event loop for ten milliseconds. */
export function shareLoop(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await turn()
    since = performance.now()
  }
}
