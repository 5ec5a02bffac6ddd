import { connect, type Database } from '../../../src/platform/db/client.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { keep, median, quantile, round } from '../support.ts'
import { book } from './costs.ts'
import { type City, cityCases, search, week } from './measure.ts'

const random = randomOf(Number(process.env.SEED ?? 1))

/** Stays of the built homes end before; those of this file begin in the days after, within the booking window. */
const FREE_FROM = 500
const FREE_DAYS = 220
const WRITERS = 10
const SEARCHERS = 32
const SECONDS = 20
const BOOKINGS_PER_SECOND = 50

/** Settings of a production server that the bulk load lacks. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']

export async function beDurable(db: Database): Promise<void> {
  for (const name of DURABLE) await db.unsafe(`alter system set ${name} = on`)
  await db`select pg_reload_conf()`
}

const randomHomes = async (db: Database): Promise<string[]> => {
  const homes = await db<{ id: string }[]>`
    select id from search_homes tablesample system (5) where published order by bench_random(hashtext(id::text), 7) limit 20000`
  return homes.map(({ id }) => id)
}

/** A booking of a random home; one whose nights are taken is none. */
async function bookSomewhere(db: Database, homes: string[], today: string): Promise<void> {
  const check_in = addDays(today, FREE_FROM + random.below(FREE_DAYS))
  await book(db, random.pick(homes), check_in).catch((error: unknown) => {
    if (!String(error).includes('occupancy_stays_exclude')) throw error
  })
}

interface Row {
  updates: number
  hot: number
  dead: number
  bytes: number
  vacuums: number
}

async function stateOf(db: Database): Promise<Row> {
  const [row] = await db<Row[]>`
    select n_tup_upd as updates, n_tup_hot_upd as hot, n_dead_tup as dead, pg_relation_size(relid) as bytes,
      autovacuum_count as vacuums
    from pg_stat_user_tables where relname = 'search_homes'`
  if (!row) throw new Error('no statistics')
  return row
}

async function timeOf(db: Database, city: City, today: string): Promise<number> {
  const query = cityCases(city, today)['dates + guests'] ?? {}
  const times: number[] = []
  for (let index = 0; index < 25; index++) {
    const start = performance.now()
    await search(db, query)
    if (index >= 5) times.push(performance.now() - start)
  }
  return median(times)
}

/** Effect of months of bookings on the rows of the search: ten writers, autovacuum and durability as in production. */
export async function simulateMonths(url: string, city: City, bookings: number, today: string): Promise<void> {
  const db = connect(url, { max: 1, patient: true })
  const writers = connect(url, { max: WRITERS, patient: true })
  const homes = await randomHomes(db)
  const before = { ms: await timeOf(db, city, today), ...(await stateOf(db)) }
  const start = performance.now()
  let left = bookings
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (left-- > 0) await bookSomewhere(writers, homes, today)
    }),
  )
  const seconds = (performance.now() - start) / 1000
  await db`select pg_stat_force_next_flush()`
  const after = { ms: await timeOf(db, city, today), ...(await stateOf(db)) }
  const updates = after.updates - before.updates
  const megabytes = ({ bytes }: Row) => round(bytes / 2 ** 20)
  console.log(
    `  ${bookings} bookings in ${round(seconds)} s: ${updates} updates of rows, ${round((100 * (after.hot - before.hot)) / updates)} % within their page; ` +
      `${megabytes(before)} to ${megabytes(after)} MB, ${after.dead} dead rows, ${after.vacuums - before.vacuums} vacuums; ` +
      `dates + guests ${round(before.ms, 1)} to ${round(after.ms, 1)} ms`,
  )
  await Promise.all([db.end(), writers.end()])
}

/** The 99th percentile of searches of random cities beside bookings, and whether one of them ever waits for a lock. */
export async function searchBesideBookings(url: string, today: string): Promise<void> {
  const db = connect(url, { max: 1, patient: true })
  const readers = connect(url, { max: 10, patient: true })
  const writers = connect(url, { max: WRITERS, patient: true })
  const homes = await randomHomes(db)
  const cities = await db<{ city_id: string }[]>`select city_id from search_homes where id = any (${homes})`
  let alone = Number.NaN
  for (const perSecond of [0, BOOKINGS_PER_SECOND]) {
    const end = performance.now() + SECONDS * 1000
    const times: number[] = []
    let [booked, waiting] = [0, 0]
    const searchers = Array.from({ length: SEARCHERS }, async () => {
      while (performance.now() < end) {
        const start = performance.now()
        await search(readers, { city_id: random.pick(cities).city_id, adults: '2', ...week(today) })
        times.push(performance.now() - start)
      }
    })
    const watching = setInterval(async () => {
      const [row] = await db<{ waiting: number }[]>`
        select count(*)::integer as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%from search_homes h%' and pid <> pg_backend_pid()`
      waiting += row?.waiting ?? 0
    }, 100)
    const bookings: Promise<unknown>[] = []
    const writing = perSecond
      ? setInterval(() => bookings.push(bookSomewhere(writers, homes, today).then(() => booked++)), 1000 / perSecond)
      : undefined
    await Promise.all(searchers)
    clearInterval(watching)
    clearInterval(writing)
    await Promise.all(bookings)
    const p99 = quantile(times, 0.99)
    if (perSecond)
      keep({
        name: `search beside ${perSecond} bookings a second, p99`,
        measured: `${round(p99, 1)} ms`,
        floor: `${round(alone, 1)} ms without`,
        value: p99 / alone,
        goal: '',
      })
    else alone = p99
    console.log(
      `  ${SEARCHERS} clients search, ${round(booked / SECONDS)} bookings a second: ${round(times.length / SECONDS)} searches a second, ` +
        `p50 ${round(median(times), 1)} ms, p99 ${round(p99, 1)} ms; waiting for a lock: ${waiting}`,
    )
  }
  await Promise.all([db.end(), readers.end(), writers.end()])
}
