/**
 * `npm run play:month`: a month of a rental company on a service that runs, as docs/tour.md starts it, over simulated days (libfaketime). Thirty homes of twelve owners
 * are imported with their stays, four people and three owners join, and bookings come from the website, the telephone and a channel. Stays change, move and are cancelled, a calendar
 * disagrees, money comes by card and by transfer. At the end every night, cent, mail and message has to be where it belongs, without any help of the staff.
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
/** The calendar of another platform, as text; the month changes it. */
const calendar = { text: '' }
const platform = createServer((_request, response) =>
  response.setHeader('content-type', 'text/calendar').end(calendar.text),
)
platform.listen(0, '127.0.0.1')
await once(platform, 'listening')
const address = platform.address()
assert.ok(address !== null && typeof address === 'object')

const host = `127.0.0.1:${address.port}`
const service = await startService(folder, { OUTBOUND_ALLOWED_HOSTS: host, SELLER_VAT_PERCENT: '10' })
try {
  const outcome = await playMonth(service, { calendar, url: `http://${host}/calendar.ics` })
  await checkMonth(service, outcome)
  console.log(
    `A month of ${service.day} days: ${outcome.stays.size} stays, every night, cent, mail and message where it belongs.`,
  )
} finally {
  await service.stop()
  platform.close()
  rmSync(folder, { recursive: true, force: true })
}
