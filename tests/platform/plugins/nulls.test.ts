import { describe, expect } from 'vitest'
import { z } from 'zod'
import { day, integerId, roundedMoney, textId, uuid, wholeParameter } from '../../../src/platform/http/fields.ts'
import { isAbsence, withEmptyAsNull, withoutNulls } from '../../../src/platform/http/nulls.ts'
import { alone, inDays, PARIS, test } from '../../support/app.ts'
import { scene, stay } from '../../support/booking.ts'
import { addPhoto, picture } from '../../support/files.ts'
import { pastStay } from '../../support/stays.ts'

interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema?: Body; example?: object } | undefined> } }>
  >
  components: { schemas: Record<string, Body> }
}

interface Body {
  properties?: Record<string, unknown>
  required?: string[]
  $ref?: string
}

describe('null for an optional field', () => {
  // It writes to whoever has the numbers of the examples.
  alone('is refused in no operation, unless its absence is', async ({ t }) => {
    const document: Document = (await t.call('GET', '//openapi.json')).body
    const admin = await t.user({ role: 'admin' })
    let tried = 0
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const { schema, example } = requestBody?.content['application/json'] ?? {}
        if (!schema) continue
        const body = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
        const url = `/${path.replaceAll(/\{\w+\}/g, '01980000-0000-7000-8000-000000000000')}`
        for (const field of Object.keys(body.properties ?? {})) {
          if (body.required?.includes(field)) continue
          const refusal = async (value: unknown) => {
            const answer = await t.call(method.toUpperCase(), url, { ...example, [field]: value }, admin)
            return answer.status === 400 ? answer.body.data?.[field] : undefined
          }
          const refused = await refusal(null)
          if (refused !== undefined) expect(refused, `${method} ${path} ${field}`).toEqual(await refusal(undefined))
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(60)
  })

  test('is absence below fields that have a default too', async ({ t }) => {
    const { owner, home } = await scene(t)
    const texts = { fr: null, en: { door: 'Blue', way: null } }
    const written = await t.call('PUT', `/properties/${home}/arrival`, { texts }, owner)
    expect([written.status, written.body.data.texts]).toEqual([200, { en: { door: 'Blue' } }])
  })

  test('is absence where something is made', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    const bare = { title: 'Maison', city_id: PARIS, base_price: 100, max_guests: 4 }
    const optional = { description: null, property_type: null, amenities: null, status: null, min_stay: null }
    const made = await t.call('POST', '/properties', { ...bare, ...optional, weekend_price: null }, owner)
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { description: '', property_type: 'apartment', status: 'published', min_stay: 1, weekend_price: null },
    ])
    const booked = await t.call('POST', '/reservations', { ...stay(home), children: null, message: null }, guest)
    expect(booked.status).toBe(201)
    const season = {
      property_id: home,
      season_libelle: 'Été',
      season_start_date: inDays(1),
      season_end_date: inDays(9),
      season_reduction_percent: 10,
      season_description: null,
      season_min_stay: null,
      season_reduction_policy: null,
    }
    expect((await t.call('POST', '/seasons-test', season, owner)).body.data).toMatchObject({
      season_description: null,
      season_min_stay: null,
      season_reduction_policy: 'nights',
    })
    const closure = { start_date: inDays(50), end_date: inDays(51), reason: null }
    expect((await t.call('POST', `/calendars/properties/${home}/close`, closure, owner)).status).toBe(201)
    const quote = await t.call('POST', '/quotes', { ...stay(home, 60), children: null, infants: null })
    expect(quote.body.data.guests).toEqual({ adults: 2, children: 0, infants: 0 })
  })

  test('empties in a change of a home what may be empty, and leaves the rest', async ({ t }) => {
    const { owner, home } = await scene(t, { description: 'Grande', weekend_price: 120, min_stay: 2 })
    const changes = { weekend_price: null, description: null, min_stay: null, title: null }
    expect((await t.call('PUT', `/properties/${home}`, changes, owner)).body.data).toMatchObject({
      weekend_price: null,
      description: 'Grande',
      min_stay: 2,
      title: 'Maison du test',
    })
  })

  test('empties in a change of a photo what may be empty, and leaves the rest', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { id } = (await addPhoto(t, owner, home)).body.data
    const photo = (body: object) => t.call('PUT', `/properties/${home}/photos/${id}`, body, owner)
    expect((await photo({ alt: 'Le salon' })).body.data.alt).toBe('Le salon')
    expect((await photo({ position: null })).body.data.alt).toBe('Le salon')
    expect((await photo({ alt: null })).body.data.alt).toBeNull()
  })

  test('empties in a change of a profile what may be empty, with its file, and leaves the rest', async ({ t }) => {
    const guest = await t.user({ locale: 'en' })
    const form = new FormData()
    form.set('avatar', await picture('blue'), 'a.png')
    const encoded = new Response(form)
    await t.call('PUT', '/user', Buffer.from(await encoded.arrayBuffer()), {
      ...guest,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    const profile = async () => (await t.call('GET', '/user', undefined, guest)).body.data
    const { avatar: path } = await profile()
    expect(path).toMatch(/^http:\/\/sejour.test\/storage\/avatars\//)
    expect((await t.call('GET', `/${path}`)).status).toBe(200)
    expect((await t.call('PUT', '/user', { locale: null, country_id: null }, guest)).status).toBe(200)
    expect(await profile()).toMatchObject({ avatar: path, country_id: 'FR', locale: 'en' })
    expect((await t.call('PUT', '/user', { avatar: null }, guest)).body.data.avatar).toBeNull()
    expect((await t.call('GET', `/${path}`)).status).toBe(404)
  })

  test('empties in a review what may be empty, and leaves the rest', async ({ t }) => {
    const { home, guest } = await scene(t)
    const reservation_id = await pastStay(t, home, guest)
    const scores = { cleanliness: 5, accuracy: null }
    const review = await t.call(
      'POST',
      `/properties/${home}/comments`,
      { reservation_id, rating: 5, content: 'x', scores },
      guest,
    )
    expect([review.status, review.body.data.scores]).toMatchObject([201, { cleanliness: 5, accuracy: null }])
    const edit = (body: object) => t.call('PUT', `/comments/${review.body.data.id}`, body, guest)
    expect((await edit({ content: null, rating: 4 })).body.data).toMatchObject({
      rating: 4,
      content: 'x',
      scores: { cleanliness: 5 },
    })
    expect((await edit({ scores: null })).body.data.scores).toMatchObject({ cleanliness: null })
  })
})

test('an empty text is null for what is no text', () => {
  const schema = z.object({
    required: day,
    text: z.string().min(1).optional(),
    name: z.string().optional(),
    email: z.email().nullish(),
    choice: z.enum(['a', 'b']).optional(),
    emptied: roundedMoney.nullable().optional(),
    defaulted: wholeParameter(1, 9).default(1),
    day: day.optional().describe('x'),
    moment: z.iso.datetime().nullish(),
    id: integerId.optional(),
    city: textId.optional(),
    home: uuid.optional(),
    flag: z.boolean().optional(),
    nested: z.object({ count: z.int().optional() }).optional(),
  })
  const names = Object.keys(schema.shape)
  const body = { ...Object.fromEntries(names.map((name) => [name, ''])), nested: { count: '' }, other: '' }
  expect(withoutNulls(schema, withEmptyAsNull(schema, body))).toEqual({
    ...{ required: '', text: '', name: '', email: '', other: '' },
    ...{ emptied: null, moment: null, nested: {} },
  })
})

test('the schema says what null means', () => {
  const schema = z.object({
    required: z.string(),
    optional: z.string().optional(),
    defaulted: z.int().default(1),
    emptied: z.string().nullable().optional(),
    nested: z.object({ optional: z.string().exactOptional() }).optional(),
  })
  const body = {
    required: null,
    optional: null,
    defaulted: null,
    emptied: null,
    nested: { optional: null },
    other: null,
  }
  expect(withoutNulls(schema, body)).toEqual({ required: null, emptied: null, nested: {}, other: null })
  for (const odd of [null, 'text', 7, [null]]) expect(withoutNulls(schema, odd)).toEqual(odd)
  expect(isAbsence(undefined)).toBe(false)
})
