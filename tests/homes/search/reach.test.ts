import { expect } from 'vitest'
import { alone, inDays, type TestApp } from '../../support/app.ts'

/** Copies a home until this many are published, without its triggers. */
async function copyHome({ db }: TestApp, home: string, count: number): Promise<void> {
  const written = await db<{ table: string; columns: string }[]>`
    select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ') as columns
    from pg_attribute
    where attrelid in ('properties'::regclass, 'search_homes'::regclass) and attnum > 0 and not attisdropped
      and attgenerated = '' and attname <> 'id'
    group by 1`
  const columnsOf = (name: string) => written.find(({ table }) => table === name)?.columns ?? ''
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`
      insert into properties (id, ${columnsOf('properties')}) select gen_random_uuid(), ${columnsOf('properties')}
      from properties cross join generate_series(2, ${count}) where id = '${home}'`)
    await tx.unsafe(`
      insert into search_homes (id, ${columnsOf('search_homes')}) select other.id, ${columnsOf('search_homes')}
      from search_homes cross join (select id from properties where id <> '${home}') other where search_homes.id = '${home}'`)
  })
  await db`analyze search_homes`
}

alone('a search counts and pages through ten thousand homes, and says where there are more', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner, { bedrooms: 2 })
  await copyHome(t, home, 10_001)
  const search = async (query: string) => (await t.call('GET', `/properties/search?${query}`)).body
  const stay = `check_in=${inDays(30)}&check_out=${inDays(33)}`

  for (const query of [
    '',
    stay,
    `${stay}&sort=price`,
    `${stay}&price_max=1000`,
    'q=maison',
    'sort=distance&lat=48&lng=2',
  ]) {
    const { meta, data } = await search(`per_page=30&page=334&${query}`)
    expect([query, meta, data.length]).toMatchObject([
      query,
      { page: 334, per_page: 30, total: 10_000, last_page: 334, total_relation: 'gte' },
      10,
    ])
  }
  const counted = (await search('facets=bedrooms,room_types&bedrooms=3')).meta
  expect(counted).toMatchObject({
    total: 0,
    total_relation: 'eq',
    facets_relation: 'gte',
    facets: { bedrooms: [{ from: 2, count: 10_001 }], room_types: [] },
  })

  expect((await t.call('DELETE', `/properties/${home}`, undefined, owner)).status).toBe(200)
  expect((await search('per_page=100&page=100&facets=bedrooms')).meta).toMatchObject({
    total: 10_000,
    last_page: 100,
    total_relation: 'eq',
    facets_relation: 'eq',
  })
  const beyond = await search('per_page=30&page=335')
  expect([beyond.code, beyond.errors]).toMatchObject(['validation', { page: [{ code: 'beyond_reach' }] }])
})
