import { describe, expect } from 'vitest'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { expectHomesInStep } from '../../support/booking.ts'

const fields = (property_id: string, changes: object = {}) => ({
  season_libelle: 'Été',
  season_start_date: inDays(10),
  season_end_date: inDays(20),
  season_reduction_percent: 12.5,
  property_id,
  ...changes,
})
const create = (t: TestApp, owner: TestUser, home: string, changes: object = {}) =>
  t.call('POST', '/seasons-test', fields(home, changes), owner)
/** The price of two nights in the quote and in the search. */
const total = async (t: TestApp, property_id: string) => {
  const stay = { check_in: inDays(12), check_out: inDays(14) }
  const quote = await t.call('POST', '/quotes', { property_id, ...stay })
  const hits = await t.call('GET', `/properties/search?check_in=${stay.check_in}&check_out=${stay.check_out}`)
  const hit = hits.body.data.find(({ id }: { id: string }) => id === property_id)
  expect(hit.price_total).toBe(quote.body.data.total)
  await expectHomesInStep(t)
  return quote.body.data.total
}

describe('/seasons-test', () => {
  test('a season is made active, read, and listed', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { status, body } = await create(t, owner, home, { season_status: 'active' })
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        property_id: home,
        season_libelle: 'Été',
        season_description: null,
        season_start_date: inDays(10),
        season_end_date: inDays(20),
        season_reduction_percent: 12.5,
        season_min_stay: null,
        season_max_stay: null,
        season_reduction_policy: 'nights',
        season_status: 'active',
        overlaps: [],
      },
    ])
    const path = `/seasons-test/${body.data.id}`
    const { overlaps: _, ...season } = body.data
    expect((await t.call('GET', path)).body.data).toEqual(season)
    expect((await t.call('GET', `/seasons-test?property_id=${home}`)).body.meta).toMatchObject({
      page: 1,
      per_page: 20,
      total: 1,
      last_page: 1,
    })
  })

  test('is active from the beginning: another status on creation is refused', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    for (const season_status of ['inactive', 'nope', 7]) {
      const { status, body } = await create(t, owner, home, { season_status })
      expect([status, body.errors]).toEqual([400, { season_status: [{ code: 'set_after_creation' }] }])
    }
  })

  test('prices follow a season at once: when it is made, inactive, for longer stays, or for all again', async ({
    t,
  }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { body } = await create(t, owner, home)
    const path = `/seasons-test/${body.data.id}`
    expect(await total(t, home)).toBe(175)
    expect((await t.call('PATCH', path, { season_status: 'inactive' }, owner)).body.data).toEqual({
      ...body.data,
      season_status: 'inactive',
    })
    expect(await total(t, home)).toBe(200)
    expect(
      (await t.call('PUT', path, { season_status: 'active', season_reduction_percent: 50, season_min_stay: 3 }, owner))
        .status,
    ).toBe(200)
    expect(await total(t, home)).toBe(200)
    expect((await t.call('PUT', path, { season_min_stay: null }, owner)).body.data.season_min_stay).toBeNull()
    expect(await total(t, home)).toBe(100)
  })

  test('prices follow the end of a season at once, and it is gone', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { body } = await create(t, owner, home)
    const path = `/seasons-test/${body.data.id}`
    expect((await t.call('DELETE', path, undefined, owner)).status).toBe(200)
    expect((await t.call('GET', path)).status).toBe(404)
    expect(await total(t, home)).toBe(200)
  })

  test('a season moves to another home of its owner', async ({ t }) => {
    const owner = await t.user()
    const [from, to] = [await t.home(owner), await t.home(owner)]
    const { id } = (await create(t, owner, from)).body.data
    expect([await total(t, from), await total(t, to)]).toEqual([175, 200])
    expect((await t.call('PATCH', `/seasons-test/${id}`, { property_id: to }, owner)).status).toBe(200)
    expect([await total(t, from), await total(t, to)]).toEqual([200, 175])
  })

  alone('of a draft are for its owner and the staff', async ({ t }) => {
    const [owner, guest] = [await t.user(), await t.user()]
    const home = await t.home(owner, { status: 'draft' })
    const { id } = (await create(t, owner, home)).body.data
    const read = async (user?: TestUser) => {
      const one = await t.call('GET', `/seasons-test/${id}`, undefined, user)
      const all = await t.call('GET', '/seasons-test', undefined, user)
      const named = await t.call('GET', `/seasons-test?property_id=${home}`, undefined, user)
      return [one.status, all.body.meta.total, named.body.meta.total]
    }
    for (const reader of [undefined, guest]) expect(await read(reader)).toEqual([404, 0, 0])
    for (const reader of [owner, await t.user({ role: 'support' }), await t.user({ role: 'admin' })])
      expect(await read(reader)).toEqual([200, 1, 1])
    await t.call('PUT', `/properties/${home}`, { status: 'published' }, owner)
    expect(await read()).toEqual([200, 1, 1])
    await t.call('DELETE', `/properties/${home}`, undefined, owner)
    expect(await read(owner)).toEqual([404, 0, 0])
  })

  test('existing reservations keep their price', async ({ t }) => {
    const [owner, guest] = [await t.user(), await t.user()]
    const home = await t.home(owner)
    const { reservation_id } = (
      await t.call('POST', '/reservations', { property_id: home, check_in: inDays(12), check_out: inDays(14) }, guest)
    ).body.data
    await create(t, owner, home)
    expect((await t.call('GET', `/reservations/${reservation_id}`, undefined, guest)).body.data.price.total).toBe(200)
  })

  test('every rule of the specification has its field error', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const fieldsOf = async (changes: object) => {
      const { status, body } = await create(t, owner, home, changes)
      expect(status).toBe(400)
      return Object.keys(body.data).sort()
    }
    expect(Object.keys((await t.call('POST', '/seasons-test', {}, owner)).body.data).sort()).toEqual([
      'property_id',
      'season_end_date',
      'season_libelle',
      'season_reduction_percent',
      'season_start_date',
    ])
    expect(await fieldsOf({ season_libelle: 'x'.repeat(256) })).toEqual(['season_libelle'])
    expect(await fieldsOf({ season_end_date: inDays(9) })).toEqual(['season_end_date', 'season_start_date'])
    expect(await fieldsOf({ season_start_date: 'x' })).toEqual(['season_start_date'])
    expect(await fieldsOf({ season_reduction_percent: 100.01 })).toEqual(['season_reduction_percent'])
    expect(await fieldsOf({ season_reduction_percent: -1 })).toEqual(['season_reduction_percent'])
    expect(await fieldsOf({ season_reduction_percent: '1.23' })).toEqual(['season_reduction_percent'])
    expect(await fieldsOf({ season_min_stay: 0, season_max_stay: 0 })).toEqual(['season_max_stay', 'season_min_stay'])
    expect(await fieldsOf({ season_min_stay: 5, season_max_stay: 4 })).toEqual(['season_max_stay'])
    expect(await fieldsOf({ season_reduction_policy: 'weeks' })).toEqual(['season_reduction_policy'])
    expect(await fieldsOf({ property_id: '01980000-0000-7000-8000-000000000000' })).toEqual(['property_id'])
    const { id } = (await create(t, owner, home)).body.data
    for (const method of ['PUT', 'PATCH']) {
      expect(
        Object.keys(
          (await t.call(method, `/seasons-test/${id}`, { season_end_date: inDays(1) }, owner)).body.data,
        ).sort(),
      ).toEqual(['season_end_date', 'season_start_date'])
      expect((await t.call(method, `/seasons-test/${id}`, { season_status: 'paused' }, owner)).status).toBe(400)
    }
    expect(
      (await create(t, owner, home, { season_reduction_percent: 0, season_start_date: inDays(20), season_min_stay: 1 }))
        .status,
    ).toBe(201)
  })

  test('belong to the home’s owner', async ({ t }) => {
    const [owner, other] = [await t.user(), await t.user()]
    const [home, theirs] = [await t.home(owner), await t.home(other)]
    const { id } = (await create(t, owner, home)).body.data
    expect((await create(t, other, home)).status).toBe(403)
    expect((await t.call('POST', '/seasons-test', fields(home))).status).toBe(401)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await t.call(method, `/seasons-test/${id}`, method === 'DELETE' ? undefined : {}, other)).status).toBe(
        403,
      )
    expect((await t.call('PUT', `/seasons-test/${id}`, { property_id: theirs }, owner)).status).toBe(403)
    expect((await t.call('PUT', '/seasons-test/999', {}, owner)).status).toBe(404)
    expect((await t.call('DELETE', '/seasons-test/abc', undefined, owner)).status).toBe(404)
    expect((await t.call('DELETE', `/seasons-test/${id}`, undefined, await t.user({ role: 'support' }))).status).toBe(
      200,
    )
  })
})
