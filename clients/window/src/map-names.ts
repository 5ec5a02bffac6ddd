import { api, bodyOf, dataOf } from './client.ts'
import { quietly, redraw } from './page.ts'

/** The place of a home. */
export interface Where {
  country_id: string
  city_id: string
  city: string
  latitude: number
  longitude: number
}

interface Named {
  name: string
  latitude: number
  longitude: number
}

const known = new Map<string, Named[]>()

/** Returns names, which are read once. There are none until they arrive; then the page is drawn again. */
function once(key: string, read: () => Promise<Named[]>): Named[] {
  const present = known.get(key)
  if (present) return present
  known.set(key, [])
  quietly(async () => {
    known.set(key, await read())
    redraw()
  })
  return []
}

const citiesOf = (country_id: string) =>
  once(country_id, async () => {
    const params = { path: { country_id }, query: { page: 1, per_page: 100 } }
    return bodyOf(await api.GET('/api/v1/get-cities/{country_id}', { params })).data
  })

const partsOf = (city_id: string) =>
  once(city_id, async () =>
    dataOf(await api.GET('/api/v1/get-neighborhoods/{city_id}', { params: { path: { city_id } } })),
  )

/** The value that most have; undefined: there are none. Pure. */
function commonest(values: string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Returns places around homes, the most important first: their cities, the large cities of their country, and on a close map the parts of their city. */
export function readNames(homes: Where[], isClose: boolean): Named[] {
  const [country, city] = [commonest(homes.map((one) => one.country_id)), commonest(homes.map((one) => one.city_id))]
  const cities = country === undefined ? [] : citiesOf(country)
  const own = homes.map(({ city: name, latitude, longitude }) => ({ name, latitude, longitude }))
  const parts = isClose && city !== undefined ? partsOf(city) : []
  const names = new Map<string, Named>()
  for (const one of [...own, ...cities, ...parts])
    names.set(one.name, cities.find(({ name }) => name === one.name) ?? names.get(one.name) ?? one)
  return [...names.values()]
}
