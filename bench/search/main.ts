/**
 * `npm run bench:search [-- --homes N]`: builds databases of 10,000, 100,000 and N homes (a million by default), and
 * prints medians of the search and their ratios to the same search without dates. It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { connect, type Database } from '../../src/db/client.ts'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { round } from '../support.ts'
import { timeBookings } from './booking.ts'
import { buildDatabase, STAYS_PER_HOME } from './build.ts'
import { type City, cityCases, findCities, type Timing, timeCases, verify, wideCases } from './measure.ts'

const { values } = parseArgs({ options: { homes: { type: 'string', default: '1000000' } } })
const homes = Number(values.homes)
if (!Number.isSafeInteger(homes) || homes < 10_000) throw new Error('--homes takes a whole number from 10000 up')
const sizes = [...[10_000, 100_000].filter((size) => size < homes), homes]

const GOALS: Record<string, string> = { 'dates + guests': '≤ 2.5', '+ price range, by stay total': '≤ 4' }
const today = new Date().toISOString().slice(0, 10)
const megabytes = Math.min(4096, Math.floor(totalmem() / 4 / 2 ** 20))
const whole = (count: number) => count.toLocaleString('en-GB')

const line = (name: string, { ms, total }: Timing, ratio = '') =>
  console.log(
    `    ${name.padEnd(32)}${`${round(ms, 1)} ms`.padStart(11)}${`${whole(total)} homes`.padStart(16)}   ${ratio}`,
  )

async function reportCity(db: Database, label: string, city: City): Promise<number> {
  const timings = await timeCases(db, cityCases(city, today))
  const floor = timings.get('without dates')?.ms ?? Number.NaN
  console.log(`  ${label} city, ${whole(city.homes)} homes`)
  for (const [name, timing] of timings) {
    const ratio = name === 'without dates' ? '' : `${round(timing.ms / floor, 2)}x`
    line(name, timing, GOALS[name] ? `${ratio} (goal ${GOALS[name]})` : ratio)
  }
  return timings.get('dates + guests')?.ms ?? Number.NaN
}

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-search-'))
// Settings of a production server of this size, without durability, because the data is deleted afterwards.
const server = await startEmbedded({
  folder,
  settings: {
    shared_buffers: `${megabytes}MB`,
    maintenance_work_mem: `${Math.floor(megabytes / 4)}MB`,
    max_wal_size: '8GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  },
})
try {
  const growth: { size: number; ms: number }[] = []
  for (const size of sizes) {
    const database = `homes_${size}`
    const start = performance.now()
    await buildDatabase(server.url(database), size, today, Math.min(4, availableParallelism()))
    const seconds = round((performance.now() - start) / 1000)
    console.log(`\n${whole(size)} homes, ${whole(size * STAYS_PER_HOME)} stays, built in ${seconds} s`)
    const db = connect(server.url(database), { max: 1, patient: true })
    const { largest, typical } = await findCities(db)
    await verify(db, largest, today)
    if (largest.id !== typical.id) await reportCity(db, 'largest', largest)
    growth.push({ size, ms: await reportCity(db, 'typical', typical) })
    if (size === homes) {
      const [centre] = await db<{ latitude: number; longitude: number }[]>`
        select latitude, longitude from cities where id = ${typical.id}`
      console.log('  everywhere')
      for (const [name, timing] of await timeCases(db, wideCases(today, centre ?? { latitude: 0, longitude: 0 })))
        line(name, timing)
      const { bare, kept } = await timeBookings(db, today)
      console.log('  a booking')
      console.log(`    ${'without the trigger'.padEnd(32)}${`${round(bare, 2)} ms`.padStart(11)}`)
      console.log(
        `    ${'with it'.padEnd(32)}${`${round(kept, 2)} ms`.padStart(11)}${''.padStart(19)}${round(kept / bare, 2)}x (goal ≤ 1.25)`,
      )
    }
    await db.end()
  }
  const [first] = growth
  console.log('\ngrowth of dates + guests in a city of the same size (goal ≤ 1.3)')
  for (const { size, ms } of growth)
    console.log(
      `    ${`${whole(size)} homes`.padEnd(32)}${`${round(ms, 1)} ms`.padStart(11)}   ${round(ms / (first?.ms ?? ms), 2)}x`,
    )
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
