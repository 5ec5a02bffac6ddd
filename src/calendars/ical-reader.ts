import { runInThread } from '../lib/thread.ts'
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
export function readForeignCalendar(
  text: string,
  options: ReadOptions,
  limitMs = TIME_LIMIT_MS,
): Promise<TakenNights[]> {
  const request: ReadRequest = { text, options }
  const limits = { ms: limitMs, megabytes: MEMORY_LIMIT_MB }
  return runInThread<TakenNights[]>(new URL('./ical-worker.ts', import.meta.url), request, limits)
}
