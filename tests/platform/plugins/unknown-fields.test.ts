import { describe, expect } from 'vitest'
import { operationsOf } from '../../support/access.ts'
import { inDays, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { TABLE_A, TABLE_B } from '../../support/specification.ts'
import { bookedByHand } from '../../support/stay-page.ts'

/** Names that every plain object of JavaScript has, which are fields like any other here. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then']

test('is ignored by the operations of the specification, which say that they are, and by no others but some addresses', ({
  t,
}) => {
  const names: Record<string, string> = {
    '{identity_provider_a}': 'google',
    '{identity_provider_b}': 'facebook',
    '{payment_provider}': 'stripe',
  }
  const inTables = [...TABLE_A, ...TABLE_B].map((name) => name.replaceAll(/\{\w+\}/g, (part) => names[part] ?? '*'))
  const operations = operationsOf(t).map(({ name, config }) => ({ config, name: name.replaceAll(/\{\w+\}/g, '*') }))
  const namesOf = (wanted: typeof operations) => wanted.map(({ name }) => name).toSorted()
  const signIns = inTables.filter((name) => /google|facebook|oauth2/.test(name))
  expect(namesOf(operations.filter(({ config }) => config.specified))).toEqual(
    inTables.filter((name) => !signIns.includes(name)).toSorted(),
  )
  expect(namesOf(operations.filter(({ config }) => config.takesMore))).toEqual(expect.arrayContaining(signIns))
})

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

  test('is refused where an operation takes no parameter or no body at all', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { body: made } = await t.call('POST', '/api-keys', { name: 'Till', scopes: ['calendar.read'] }, owner)
    const asked = [
      ['DELETE', `/properties/${home}?dry_run=true`, undefined, 'dry_run'],
      ['DELETE', `/api-keys/${made.data.id}?dry_run=true`, undefined, 'dry_run'],
      ['DELETE', `/api-keys/${made.data.id}`, { dry_run: true }, 'dry_run'],
      ['POST', '/properties?dry_run=true', {}, 'dry_run'],
      ['POST', `/messages/${owner.id}/typing`, { on: false }, 'on'],
      ['GET', '/auth/sessions?page=2', undefined, 'page'],
    ] as const
    for (const [method, path, given, field] of asked) {
      const { status, body } = await t.call(method, path, given, owner)
      expect([path, status, body.errors?.[field]]).toEqual([path, 400, [{ code: 'unknown_field' }]])
    }
    expect((await t.call('GET', '/api-keys', undefined, owner)).body.data).toHaveLength(1)
    expect((await t.call('GET', `/properties/${home}`, undefined, owner)).body.data).toMatchObject({ id: home })
    expect((await t.call('DELETE', `/api-keys/${made.data.id}`, {}, owner)).status).toBe(200)
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

  test('is refused by name also where every object has one of this name', async ({ t }) => {
    const { owner, home, id, link } = await bookedByHand(t)
    const photos = `/properties/${home}/photos`
    const url = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    for (const name of INHERITED) {
      const asked = [
        await t.call('GET', `/inbox?${name}=1`, undefined, owner),
        await t.call('GET', `/auth/sessions?${name}=1`, undefined, owner),
        // As text: an object literal would not have `__proto__` as a field.
        await t.call('POST', `/reservations/${id}/messages`, `{"content":"x","${name}":1}`, owner),
        await t.call('POST', `${link}/messages`, `content=c&${name}=1`, url),
        await t.form(photos, { [name]: 'x' }, owner),
      ]
      expect([name, ...asked.map(({ status }) => status)]).toEqual([name, 400, 400, 400, 400, 400])
      const named = asked
        .slice(0, 2)
        .concat(asked[3] ?? [])
        .map(({ body }) => Object.hasOwn(body.errors, name))
      expect([name, ...named]).toEqual([name, true, true, true])
    }
  })
})
