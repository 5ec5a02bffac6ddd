import { expect } from 'vitest'
import { inDays, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'
import { bookDays } from '../../support/calendars.ts'

const get = (t: TestApp, url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url: `/api/v1${url}`, headers })
const bearer = (user: TestUser) => ({ authorization: `Bearer ${user.token}` })

test('who has the present answer is told so, until a booking changes it', async ({ t }) => {
  const owner = await t.user()
  const guest = await t.user()
  const home = await t.home(owner)
  const search = `/properties/search?city_id=${PARIS}&check_in=${inDays(10)}&check_out=${inDays(12)}`
  for (const url of [search, `/calendars/properties/${home}/availability?from=${inDays(0)}&to=${inDays(40)}`]) {
    const first = await get(t, url)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(first.headers.vary).toMatch(/Accept-Language, Authorization$/)
    const again = await get(t, url, { 'if-none-match': `W/"other", ${first.headers.etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect((await get(t, url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  }
  const before = await get(t, search)
  expect((await bookDays(t, guest, home, 10, 12)).status).toBe(201)
  const after = await get(t, search, { 'if-none-match': String(before.headers.etag) })
  expect([after.statusCode, after.json().meta.total]).toEqual([200, 0])
})

test('languages and callers have answers of their own', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  const url = `/properties/${home}`
  const french = await get(t, url)
  const english = await get(t, url, { 'accept-language': 'en' })
  const own = await get(t, url, bearer(owner))
  expect(new Set([french, english, own].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(own.headers['cache-control']).toBe('private, no-cache')
  const asOther = await get(t, url, { 'if-none-match': String(own.headers.etag) })
  expect([asOther.statusCode, asOther.json().data.address]).toEqual([200, french.json().data.address])
})

test('reference data may be kept; HEAD has the ETag of GET; refusals and writes have none', async ({ t }) => {
  const countries = await get(t, '/get-countries')
  expect(countries.headers['cache-control']).toBe('public, max-age=300')
  const head = await get(t, '/get-countries', {}, 'HEAD')
  expect([head.statusCode, head.headers.etag]).toEqual([200, countries.headers.etag])
  const missing = await get(t, '/properties/00000000-0000-7000-8000-000000000000')
  expect([missing.statusCode, missing.headers.etag, missing.headers['cache-control']]).toEqual([
    404,
    undefined,
    'no-store',
  ])
  const mine = await get(t, '/user', bearer(await t.user()))
  expect([mine.headers.etag, mine.headers['cache-control']]).toEqual([undefined, 'no-store'])
})
