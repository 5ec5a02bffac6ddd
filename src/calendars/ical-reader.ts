import { Worker } from 'node:worker_threads'
import type { ReadOptions, TakenNights } from './ical.ts'

const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 128

export interface ReadRequest {
  text: string
  options: ReadOptions
}

/**
 * `readCalendar` in a worker thread with limits on time and memory, because the text is not trusted and the rule of a
 * recurring event can make the parser search without end (31 February).
 * @throws Error when the text is not a calendar, or takes too long to read.
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
