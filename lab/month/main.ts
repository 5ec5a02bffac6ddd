/**
 * `npm run play:month`: a month of a rental company on a service that runs, as docs/tour.md starts it, over simulated days (libfaketime). Thirty homes of twelve owners
 * are imported with their stays, four people and three owners join, and bookings come from the company's website by its key, the window, the telephone, a channel manager and a calendar.
 * Stays change, move and are cancelled, by a platform too, a calendar disagrees, money comes by card, by transfer and in cash at the door. At the end every night, cent, mail and message has to be where it belongs, without any help of the staff.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkMonth } from './check.ts'
import { playMonth } from './month.ts'
import { startService } from './service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-month-'))
/** Calendars of other platforms, as texts by their paths; the month changes them. */
const calendars = new Map<string, string>()
const platform = createServer((request, response) =>
  response.setHeader('content-type', 'text/calendar').end(calendars.get(request.url ?? '')),
)
platform.listen(0, '127.0.0.1')
await once(platform, 'listening')
const address = platform.address()
assert.ok(address !== null && typeof address === 'object')

const host = `127.0.0.1:${address.port}`
const service = await startService(folder, { OUTBOUND_ALLOWED_HOSTS: host, SELLER_VAT_PERCENT: '10' })
try {
  const outcome = await playMonth(service, { calendars, url: `http://${host}` })
  await checkMonth(service, outcome)
  console.log(
    `A month of ${service.day} days: ${outcome.stays.size} stays, every night, cent, mail and message where it belongs.`,
  )
} finally {
  await service.stop()
  platform.close()
  rmSync(folder, { recursive: true, force: true })
}
