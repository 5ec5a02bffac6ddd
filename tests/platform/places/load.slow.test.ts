import { expect, inject } from 'vitest'
import { CITIES } from '../../../src/dev/demo/data.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { alone, PARIS } from '../../support/app.ts'

alone(
  'the cities of the demo have neighborhoods, each near its city',
  async ({ t }) => {
    await t.db`truncate place_loads, neighborhoods, cities, countries cascade`
    await loadPlaces(t.db)
    for (const { country, city } of CITIES) {
      const [found] = await t.db<{ id: string; count: number; kilometres: number }[]>`
      select c.id, count(n.id), max(ground_metres(
        cube_distance(on_globe(c.latitude, c.longitude), on_globe(n.latitude, n.longitude)))) / 1000 as kilometres
      from cities c left join neighborhoods n on n.city_id = c.id
      where c.country_id = ${country} and c.name = ${city}
      group by c.id order by c.population desc limit 1`
      expect([city, (found?.count ?? 0) >= 8, (found?.kilometres ?? 99) < 26], JSON.stringify(found)).toEqual([
        city,
        true,
        true,
      ])
    }
    const paris = await t.call('GET', `/get-neighborhoods/${PARIS}`)
    expect(paris.body.data).toHaveLength(20)
    expect(paris.body.data).toContainEqual(
      expect.objectContaining({ name: '18e – Butte-Montmartre', city_id: PARIS, latitude: 48.892 }),
    )
  },
  60_000,
)

alone('loading takes as long as it needs, also where statements are cut short', async ({ t }) => {
  await t.db`truncate place_loads, neighborhoods, cities, countries cascade`
  await t.db.unsafe(`
    create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end';
    create trigger slow after insert on cities for each statement execute function slow()`)
  const [row] = await t.db<{ name: string }[]>`select current_database() as name`
  const hasty = connect(inject('databaseUrl').replace('/DATABASE', `/${row?.name}`), { max: 1 })
  try {
    await hasty`set statement_timeout = 200`
    await expect(hasty`select pg_sleep(1)`).rejects.toMatchObject({ code: '57014' })
    await loadPlaces(hasty, { smallest: 500_000 })
    // The time limits of the connection are restored.
    await expect(hasty`select pg_sleep(1)`).rejects.toMatchObject({ code: '57014' })
  } finally {
    await hasty.end()
  }
  expect((await t.call('GET', '/get-cities/FR')).body.meta.total).toBeGreaterThan(0)
})

alone('the whole of GeoNames loads, once', async ({ t }) => {
  await t.db`truncate place_loads, neighborhoods, cities, countries cascade`
  await loadPlaces(t.db)
  await loadPlaces(t.db)
  const [counts] =
    await t.db`select (select count(*) from countries) countries, (select count(*) from cities) cities, (select count(*) from neighborhoods) neighborhoods`
  expect(counts?.countries).toBeGreaterThanOrEqual(249)
  expect(counts?.cities).toBeGreaterThan(125_000)
  expect(counts?.neighborhoods).toBeGreaterThan(4_000)
})
