import { parentPort, workerData } from 'node:worker_threads'
import { NotACalendar } from './ical-lines.ts'
import type { WorkerAnswer, WorkerRequest } from './ical-reader.ts'

/**
 * The worker thread that reads one calendar, or compares it with what was known (src/bookings/calendars/ical-reader.ts). It loads only what it
 * needs, because it starts for each.
 */
const request: WorkerRequest = workerData

async function answer(): Promise<WorkerAnswer> {
  if ('settlement' in request) {
    const { settle } = await import('./settle.ts')
    return { settled: settle(request.settlement) }
  }
  const { readCalendar, TooManyEvents } = await import('./reading.ts')
  try {
    return { reading: readCalendar(request.text, request.options) }
  } catch (error) {
    if (error instanceof NotACalendar) return { code: 'not_a_calendar', cause: error.message }
    if (error instanceof TooManyEvents) return { code: 'too_many_events', cause: error.message }
    throw error
  }
}

parentPort?.postMessage(await answer())
