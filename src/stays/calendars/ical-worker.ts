import { parentPort, workerData } from 'node:worker_threads'
import { NotACalendar } from './ical-lines.ts'
import type { ReadRequest, WorkerAnswer } from './ical-reader.ts'
import { readCalendar, TooManyEvents } from './reading.ts'

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
