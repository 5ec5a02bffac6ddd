import { describe, expect } from 'vitest'
import { inDays, isolated, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'

const LYON = '2996944'
const ORLEANS = '2989317'

const search = async (t: TestApp, query: string) => {
  const { status, body } = await t.call('GET', `/properties/search?${query}`)
  expect([status, body.message]).toEqual([200, 'Opération réussie.'])
  return body
}
const titles = async (t: TestApp, query: string) =>
  (await search(t, query)).data.map((hit: { title: string }) => hit.title)

async function village(t: TestApp): Promise<TestUser> {
  const owner = await t.user()
  await t.home(owner, {
    title: 'Péniche',
    base_price: 80,
    max_guests: 2,
    property_type: 'houseboat',
    amenities: ['wifi'],
  })
  await t.home(owner, {
    title: 'Grand loft',
    base_price: 200,
    max_guests: 8,
    bedrooms: 4,
    amenities: ['wifi', 'pool'],
    included_guests: 8,
  })
  await t.home(owner, { title: 'Traboule', base_price: 120, city_id: LYON, min_stay: 3, room_type: 'private_room' })
  await t.home(owner, { title: 'Maison de Loire', base_price: 60, city_id: ORLEANS, instant_book: false })
  return owner
}

describe('GET /properties/search', () => {
  test('a negative price is one problem', async ({ t }) => {
    for (const query of ['price_max=-1', 'price_min=5&price_max=-1']) {
      const { status, body } = await t.call('GET', `/properties/search?${query}`)
      expect([status, body.errors], query).toEqual([400, { price_max: [{ code: 'too_low', limit: 0 }] }])
    }
    const { body } = await t.call('GET', '/properties/search?price_min=5&price_max=4')
    expect(body.errors).toEqual({ price_max: [{ code: 'price_range' }] })
  })

  test('by place, kind, size and comforts', async ({ t }) => {
    await village(t)
    expect(await titles(t, `city_id=${PARIS}&sort=price`)).toEqual(['Péniche', 'Grand loft'])
    expect(await titles(t, 'country_id=fr&sort=-price')).toEqual([
      'Grand loft',
      'Traboule',
      'Péniche',
      'Maison de Loire',
    ])
    expect(await titles(t, 'country_id=ES')).toEqual([])
    expect(await titles(t, 'property_type=houseboat')).toEqual(['Péniche'])
    expect(await titles(t, 'room_type=private_room')).toEqual(['Traboule'])
    expect(await titles(t, 'bedrooms=3')).toEqual(['Grand loft'])
    expect(await titles(t, 'amenities=wifi,pool')).toEqual(['Grand loft'])
    expect(await titles(t, 'instant_book=false')).toEqual(['Maison de Loire'])
    expect(await titles(t, 'adults=5&children=2')).toEqual(['Grand loft'])
    expect(await titles(t, 'sort=newest')).toEqual(['Maison de Loire', 'Traboule', 'Grand loft', 'Péniche'])
  })

  isolated('by neighborhood', async ({ t }) => {
    await village(t)
    const [one, two] = await t.db<
      { id: string }[]
    >`select id from neighborhoods where city_id = ${PARIS} order by id limit 2`
    await t.db`update properties set neighborhood_id = ${one?.id ?? ''} where title = 'Péniche'`
    await t.db`update properties set neighborhood_id = ${two?.id ?? ''} where title = 'Grand loft'`
    expect(await titles(t, `neighborhood_id=${one?.id}`)).toEqual(['Péniche'])
  })

  isolated('by text, with or without accents, and with a slip of the pen', async ({ t }) => {
    await village(t)
    expect(await titles(t, 'q=orleans')).toEqual(['Maison de Loire'])
    expect(await titles(t, `q=${encodeURIComponent('ORLÉANS')}`)).toEqual(['Maison de Loire'])
    expect(await titles(t, 'q=peniche')).toEqual(['Péniche'])
    expect(await titles(t, 'q=penihce')).toEqual(['Péniche'])
    // An exact match exists, so typing errors are not considered.
    await t.home(await t.user(), { title: 'Penihce' })
    expect(await titles(t, 'q=penihce')).toEqual(['Penihce'])
    await t.db`delete from properties where title = 'Penihce'`
    expect((await search(t, 'q=penihce&page=2')).meta.total).toBe(1)
    const stay = `check_in=${inDays(9)}&check_out=${inDays(12)}`
    const misspelt = await search(t, `q=penihce&facets=true&sort=price&${stay}`)
    expect(misspelt.data).toMatchObject([{ title: 'Péniche', price_total: 240 }])
    expect(misspelt.meta.facets.property_types).toEqual([{ id: 'houseboat', count: 1 }])
    expect(await titles(t, 'q=lyon')).toEqual(['Traboule'])
    expect(await titles(t, 'q=')).toHaveLength(4)
    expect(await titles(t, 'q=%25')).toEqual([])
    for (const hostile of ["'; drop table users; --", '%', '_', '\\', '%00', '"'.repeat(90)]) {
      expect((await t.call('GET', `/properties/search?q=${encodeURIComponent(hostile)}`)).status).toBe(200)
    }
  })

  test('a home that is spelt like the text but taken, or filtered out, makes room for no similar ones', async ({
    t,
  }) => {
    const owner = await village(t)
    await t.home(owner, { title: 'Péniche', city_id: LYON })
    const house = await t.home(owner, { title: 'Peniches' })
    const guest = await t.user()
    const stay = { check_in: inDays(20), check_out: inDays(23) }
    await t.call('POST', '/reservations', { property_id: house, ...stay }, guest)
    const dates = `check_in=${stay.check_in}&check_out=${stay.check_out}`
    expect(await titles(t, `q=peniches&${dates}`)).toEqual([])
    expect(await titles(t, 'q=peniches&property_type=houseboat')).toEqual([])
    expect(await titles(t, `q=peniches&city_id=${LYON}`)).toEqual([])
    expect(await titles(t, 'q=peniches&price_max=1&facets=true')).toEqual([])
    expect(await titles(t, 'q=peniches')).toEqual(['Peniches'])
    // A draft is not an exact match, so typing errors are considered again.
    await t.call('PUT', `/properties/${house}`, { status: 'draft' }, owner)
    expect(await titles(t, `q=peniches&${dates}&city_id=${LYON}`)).toEqual(['Péniche'])
  })

  isolated('with dates: only what is free and may be booked, each with its total', async ({ t }) => {
    const owner = await village(t)
    const guest = await t.user()
    const dates = (from: number, nights: number) => `check_in=${inDays(from)}&check_out=${inDays(from + nights)}`
    expect(await titles(t, `${dates(10, 2)}&adults=2&sort=price`)).toEqual(['Maison de Loire', 'Péniche', 'Grand loft'])
    const { data } = await search(t, `${dates(10, 3)}&adults=2&sort=price`)
    expect(data.map((hit: { price_total: number }) => hit.price_total)).toEqual([180, 240, 360, 600])
    await t.call(
      'POST',
      '/reservations',
      { property_id: data[1].id, check_in: inDays(12), check_out: inDays(14), adults: 2 },
      guest,
    )
    expect(await titles(t, `${dates(10, 3)}&sort=price`)).toEqual(['Maison de Loire', 'Traboule', 'Grand loft'])
    expect(await titles(t, `${dates(14, 3)}&city_id=${PARIS}&sort=price`)).toEqual(['Péniche', 'Grand loft'])
    expect(await titles(t, `${dates(10, 3)}&price_min=200&price_max=360`)).toEqual(['Traboule'])
    expect(await titles(t, 'price_max=80&sort=price')).toEqual(['Maison de Loire', 'Péniche'])
    expect(await titles(t, 'price_min=80&price_max=80')).toEqual(['Péniche'])
    await t.call('PUT', `/properties/${data[0].id}`, { status: 'draft' }, owner)
    expect(await titles(t, `${dates(10, 3)}&sort=price`)).toEqual(['Traboule', 'Grand loft'])
  })

  isolated('by radius, by distance and by box, across the date line too', async ({ t }) => {
    const owner = await t.user()
    await t.home(owner, { title: 'Near', latitude: 48.86, longitude: 2.35 })
    await t.home(owner, { title: 'Far', latitude: 48.95, longitude: 2.35 })
    await t.home(owner, { title: 'Fiji', latitude: -17, longitude: 179.5 })
    await t.home(owner, { title: 'East', latitude: 48.86, longitude: 9 })
    expect(await titles(t, 'lat=48.8566&lng=2.3522&radius_km=5')).toEqual(['Near'])
    expect(await titles(t, 'lat=48.8566&lng=2.3522&sort=distance')).toEqual(['Near', 'Far', 'East', 'Fiji'])
    const { data } = await search(t, 'lat=48.86&lng=2.35&radius_km=15&sort=distance')
    expect(data.map((hit: { distance_km: number }) => Math.round(hit.distance_km))).toEqual([0, 10])
    expect(await titles(t, 'bbox=2.3,48.8,2.4,48.9')).toEqual(['Near'])
    expect(await titles(t, 'bbox=179,-20,-179,-10')).toEqual(['Fiji'])
  })

  isolated('pages are stable under ties, complete, and know the whole', async ({ t }) => {
    const owner = await t.user()
    for (let number = 0; number < 25; number++) await t.home(owner, { title: `n${number}` })
    const seen: string[] = []
    for (let page = 1; page <= 4; page++) {
      const body = await search(t, `sort=price&per_page=7&page=${page}`)
      expect(body.meta).toMatchObject({ page, per_page: 7, total: 25, last_page: 4, total_relation: 'eq' })
      seen.push(...body.data.map((hit: { id: string }) => hit.id))
    }
    expect(new Set(seen).size).toBe(25)
    expect((await search(t, 'page=9&per_page=7')).meta).toMatchObject({ page: 9, per_page: 7, total: 25, last_page: 4 })
  })

  isolated(
    'facets count by type whatever the type asked for, and by price whatever the price asked for',
    async ({ t }) => {
      const owner = await village(t)
      expect((await search(t, 'sort=price')).meta).not.toHaveProperty('facets')
      const { meta } = await search(t, 'facets=true&property_type=houseboat&price_max=150')
      expect(meta.total).toBe(1)
      expect(meta.facets.property_types).toEqual([
        { id: 'apartment', count: 2 },
        { id: 'houseboat', count: 1 },
      ])
      expect(meta.facets.prices).toHaveLength(20)
      expect(meta.facets.prices[0]).toEqual({ from: 80, to: 81, count: 1 })
      expect(meta.facets.prices.at(-1)).toMatchObject({ from: 99, to: null })

      const stay = `check_in=${inDays(20)}&check_out=${inDays(23)}&adults=2`
      const dated = await search(t, `${stay}&facets=true&price_min=300&per_page=1&page=2`)
      // The stay has three nights, so 60 per night is 180; the requested page is the last.
      expect(dated.meta.facets.property_types).toEqual([{ id: 'apartment', count: 2 }])
      expect(dated.meta.facets.prices[0].from).toBe(180)
      const counts = dated.meta.facets.prices.map(({ count }: { count: number }) => count)
      expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(4)
      expect(dated.meta.total).toBe(2)
      expect(dated.data).toHaveLength(1)

      // One very expensive home does not widen the steps, because the last one has no upper end.
      for (let number = 0; number < 20; number++) await t.home(owner, { title: 'Studio', base_price: 100 + number })
      await t.home(owner, { title: 'Palais', base_price: 9_000 })
      const open = (await search(t, 'facets=true')).meta.facets.prices
      expect(open.at(-1)).toMatchObject({ to: null, count: 1 })
      expect((await search(t, 'facets=true&country_id=ES')).meta).toMatchObject({
        total: 0,
        facets: { property_types: [], prices: [] },
      })
      // A page after the last has no homes, and the same facets.
      const beyond = await search(t, 'facets=true&page=9')
      expect(beyond).toMatchObject({ data: [], meta: { total: 25 } })
      expect(beyond.meta.facets.prices).toEqual(open)
    },
  )

  test.for([
    ['check_in=2027-01-01', 'check_out'],
    ['check_out=2027-01-01', 'check_in'],
    ['check_in=2027-01-02&check_out=2027-01-02', 'check_out'],
    ['check_in=2027-02-30&check_out=2027-03-02', 'check_in'],
    ['adults=0', 'adults'],
    ['adults=1.5', 'adults'],
    ['price_min=abc', 'price_min'],
    ['price_min=9&price_max=3', 'price_max'],
    ['sort=cheap', 'sort'],
    ['sort=distance', 'lat'],
    ['radius_km=3&lat=1', 'lng'],
    ['bbox=1,2,3', 'bbox'],
    ['page=0', 'page'],
    ['per_page=101', 'per_page'],
    ['per_page=-1', 'per_page'],
    ['lat=100&lng=0', 'lat'],
    ['check_in=2027-01-01&check_out=2099-01-01', 'check_out'],
    ['amenities=DROP TABLE', 'amenities'],
    ['instant_book=maybe', 'instant_book'],
  ])('%s is a field error', async ([query, field], { t }) => {
    const { status, body } = await t.call('GET', `/properties/search?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.data)).toContain(field)
  })
})
