/**
 * `npm run bench:reservations [-- --reservations N]`: the lists of guests and owners in databases of 10,000 and N reservations (a
 * million by default), and filters and the desk of an owner of many stays (`--only filters`). It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { benchFilters } from './filters.ts'
import { benchLists } from './lists.ts'

const { values } = parseArgs({
  options: { reservations: { type: 'string', default: '1000000' }, only: { type: 'string' } },
})
const reservations = Number(values.reservations)
if (!Number.isSafeInteger(reservations) || reservations < 100_000)
  throw new Error('--reservations takes 100000 or more')

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-reservations-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres'), settings: { shared_buffers: '512MB' } })
try {
  if (values.only !== 'filters') await benchLists((name) => server.url(name), reservations)
  await benchFilters((name) => server.url(name), reservations)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
