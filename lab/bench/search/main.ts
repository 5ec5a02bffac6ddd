/**
 * `npm run bench:search [-- --homes N]`: builds databases of 10,000, 100,000 and N homes (a million by default), and
 * prints medians of the search, and beside them those of the search as it was at 449a785 and of its prototype. It is not a
 * test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { keep, loadLine, round } from '../support.ts'
import { buildDatabase, STAYS_PER_HOME } from './build.ts'
import { compareCity } from './compare.ts'
import { timeChanges } from './costs.ts'
import { assertEqual } from './equal.ts'
import { buildFloors } from './floor/floor.ts'
import { compareGenericPlans } from './generic.ts'
import { cityCases, findCities, type Timing, timeCases, verify, wideCases } from './measure.ts'
import { beDurable, searchBesideBookings, simulateMonths } from './months.ts'

const { values } = parseArgs({ options: { homes: { type: 'string', default: '1000000' } } })
const homes = Number(values.homes)
if (!Number.isSafeInteger(homes) || homes < 10_000) throw new Error('--homes takes a whole number from 10000 up')
const sizes = [...[10_000, 100_000].filter((size) => size < homes), homes]

/** Milliseconds. */
const GOALS: Record<string, number> = {
  'most popular': 50,
  cheapest: 50,
  'nearest first, any distance': 50,
  'text, misspelt': 10,
  'text of very many, misspelt': 100,
  'text of a third of all homes': 60,
  'text with spaces, of a tenth': 60,
  'dates, no place at all': 60,
}
const today = new Date().toISOString().slice(0, 10)
const megabytes = Math.min(4096, Math.floor(totalmem() / 4 / 2 ** 20))
const whole = (count: number) => count.toLocaleString('en-GB')

const line = (name: string, { ms, total }: Timing, ratio = '') =>
  console.log(
    `    ${name.padEnd(32)}${`${round(ms, 1)} ms`.padStart(11)}${`${whole(total)} homes`.padStart(16)}   ${ratio}`,
  )

function goalLine(name: string, timing: Timing) {
  const goal = GOALS[name]
  line(name, timing, goal ? `goal ≤ ${goal} ms` : '')
  if (!goal) return
  keep({
    name: `search, ${name}`,
    measured: `${round(timing.ms, 1)} ms`,
    floor: '',
    value: timing.ms,
    goal: `<= ${goal} ms`,
  })
}

console.log(loadLine())
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
    // Two, because a page and its facets are asked for at once.
    const db = connect(server.url(database), { max: 2, patient: true })
    const { largest, typical } = await findCities(db)
    await verify(db, largest, today)
    const timings = await timeCases(db, cityCases(typical, today))
    growth.push({ size, ms: timings.get('dates + guests')?.ms ?? Number.NaN })
    if (size === homes) {
      const [centre] = await db<{ latitude: number; longitude: number }[]>`
        select latitude, longitude from cities where id = ${typical.id}`
      await buildFloors(server.url(database))
      await assertEqual(db, server.url(database), 100, 1, today)
      await compareCity(db, server.url(database), largest, 'large', today)
      await compareCity(db, server.url(database), typical, 'small', today)
      await compareGenericPlans(server.url(database), largest, today)
      console.log('  everywhere')
      for (const [name, timing] of await timeCases(db, wideCases(today, centre ?? { latitude: 0, longitude: 0 })))
        goalLine(name, timing)
      console.log('  what changes pay for it: without and with what keeps the rows of the search (goal ≤ 1.15)')
      for (const { name, bare, kept } of await timeChanges(db, today)) {
        keep({
          name: `${name} with the rows of the search`,
          measured: `${round(kept, 2)} ms`,
          floor: `${round(bare, 2)} ms without`,
          value: kept / bare,
          goal: '<= 1.15',
        })
        console.log(`    ${name.padEnd(32)}${round(bare, 2)} ms   ${round(kept, 2)} ms   ${round(kept / bare, 2)}x`)
      }
      console.log('  beside bookings, durable and with autovacuum')
      await beDurable(db)
      await searchBesideBookings(server.url(database), today)
      await simulateMonths(server.url(database), largest, homes / 10, today)
    }
    await db.end()
  }
  const [first] = growth
  console.log('\ngrowth of dates + guests in a city of the same size (goal ≤ 1.3)')
  for (const { size, ms } of growth)
    console.log(
      `    ${`${whole(size)} homes`.padEnd(32)}${`${round(ms, 1)} ms`.padStart(11)}   ${round(ms / (first?.ms ?? ms), 2)}x`,
    )
  const [low = Number.NaN, high = Number.NaN] = [first?.ms, growth.at(-1)?.ms]
  keep({
    name: `search in a small city, of ${whole(homes)} homes in all`,
    measured: `${round(high, 1)} ms`,
    floor: `${round(low, 1)} ms of ${whole(sizes[0] ?? homes)}`,
    value: high / low,
    goal: '<= 1.3',
  })
  console.log(loadLine())
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
