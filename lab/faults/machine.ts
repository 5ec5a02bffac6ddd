import { availableParallelism, loadavg } from 'node:os'
import type { Recorder } from './history.ts'

const EVERY_MS = 5_000

/** Writes down how busy this machine is. @returns what ends it. */
export function watchMachine({ write, now }: Recorder): () => void {
  const look = () => {
    const [load = 0] = loadavg()
    write({ type: 'machine', at: now(), load: load / availableParallelism() })
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return () => clearInterval(timer)
}
