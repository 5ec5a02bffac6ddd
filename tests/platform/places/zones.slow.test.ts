import { expect } from 'vitest'
import { type PlaceFile, type PlaceRow, readBatches } from '../../../src/platform/places/prepared.ts'
import { isZoneOf, zonesOf } from '../../../src/platform/places/zones.ts'
import { test } from '../../support/app.ts'

async function rowsOf(file: PlaceFile): Promise<PlaceRow[]> {
  const rows: PlaceRow[] = []
  for await (const batch of readBatches(file)) rows.push(...batch)
  return rows
}

test('the time zone of a place is one of its country, for all 131,000 of them, and PostgreSQL knows it', async ({
  t,
}) => {
  const [countries, cities, neighborhoods] = await Promise.all([
    rowsOf('countries'),
    rowsOf('cities'),
    rowsOf('neighborhoods'),
  ])
  expect(cities.length + neighborhoods.length).toBeGreaterThan(131_000)
  const zones = cities.map(([, country = '', , , , , , zone = '']) => ({ country, zone }))
  expect(zones.filter(({ country, zone }) => !isZoneOf(country, zone))).toEqual([])
  expect(countries.map(([id = '']) => id).filter((id) => zonesOf(id).length === 0)).toEqual(['BV', 'HM', 'XK'])
  const samoa = zones.filter(({ country }) => country === 'AS')
  expect(samoa).toEqual(Array(14).fill({ country: 'AS', zone: 'Pacific/Pago_Pago' }))
  const names = await t.db<{ name: string }[]>`select name from pg_timezone_names`
  const known = new Set(names.map(({ name }) => name))
  expect([...new Set(zones.map(({ zone }) => zone))].filter((zone) => !known.has(zone))).toEqual([])
})
