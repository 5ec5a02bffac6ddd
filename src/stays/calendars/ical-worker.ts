import { parentPort, workerData } from 'node:worker_threads'
import { NotACalendar } from './ical-lines.ts'
import type { WorkerAnswer, WorkerRequest } from './ical-reader.ts'
import { readCalendar, TooManyEvents } from './reading.ts'
import { settle } from './settle.ts'

/** The worker thread that reads one calendar, or compares it with what was known (src/stays/calendars/ical-reader.ts). */
const request: WorkerRequest = workerData

function answer(): WorkerAnswer {
  try {
    if ('settlement' in request) return { settled: settle(request.settlement) }
    return { reading: readCalendar(request.text, request.options) }
  } catch (error) {
    if (error instanceof NotACalendar) return { code: 'not_a_calendar', cause: error.message }
    if (error instanceof TooManyEvents) return { code: 'too_many_events', cause: error.message }
    throw error
  }
}

parentPort?.postMessage(answer())
