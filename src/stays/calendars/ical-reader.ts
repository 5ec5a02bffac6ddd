import { OutOfMemory, OutOfTime, runInThread } from '../../platform/lib/thread.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import type { Reading, ReadOptions } from './reading.ts'

const LIMITS = { ms: 5_000, megabytes: 128 }

export interface ReadRequest {
  text: string
  options: ReadOptions
}

/** The answer of the worker. A class of errors does not survive the way between threads. */
export type WorkerAnswer = { reading: Reading } | { code: string; cause: string }

/**
 * `readCalendar` in a worker thread with limits on time and memory, because the text is not trusted and the rule of a
 * recurring event can make the parser search without end.
 * @throws OutboundError `not_a_calendar`, `too_many_events`, `too_slow`, `too_much_memory`, with the cause.
 */
export async function readForeignCalendar(text: string, options: ReadOptions, limits = LIMITS): Promise<Reading> {
  const request: ReadRequest = { text, options }
  const answer = await runInThread<WorkerAnswer>(new URL('./ical-worker.ts', import.meta.url), request, limits).catch(
    (error: unknown) => {
      if (error instanceof OutOfTime) throw new OutboundError('too_slow', error)
      if (error instanceof OutOfMemory) throw new OutboundError('too_much_memory', error)
      throw error
    },
  )
  if ('reading' in answer) return answer.reading
  throw new OutboundError(answer.code, new Error(answer.cause))
}
