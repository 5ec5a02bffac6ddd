import { describe, expect } from 'vitest'
import { refreshPopularityJob } from '../../../src/homes/search/jobs.ts'
import { refreshPopularity } from '../../../src/homes/search/popularity.ts'
import { alone, inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'

const titles = async (t: TestApp, path: string, user?: TestUser) => {
  const { status, body } = await t.call('GET', path, undefined, user)
  expect(status).toBe(200)
  return body.data.map((hit: { title: string }) => hit.title)
}
const favorite = async (t: TestApp, user: TestUser, id: string) =>
  t.call('POST', `/properties/${id}/favorite`, undefined, user)

describe('lists of homes', () => {
  isolated('public, filter and popular are the search with other defaults', async ({ t }) => {
    const owner = await t.user()
    const cheap = await t.home(owner, { title: 'cheap', base_price: 10 })
    await t.home(owner, { title: 'dear', base_price: 500, bedrooms: 3 })
    await t.home(owner, { title: 'draft', status: 'draft' })
    expect(await titles(t, '/properties/public')).toEqual(['dear', 'cheap'])
    expect(await titles(t, '/properties/filter')).toEqual(['cheap', 'dear'])
    expect(await titles(t, '/properties/filter?bedrooms=2')).toEqual(['dear'])
    await favorite(t, await t.user(), cheap)
    await t.app.jobs.enqueue(t.db, refreshPopularityJob, {})
    await t.drain()
    expect(await titles(t, '/properties/popular')).toEqual(['cheap', 'dear'])
    expect(await titles(t, `/properties/popular?check_in=${inDays(3)}&check_out=${inDays(4)}&price_min=100`)).toEqual([
      'dear',
    ])
  })

  isolated('popularity adds up recent bookings, favourites and rating, home by home', async ({ t }) => {
    const owner = await t.user()
    const ids: string[] = []
    for (const title of ['unknown', 'booked long ago', 'liked', 'rated', 'booked'])
      ids.push(await t.home(owner, { title }))
    const [, past, liked, rated, booked] = ids as [string, string, string, string, string]
    for (const [property_id, days] of [
      [past, 300],
      [booked, 1],
    ] as const) {
      await t.db`
        insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency, created_at)
        values (${property_id}, ${owner.id}, '2026-01-01', '2026-01-02', 1, 'completed', '{}', 0, 0, 'EUR', now() - make_interval(days => ${days}))`
    }
    await favorite(t, await t.user(), liked)
    await t.db`update properties set rating_average = 4.5, rating_count = 1 where id = ${rated}`
    // In slices of two homes none is left out, not even the last one.
    await refreshPopularity(t.app, t.db, 2)
    expect(await titles(t, '/properties/popular')).toEqual(['booked', 'rated', 'liked', 'booked long ago', 'unknown'])
  })

  test('favourites toggle, are one’s own, and can be searched', async ({ t }) => {
    const [owner, user, other] = [await t.user(), await t.user(), await t.user()]
    const [red, blue] = [await t.home(owner, { title: 'red' }), await t.home(owner, { title: 'blue' })]
    expect((await favorite(t, user, red)).body.data).toEqual({ favorite: true })
    await favorite(t, user, blue)
    expect(await titles(t, '/properties/get/favorites', user)).toEqual(['blue', 'red'])
    expect(await titles(t, '/properties/favorites/search?q=red', user)).toEqual(['red'])
    expect(await titles(t, '/properties/get/favorites', other)).toEqual([])
    expect((await favorite(t, user, blue)).body.data).toEqual({ favorite: false })
    expect(await titles(t, '/properties/get/favorites', user)).toEqual(['red'])
    expect((await favorite(t, user, await t.home(owner, { status: 'draft' }))).status).toBe(404)
    expect((await favorite(t, user, 'x')).status).toBe(404)
    for (const [method, path] of [
      ['POST', `/properties/${red}/favorite`],
      ['GET', '/properties/get/favorites'],
      ['GET', '/properties/favorites/search'],
    ] as const) {
      expect((await t.call(method, path)).status).toBe(401)
    }
  })

  alone('twenty taps at once are ten on and ten off', async ({ t }) => {
    const user = await t.user()
    const home = await t.home(await t.user())
    const answers = await Promise.all(Array.from({ length: 20 }, () => favorite(t, user, home)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter(({ body }) => body.data.favorite)).toHaveLength(10)
    expect(await t.db`select from favorites`).toHaveLength(0)
  })
})
