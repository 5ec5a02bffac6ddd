import { CITIES } from '../../src/dev/demo/data.ts'
import type { TestApp } from './app.ts'

/** The cities of the demo: the template has large ones only. */
export async function addDemoCities(t: TestApp): Promise<void> {
  for (const { country, city } of CITIES)
    await t.db`
      insert into cities (id, country_id, name, population, latitude, longitude, timezone)
      select ${`demo-${city}`.slice(0, 20)}, ${country}, ${city}, 1, 45, 6, 'Europe/Paris'
      where not exists (select from cities where country_id = ${country} and name = ${city})`
}
