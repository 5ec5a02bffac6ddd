import { describe, expect } from 'vitest'
import { inDays, test } from '../support/app.ts'
import { scene } from '../support/booking.ts'

describe('a misspelt field', () => {
  test('is refused by name, in bodies, forms and queries, and nothing is done', async ({ t }) => {
    const { owner, home } = await scene(t)
    const key = { name: 'Till', scopes: ['calendar.read'], property_id: home, expire_at: '2030-01-01T00:00:00Z' }
    const asked = [
      [await t.call('POST', '/api-keys', key, owner), ['property_id', 'expire_at']],
      [await t.call('POST', '/webhook-endpoints', { url: 'https://a.example/', events: ['x'] }, owner), ['events']],
      [
        await t.call('POST', '/quotes', { property_id: home, check_in: inDays(5), check_out: inDays(7), pets: 1 }),
        ['pets'],
      ],
      [await t.call('GET', `/exports/reservations.csv?property=${home}`, undefined, owner), ['property']],
      [
        await t.form(`/properties/${home}/photos`, { photo: new Blob(['x']), alternative: 'x' }, owner),
        ['alternative'],
      ],
    ] as const
    for (const [{ status, body }, fields] of asked) {
      const unknown = Object.entries(body.errors as Record<string, { code: string }[]>)
        .filter(([, problems]) => problems.some(({ code }) => code === 'unknown_field'))
        .map(([field]) => field)
      expect([status, unknown]).toEqual([400, fields])
    }
    expect((await t.call('GET', '/api-keys', undefined, owner)).body.data).toEqual([])
    expect((await t.call('GET', '/webhook-endpoints', undefined, owner)).body.data).toEqual([])
  })

  test('is ignored by operations of the specification, and by addresses that people open', async ({ t }) => {
    const { owner, home } = await scene(t)
    const login = { login: owner.email, password: 'correct horse', remember: true }
    expect((await t.call('POST', '/auth/login?utm_source=mail', login)).status).toBe(201)
    expect((await t.call('GET', '/properties/search?utm_source=mail')).status).toBe(200)
    const closure = { start_date: inDays(5), end_date: inDays(6), colour: 'red' }
    expect((await t.call('POST', `/calendars/properties/${home}/close`, closure, owner)).status).toBe(201)
    const { body } = await t.call('POST', '/exports', { export: 'calendar' }, owner)
    expect((await t.call('GET', `${body.data.url}&utm_source=mail`)).status).toBe(200)
  })
})
