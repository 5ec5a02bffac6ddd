import { parentPort, workerData } from 'node:worker_threads'
import { type Reading, readCalendar, TooManyEvents } from './ical.ts'
import { NotACalendar } from './ical-lines.ts'
import type { ReadRequest } from './ical-reader.ts'

/** What the worker posts: a class of error does not survive the way between threads. */
export type WorkerAnswer = { reading: Reading } | { code: string; cause: string }

/** The worker thread that reads one calendar (src/stays/calendars/ical-reader.ts). */
const { text, options }: ReadRequest = workerData

function answer(): WorkerAnswer {
  try {
    return { reading: readCalendar(text, options) }
  } catch (error) {
    if (error instanceof NotACalendar) return { code: 'not_a_calendar', cause: error.message }
    if (error instanceof TooManyEvents) return { code: 'too_many_events', cause: error.message }
    throw error
  }
}

parentPort?.postMessage(answer())
