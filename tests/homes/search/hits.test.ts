import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { photo } from '../../support/attachments.ts'

const search = async (t: TestApp, query: string, user?: { token: string }) =>
  t.call('GET', `/properties/search?${query}`, undefined, user)
const titles = async (t: TestApp, query: string) =>
  (await search(t, query)).body.data.map(({ title }: { title: string }) => title)

async function three(t: TestApp) {
  const owner = await t.user()
  const boat = await t.home(owner, { title: 'Péniche', property_type: 'houseboat', bedrooms: 1, base_price: 80 })
  const loft = await t.home(owner, { title: 'Loft', property_type: 'loft', amenities: ['wifi', 'pool'], bedrooms: 3 })
  const room = await t.home(owner, { title: 'Chambre', room_type: 'private_room', amenities: ['wifi'], bedrooms: 1 })
  return { owner, boat, loft, room }
}

describe('a hit', () => {
  test('shows photos in widths, the owner, nights and the price of one', async ({ t }) => {
    const { owner, boat } = await three(t)
    const added = await t.form(
      `/properties/${boat}/photos`,
      { photo: new Blob([new Uint8Array(await photo())]), alt: 'Pont' },
      owner,
    )
    expect(added.status).toBe(201)
    const { body } = await search(t, `property_type=houseboat&check_in=${inDays(30)}&check_out=${inDays(33)}`)
    expect(body.data).toMatchObject([
      {
        nights: 3,
        price_per_night: body.data[0].price_total / 3,
        owner: { id: owner.id, first_name: 'Ada', avatar: null },
        cover: expect.stringMatching(/^http:\/\/sejour\.test\/storage\/properties\//),
        photos: [{ alt: 'Pont', sizes: [{ width: 640 }, { width: 1280 }, { width: 2048, url: body.data[0].cover }] }],
      },
    ])
    expect(body.data[0]).not.toHaveProperty('is_favorite')
    expect((await search(t, 'property_type=houseboat')).body.data).toMatchObject([
      { nights: null, price_per_night: null },
    ])
  })

  isolated.extend({ env: { FRONTEND_URL: 'https://homes.example' } })(
    'leads people to the page of the home on the front end',
    async ({ t }) => {
      const { boat } = await three(t)
      const { body } = await search(t, 'property_type=houseboat')
      const { data } = (await t.call('GET', `/properties/${boat}`)).body
      expect([body.data[0].url, data.url]).toEqual(Array(2).fill(`https://homes.example/homes/${boat}`))
    },
  )

  isolated('says with a token whether it is a favourite, in an answer that no shared cache keeps', async ({ t }) => {
    const { boat } = await three(t)
    const guest = await t.user()
    await t.call('POST', `/properties/${boat}/favorite`, undefined, guest)
    const { body, headers } = await search(t, 'sort=price', guest)
    expect(body.data.map(({ is_favorite }: { is_favorite: boolean }) => is_favorite)).toEqual([true, false, false])
    expect([headers['cache-control'], headers.vary]).toEqual([
      'private, no-cache',
      expect.stringContaining('Authorization'),
    ])
    const other = await search(t, 'sort=price', await t.user())
    expect(other.body.data.some(({ is_favorite }: { is_favorite: boolean }) => is_favorite)).toBe(false)
  })

  isolated('a token that is no good is nobody’s, and the answer says so', async ({ t }) => {
    await three(t)
    const { status, body, headers } = await search(t, 'sort=price', { token: 'stale' })
    expect([status, body.data.length]).toEqual([200, 3])
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(body.data[0]).not.toHaveProperty('is_favorite')
  })
})

describe('a filter', () => {
  isolated('takes several values, with commas or repeated', async ({ t }) => {
    await three(t)
    expect(await titles(t, 'sort=price&property_type=houseboat,loft')).toEqual(['Péniche', 'Loft'])
    expect(await titles(t, 'sort=price&property_type=houseboat&property_type=loft')).toEqual(['Péniche', 'Loft'])
    expect(await titles(t, 'room_type=private_room,shared_room')).toEqual(['Chambre'])
    expect(await titles(t, 'amenities=wifi&amenities=pool')).toEqual(['Loft'])
  })

  test('of an unknown value is 400 with those that there are', async ({ t }) => {
    for (const [query, field, known] of [
      ['amenities=wifi,moat', 'amenities', 'pool'],
      ['property_type=castle', 'property_type', 'houseboat'],
      ['room_type=cave', 'room_type', 'private_room'],
      ['facets=moats', 'facets', 'amenities'],
    ] as const) {
      const { status, body } = await search(t, query)
      expect([status, body.errors[field]], query).toEqual([
        400,
        [{ code: 'not_one_of', values: expect.arrayContaining([known]) }],
      ])
    }
  })

  isolated('that is empty is absent, and a stay in the past is 400', async ({ t }) => {
    await three(t)
    expect(await titles(t, 'sort=price&check_in=&check_out=&city_id=&adults=&property_type=')).toHaveLength(3)
    const { status, body } = await search(t, `check_in=${inDays(-3)}&check_out=${inDays(2)}`)
    expect([status, body.errors]).toEqual([400, { check_in: [{ code: 'in_the_past' }] }])
  })
})

describe('facets', () => {
  isolated('count what another choice would find, each without its own filter', async ({ t }) => {
    await three(t)
    const facets = async (query: string) => (await search(t, `facets=true&${query}`)).body.meta.facets
    expect(await facets('bedrooms=1&room_type=entire_home')).toMatchObject({
      property_types: [
        { id: 'houseboat', count: 1 },
        { id: 'loft', count: 1 },
      ],
      room_types: [
        { id: 'entire_home', count: 2 },
        { id: 'private_room', count: 1 },
      ],
      amenities: [
        { id: 'pool', count: 1 },
        { id: 'wifi', count: 1 },
      ],
      bedrooms: [
        { from: 1, count: 2 },
        { from: 3, count: 1 },
      ],
      instant_book: 2,
    })
    expect(await facets('bedrooms=3')).toMatchObject({
      bedrooms: [
        { from: 1, count: 3 },
        { from: 3, count: 1 },
      ],
    })
    expect((await facets('amenities=pool')).property_types).toEqual([{ id: 'loft', count: 1 }])
    expect(await facets('property_type=loft&price_max=90')).toMatchObject({
      property_types: [{ id: 'houseboat', count: 1 }],
      amenities: [],
    })
  })

  isolated('of what is asked for only', async ({ t }) => {
    await three(t)
    expect((await search(t, 'facets=room_types')).body.meta.facets).toEqual({
      room_types: [
        { id: 'entire_home', count: 2 },
        { id: 'private_room', count: 1 },
      ],
      property_types: null,
      amenities: null,
      bedrooms: null,
      bathrooms: null,
      instant_book: null,
      prices: null,
    })
    expect((await search(t, 'facets=false')).body.meta).not.toHaveProperty('facets')
  })
})
