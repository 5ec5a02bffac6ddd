import { parentPort, workerData } from 'node:worker_threads'
import { readCalendar } from './ical.ts'
import type { ReadRequest } from './ical-reader.ts'

/** The worker thread that reads one calendar (src/calendars/ical-reader.ts). */
const { text, options }: ReadRequest = workerData
parentPort?.postMessage(readCalendar(text, options))
