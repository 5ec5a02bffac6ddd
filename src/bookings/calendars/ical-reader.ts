import { OutOfMemory, OutOfTime, runInThread } from '../../platform/lib/thread.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import type { Reading, ReadOptions } from './reading.ts'
import { type Settled, type Settlement, settle } from './settle.ts'

const LIMITS = { ms: 5_000, megabytes: 128 }
/** Lists of so many characters are compared in less than some milliseconds. A thread takes longer to start. */
const SMALL = 50_000

export type WorkerRequest = { text: string; options: ReadOptions } | { settlement: Settlement }

/** The answer of the worker. A class of errors does not survive the way between threads. */
export type WorkerAnswer = { reading: Reading } | { settled: Settled } | { code: string; cause: string }

const ask = (request: WorkerRequest, limits: typeof LIMITS): Promise<WorkerAnswer> =>
  runInThread<WorkerAnswer>(new URL('./ical-worker.ts', import.meta.url), request, limits).catch((error: unknown) => {
    if (error instanceof OutOfTime) throw new OutboundError('too_slow', error)
    if (error instanceof OutOfMemory) throw new OutboundError('too_much_memory', error)
    throw error
  })

const refuse = (answer: WorkerAnswer): never => {
  throw 'code' in answer ? new OutboundError(answer.code, new Error(answer.cause)) : new Error('another answer')
}

/**
 * `readCalendar` in a worker thread with limits on time and memory, because the text is not trusted and the rule of a
 * recurring event can make the parser search without end.
 * @throws OutboundError `not_a_calendar`, `too_many_events`, `too_slow`, `too_much_memory`, with the cause.
 */
export async function readForeignCalendar(text: string, options: ReadOptions, limits = LIMITS): Promise<Reading> {
  const answer = await ask({ text, options }, limits)
  return 'reading' in answer ? answer.reading : refuse(answer)
}

/** `settle`, in a worker thread where lists are long. @throws OutboundError `too_slow`, `too_much_memory`. */
export async function settleReading(settlement: Settlement): Promise<Settled> {
  const { reading, taken, sources, told } = settlement
  // An event takes some hundred characters.
  if (reading.taken.length * 100 + taken.length + sources.length + told.length <= SMALL) return settle(settlement)
  const answer = await ask({ settlement }, LIMITS)
  return 'settled' in answer ? answer.settled : refuse(answer)
}
