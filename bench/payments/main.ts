/**
 * `npm run bench:payments [-- --reservations N]`: the list of an owner's reservations in databases of 10,000 and N of them
 * (a million by default), and bookings through payment to confirmation per second beside the same SQL in a bare loop.
 * It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { benchLists } from './lists.ts'
import { benchSettlement } from './settlement.ts'

const { values } = parseArgs({ options: { reservations: { type: 'string', default: '1000000' } } })
const reservations = Number(values.reservations)
if (!Number.isSafeInteger(reservations) || reservations < 100_000)
  throw new Error('--reservations takes 100000 or more')

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-payments-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres'), settings: { shared_buffers: '512MB' } })
try {
  await benchSettlement(server.url('settlement'), folder)
  await benchLists((name) => server.url(name), reservations)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
