import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeSchema } from '../../../src/cli/schema.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { MIGRATIONS, migrate, migrateAlone } from '../../../src/platform/schema/migrate.ts'
import { assertComplete, listSchema } from '../../../src/platform/schema/schema-complete.ts'
import { inDays, PARIS, startApp } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { fastFolder } from '../../support/folders.ts'
import { isInstalled } from '../../support/machine.ts'
import { plansOfSearch } from '../../support/plans.ts'

/** The PostgreSQL of the system in its newest version; the package of embedded PostgreSQL has no pg_dump. */
const BINARIES = globSync('/usr/lib/postgresql/*/bin/pg_dump')
  .map((file) => path.dirname(file))
  .filter((folder) => globSync(path.join(folder, '{initdb,postgres,pg_restore}')).length === 3)
  .sort()
  .at(-1)

/** Searches, and the index that each of them has. */
const SEARCHES = [
  [`city_id=${PARIS}&check_in=${inDays(3)}&check_out=${inDays(5)}`, 'search_homes_city'],
  ['lat=48&lng=2&radius_km=5', 'search_homes_position'],
  ['sort=price', 'search_homes_price'],
] as const

/** Returns the plans of the searches, with new statistics. */
async function plansOf(db: Database): Promise<string[]> {
  await db`analyze`
  return Promise.all(SEARCHES.map(async ([query]) => (await plansOfSearch(db, query))[0]))
}

const indexesOf = (db: Database) => db`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`

describe.skipIf(!isInstalled('PostgreSQL in /usr/lib/postgresql', BINARIES !== undefined))(
  'a dump (skipped without pg_dump and its server in /usr/lib/postgresql)',
  () => {
    test('restores into the database of an ordinary role: the same schema, the same indexes in use, a service that serves', async () => {
      const bin = BINARIES ?? ''
      const folder = mkdtempSync(path.join(fastFolder(), 'sejour-dump-'))
      const binaries = { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
      const server = await startEmbedded({ folder, binaries, settings: { fsync: 'off' } })
      try {
        await migrate(server.url())
        const original = connect(server.url(), { max: 4 })
        // As `npm run sql:types` writes it on the version of the package.
        expect(await writeSchema(original)).toBe(readFileSync(path.join(MIGRATIONS, 'schema.sql'), 'utf8'))
        await loadPlaces(original, { smallest: 50_000 })
        const database = { name: 'sejour', url: server.url(), drop: async () => undefined }
        const t = await startApp({}, { run: false }, { database })
        const { home, guest } = await scene(t, { title: 'Sauvegarde' })
        expect((await book(t, guest, stay(home))).status).toBe(201)
        // In portions: a busy machine needs longer for all of them than a statement may take.
        for (const first of [1, 1001, 2001, 3001, 4001])
          await t.db`
        insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone, max_guests, included_guests, base_price_cents)
        select owner_id, 'x', property_type, room_type, country_id, (select id from cities order by id offset n % 300 limit 1), n % 90, n % 180, timezone, 4, 2, n
        from properties, generate_series(${first}::int, ${first}::int + 999) n
        where title = 'Sauvegarde'`
        await t.close()

        await original.unsafe("create role tenant login password 'tenant'")
        await original.unsafe('create database restored owner tenant')
        const url = new URL(server.url('restored'))
        url.username = 'tenant'
        url.password = 'tenant'
        const file = path.join(folder, 'backup.dump')
        execFileSync(path.join(bin, 'pg_dump'), ['--format=custom', '--file', file, server.url()])
        execFileSync(path.join(bin, 'pg_restore'), ['--exit-on-error', '--no-owner', '--dbname', url.href, file])

        await migrateAlone(url.href)
        const restored = connect(url.href, { max: 1 })
        await assertComplete(restored, () => undefined)
        expect(await listSchema(restored)).toEqual(expect.arrayContaining(await listSchema(original)))
        expect(await indexesOf(restored)).toEqual(await indexesOf(original))
        for (const db of [original, restored]) {
          const plans = await plansOf(db)
          for (const [place, [, index]] of SEARCHES.entries()) expect(plans[place]).toContain(index)
        }
        const again = await startApp({}, { run: false }, { database: { ...database, name: 'restored', url: url.href } })
        expect((await again.call('GET', `/properties/${home}`)).body.data.title).toBe('Sauvegarde')
        expect((await book(again, guest, stay(home, 60))).status).toBe(201)
        await again.close()
        await Promise.all([original.end(), restored.end()])
      } finally {
        await server.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  },
)
