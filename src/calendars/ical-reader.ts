import { Worker } from 'node:worker_threads'
import type { ReadOptions, TakenNights } from './ical.ts'

const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 128

export interface ReadRequest {
  text: string
  options: ReadOptions
}

/**
 * `readCalendar` in a thread of its own with bounded time and memory: a rule of a recurring event can be written so that
 * it is looked for in vain for ever (the 31st of February), and a calendar is what a stranger's server says it is.
 * @throws Error when the text is no calendar, or takes too long to read.
 */
export async function readForeignCalendar(
  text: string,
  options: ReadOptions,
  limitMs = TIME_LIMIT_MS,
): Promise<TakenNights[]> {
  const workerData: ReadRequest = { text, options }
  const worker = new Worker(new URL('./ical-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<TakenNights[]>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('no answer')))
  const timer = setTimeout(() => reject(new Error('takes too long')), limitMs)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
