import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { importFeeds } from '../../src/bookings/calendars/jobs.ts'
import { loadConfig } from '../../src/config.ts'
import { connect, transaction } from '../../src/platform/db/client.ts'
import { median, report, round } from './support.ts'

const SLOW_FEEDS = 120
const SLOW_MS = 9_300
/** A calendar of a platform that answers as most do. */
const QUICK_MS = 800
const ROUNDS = 7

/**
 * `npm run bench -- --only feeds`: the time until a calendar is read that its owner asks for, while 120 slow ones of another account are
 * due, beside the same without them.
 */
export async function benchFeeds(databaseUrl: string, dataDir: string): Promise<void> {
  const platform = createServer((request, response) => {
    setTimeout(
      () => response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n'),
      request.url?.startsWith('/slow') ? SLOW_MS : QUICK_MS,
    )
  }).listen(0, '127.0.0.1')
  await once(platform, 'listening')
  const host = `127.0.0.1:${(platform.address() as AddressInfo).port}`
  const db = connect(databaseUrl, { max: 10 })
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', OUTBOUND_ALLOWED_HOSTS: host })
  const homes = await db<{ id: string; owner_id: number }[]>`
    select distinct on (owner_id) id, owner_id from properties where status = 'published' order by owner_id, id limit 2`
  const [slow, quick] = homes
  if (!slow || !quick) throw new Error('no two owners')
  const app = await buildApp({ config, db, jobs: { run: true } })
  await app.ready()
  const add = (home: string, path: string) => db`
    insert into calendar_feeds (property_id, name, url, stays, ignore_blocks, ends, next_fetch_at)
    values (${home}, 'Bench', ${`http://${host}${path}`}, false, false, 'departure', 'infinity')`
  for (let index = 0; index < SLOW_FEEDS; index++) await add(slow.id, `/slow/${index}`)
  await add(quick.id, '/quick')

  /** Milliseconds from an owner's wish to the end of the reading. */
  async function readQuick(): Promise<number> {
    const begun = performance.now()
    const [feed] = await transaction(db, async (tx) => {
      await app.jobs.enqueue(tx, importFeeds, {})
      return tx<{ id: number; imported_at: string | null }[]>`
        update calendar_feeds set next_fetch_at = now() where url like '%/quick' returning id, imported_at::text`
    })
    for (;;) {
      const [now] = await db`
        select from calendar_feeds where id = ${feed?.id ?? 0} and imported_at::text is distinct from ${feed?.imported_at ?? null}`
      if (now) return performance.now() - begun
      await pause(5)
    }
  }

  try {
    const [alone, beside]: [number[], number[]] = [[], []]
    await readQuick()
    for (let index = 0; index < ROUNDS; index++) {
      alone.push(await readQuick())
      await db`update calendar_feeds set next_fetch_at = now() - interval '1 minute' where url like '%/slow/%'`
      await transaction(db, (tx) => app.jobs.enqueue(tx, importFeeds, {}))
      await pause(1_000)
      beside.push(await readQuick())
      await db`update calendar_feeds set next_fetch_at = 'infinity' where url like '%/slow/%'`
      await pause(SLOW_MS)
    }
    const [value, least] = [median(beside), median(alone)]
    report('a calendar beside slow ones', `${round(value)} ms`, `${round(least)} ms`, value / least, '<= 1.5')
  } finally {
    await app.close()
    await db`delete from calendar_feeds where name = 'Bench'`
    await db.end()
    platform.closeAllConnections()
    platform.close()
  }
}
