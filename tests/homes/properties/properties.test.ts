import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { alone, inDays, isolated, PARIS, type TestApp, test } from '../../support/app.ts'
import { holdUntil } from '../../support/stays.ts'

const LYON = '2996944'

const picture = async (color = '#886644') =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
        .jpeg()
        .toBuffer(),
    ),
  ])

describe('owner’s writes', () => {
  test('a first home makes its user an owner, and derives country, place and time zone from the city', async ({
    t,
  }) => {
    const owner = await t.user()
    const amenities = ['wifi', 'wifi', 'kitchen']
    const home = { title: ' Loft ', city_id: Number(LYON), base_price: 99.9, max_guests: 3, amenities }
    const foreign = { owner_id: 1, id: 'x', rating_count: 9 }
    const refused = await t.call('POST', '/properties', { ...home, ...foreign }, owner)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, Object.keys(foreign)])
    const { status, body } = await t.call('POST', '/properties', home, owner)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      title: 'Loft',
      city: 'Lyon',
      country_id: 'FR',
      timezone: 'Europe/Paris',
      base_price: 99.9,
      included_guests: 3,
      amenities: ['wifi', 'kitchen'],
      owner: { id: owner.id },
      status: 'published',
      currency: 'EUR',
      rating_count: 0,
      photos: [],
      check_in_time: '16:00',
    })
    expect(body.data.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect((await t.call('GET', '/user', undefined, owner)).body.data.role).toBe('owner')
    expect((await t.call('GET', `/properties/${body.data.id}`, undefined, owner)).body.data).toEqual(body.data)
  })

  test('missing and wrong fields are named', async ({ t }) => {
    const owner = await t.user()
    const fieldsOf = async (body: object) => {
      const answer = await t.call('POST', '/properties', body, owner)
      expect(answer.status).toBe(400)
      return Object.keys(answer.body.data).sort()
    }
    const valid = { title: 'x', city_id: PARIS, base_price: 1, max_guests: 1 }
    expect(await fieldsOf({})).toEqual(['base_price', 'city_id', 'max_guests', 'title'])
    expect(await fieldsOf({ ...valid, base_price: -1 })).toEqual(['base_price'])
    expect(await fieldsOf({ ...valid, base_price: '10.005' })).toEqual(['base_price'])
    expect(await fieldsOf({ ...valid, base_price: '10' })).toEqual(['base_price'])
    expect(await fieldsOf({ ...valid, property_type: 'castle', room_type: 'cave', amenities: ['moat'] })).toEqual([
      'amenities',
      'property_type',
      'room_type',
    ])
    expect(await fieldsOf({ ...valid, city_id: '1' })).toEqual(['city_id'])
    expect(await fieldsOf({ ...valid, neighborhood_id: '1' })).toEqual(['neighborhood_id'])
    expect(await fieldsOf({ ...valid, included_guests: 2, min_stay: 9, max_stay: 3 })).toEqual([
      'included_guests',
      'max_stay',
    ])
    expect(await fieldsOf({ ...valid, currency: 'JPY' })).toEqual(['currency'])
    expect(await fieldsOf({ ...valid, title: 'x'.repeat(256), latitude: 91 })).toEqual(['latitude', 'title'])
    expect((await t.call('POST', '/properties', valid)).status).toBe(401)
  })

  test('PUT takes any subset, keeps the rest, and may clear what is optional', async ({ t }) => {
    const owner = await t.user()
    const id = await t.home(owner, { weekend_price: 150, address: '1 rue X' })
    const put = async (body: object) => (await t.call('PUT', `/properties/${id}`, body, owner)).body.data
    expect(await put({ title: 'Neuf', weekend_price: null })).toMatchObject({
      title: 'Neuf',
      weekend_price: null,
      base_price: 100,
      address: '1 rue X',
    })
    expect(await put({ city_id: LYON })).toMatchObject({ city: 'Lyon', latitude: 45.74846, longitude: 4.84671 })
    expect(await put({})).toMatchObject({ title: 'Neuf', city: 'Lyon' })
  })

  test('two changes of different fields at once both last', async ({ t }) => {
    const owner = await t.user()
    const id = await t.home(owner)
    const changes = [
      { title: 'A' },
      { description: 'B' },
      { bedrooms: 5 },
      { beds: 7 },
      { min_stay: 2 },
      { bathrooms: 3 },
    ]
    const answers = await Promise.all(changes.map((body) => t.call('PUT', `/properties/${id}`, body, owner)))
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect((await t.call('GET', `/properties/${id}`)).body.data).toMatchObject({
      title: 'A',
      description: 'B',
      bedrooms: 5,
      beds: 7,
      min_stay: 2,
      bathrooms: 3,
    })
  })

  test('others get 403, unknown ids 404, strangers 401; an administrator may', async ({ t }) => {
    const id = await t.home(await t.user())
    const other = await t.user()
    const admin = await t.user({ role: 'admin' })
    for (const [method, body] of [
      ['PUT', { title: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await t.call(method, `/properties/${id}`, body, other)).status).toBe(403)
      expect((await t.call(method, `/properties/${id}`, body)).status).toBe(401)
      expect((await t.call(method, '/properties/01980000-0000-7000-8000-000000000000', body, other)).status).toBe(404)
      expect((await t.call(method, '/properties/nonsense', body, other)).status).toBe(404)
      expect((await t.call(method, `/properties/${id}`, body, admin)).status).toBe(200)
    }
  })

  test('a draft is seen by its owner only; a deleted home by nobody', async ({ t }) => {
    const owner = await t.user()
    const id = await t.home(owner, { status: 'draft' })
    expect((await t.call('GET', `/properties/${id}`)).status).toBe(404)
    expect((await t.call('GET', `/properties/${id}`, undefined, await t.user())).status).toBe(404)
    expect((await t.call('GET', `/properties/${id}`, undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', `/properties/${id}`, undefined, owner)).status).toBe(200)
    expect((await t.call('GET', `/properties/${id}`, undefined, owner)).status).toBe(404)
    expect((await t.call('PUT', `/properties/${id}`, {}, owner)).status).toBe(404)
  })

  test('a home with a stay to come is not deleted', async ({ t }) => {
    const owner = await t.user()
    const guest = await t.user()
    const id = await t.home(owner)
    await t.call('POST', '/reservations', { property_id: id, check_in: inDays(5), check_out: inDays(7) }, guest)
    expect((await t.call('DELETE', `/properties/${id}`, undefined, owner)).status).toBe(409)
    await holdUntil(t, '-1 second')
    expect((await t.call('DELETE', `/properties/${id}`, undefined, owner)).status).toBe(200)
  })
})

describe('photos', () => {
  const add = async (t: TestApp, owner: { token: string }, id: string, color?: string) =>
    t.form(`/properties/${id}/photos`, { photo: await picture(color), alt: `photo ${color}` }, owner)
  const order = async (t: TestApp, id: string) =>
    (await t.call('GET', `/properties/${id}`)).body.data.photos.map((photo: { alt: string }) => photo.alt)

  isolated('are added, re-encoded, ordered, described, removed', async ({ t }) => {
    const owner = await t.user()
    const id = await t.home(owner)
    const added = []
    for (const color of ['red', 'green', 'blue']) added.push((await add(t, owner, id, color)).body.data)
    expect(added[0]).toMatchObject({
      width: 640,
      height: 480,
      url: expect.stringMatching(/^http:\/\/sejour.test\/storage\/properties\/.+\.webp$/),
    })
    expect(
      (await sharp(await readFile(path.join(t.app.config.dataDir, new URL(added[0].url).pathname))).metadata()).format,
    ).toBe('webp')
    const move = (photo: number, position: number) =>
      t.call('PUT', `/properties/${id}/photos/${photo}`, { position }, owner)
    await move(added[2].id, 1)
    expect(await order(t, id)).toEqual(['photo blue', 'photo red', 'photo green'])
    await move(added[2].id, 3)
    expect(await order(t, id)).toEqual(['photo red', 'photo green', 'photo blue'])
    await move(added[0].id, 30)
    expect(await order(t, id)).toEqual(['photo green', 'photo blue', 'photo red'])
    await t.call('PUT', `/properties/${id}/photos/${added[1].id}`, { alt: 'garden' }, owner)
    expect((await t.call('DELETE', `/properties/${id}/photos/${added[0].id}`, undefined, owner)).status).toBe(200)
    expect(await order(t, id)).toEqual(['garden', 'photo blue'])
    expect(await readdir(path.join(t.app.config.dataDir, 'storage/properties'))).toHaveLength(2)
    const hit = (await t.call('GET', '/properties/search')).body.data[0]
    expect(hit.cover).toBe(added[1].url)
  })

  alone('of an account are published when its address is verified, not before', async ({ t }) => {
    const owner = await t.user({ verified: false })
    const id = await t.home(owner, { status: 'draft' })
    expect((await add(t, owner, id)).status).toBe(403)
    expect(await t.db`select from property_photos`).toHaveLength(0)
    await t.db`update users set email_verified_at = now() where id = ${owner.id}`
    expect((await add(t, owner, id)).status).toBe(201)
  })

  test('are the owner’s business, of this home, and pictures', async ({ t }) => {
    const owner = await t.user()
    const id = await t.home(owner)
    const other = await t.home(owner)
    const photo = (await add(t, owner, id)).body.data.id
    const stranger = await t.user()
    expect((await add(t, stranger, id)).status).toBe(403)
    expect((await t.call('DELETE', `/properties/${id}/photos/${photo}`, undefined, stranger)).status).toBe(403)
    expect((await t.call('DELETE', `/properties/${other}/photos/${photo}`, undefined, owner)).status).toBe(404)
    expect((await t.call('PUT', `/properties/${other}/photos/${photo}`, { alt: 'x' }, owner)).status).toBe(404)
    expect((await t.form(`/properties/${id}/photos`, { photo: new Blob(['nope']) }, owner)).status).toBe(400)
    expect((await t.form(`/properties/${id}/photos`, { alt: 'none' }, owner)).body.data).toHaveProperty('photo')
    expect((await t.form(`/properties/${id}/photos`, { photo: await picture() })).status).toBe(401)
    expect(await readdir(path.join(t.app.config.dataDir, 'storage/properties'))).toHaveLength(1)
  })

  isolated('thirty at the most, also when forty arrive at once', async ({ t }) => {
    const owner = await t.user()
    const id = await t.home(owner)
    const answers = await Promise.all(Array.from({ length: 40 }, () => add(t, owner, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
    expect(await readdir(path.join(t.app.config.dataDir, 'storage/properties'))).toHaveLength(30)
  })
})

test('the kinds of homes and rooms come in the caller’s language', async ({ t }) => {
  const { body } = await t.call('GET', '/property/types')
  expect(body.data).toContainEqual({ id: 'cottage', name: 'Gîte' })
  expect((await t.call('GET', '/room-types', undefined, { locale: 'en' })).body.data[0]).toEqual({
    id: 'entire_home',
    name: 'Entire home',
  })
})
