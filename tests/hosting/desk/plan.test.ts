import { describe, expect } from 'vitest'
import { addDays } from '../../../src/platform/lib/days.ts'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { addFeed, calendarOf, importAgain, test as withPlatform } from '../../support/feeds.ts'
import { makeKey } from '../../support/keys.ts'
import { paid, reserved } from '../../support/payments.ts'
import { holdUntil, shift } from '../../support/stays.ts'
import { actingFor, joins } from '../../support/team.ts'

type Caller = TestUser | { token: string; headers?: Record<string, string> }

const ask = (t: TestApp, caller: Caller, query = '') => t.call('GET', `/plan${query}`, undefined, caller)
const between = (from: number, to: number) => `?from=${inDays(from)}&to=${inDays(to)}`
const rowsOf = async (t: TestApp, caller: Caller, query: string) => (await ask(t, caller, query)).body.data
const close = (t: TestApp, owner: TestUser, home: string, from: number, to: number, more: object = {}) =>
  t.call(
    'POST',
    `/calendars/properties/${home}/close`,
    { start_date: inDays(from), end_date: inDays(to), ...more },
    owner,
  )

describe('the plan of a company', () => {
  test('has each home with its stays, its closures and what a desk asks about them', async ({ t }) => {
    const { owner, guest, home, id } = await paid(t)
    await close(t, owner, home, 40, 42, { reason: 'Travaux' })
    const stays_there = { kind: 'owner_stay', name: 'Famille Roux', guests: 2, note: 'Chien' }
    await close(t, owner, home, 50, 51, stays_there)
    const answer = await ask(t, owner, between(28, 60))
    expect(answer.body.meta).toEqual({
      ...{ page: 1, per_page: 50, total: 1, last_page: 1 },
      ...{ from: inDays(28), to: inDays(60) },
    })
    const none = { name: null, guests: null, note: null, feed: null, feed_id: null }
    expect(answer.body.data).toEqual([
      {
        property: { id: home, title: 'Casa', city: 'Paris' },
        stays: [
          {
            ...{
              id,
              check_in: inDays(30),
              check_out: inDays(33),
              adults: 2,
              children: 0,
              infants: 0,
              status: 'confirmed',
            },
            ...{ source: 'direct', ota_name: null, guest_id: guest.id, guest_name: expect.any(String) },
            ...{ amount_open: 0, currency: 'EUR', overbooked: false },
          },
        ],
        closures: [
          { ...none, ...{ id: 1, kind: 'closure', reason: 'Travaux', start_date: inDays(40), end_date: inDays(42) } },
          { ...none, id: 2, reason: null, start_date: inDays(50), end_date: inDays(51), ...stays_there },
        ].map((closure) => ({ ...closure, id: expect.any(Number) })),
      },
    ])
    const [shown] = answer.body.data[0].stays
    const { contact } = (await t.call('GET', `/reservations/${id}`, undefined, owner)).body.data
    expect(shown.guest_name).toBe(contact.name)
  })

  test('keeps a stay on both its days, and a closure until the morning after its last night', async ({ t }) => {
    const { owner, home, id } = await paid(t)
    const closed = (await close(t, owner, home, 40, 42)).body.data.id
    const seen = async (from: number, to: number) => {
      const [{ stays, closures }] = await rowsOf(t, owner, between(from, to))
      return [...stays, ...closures].map((bar: { id: number }) => bar.id)
    }
    // The stay is from the 30th to the 33rd day, the closure has the nights from the 40th to the 42nd.
    expect(await seen(25, 29)).toEqual([])
    expect(await seen(25, 30)).toEqual([id])
    expect(await seen(31, 32)).toEqual([id])
    expect(await seen(33, 39)).toEqual([id])
    expect(await seen(34, 39)).toEqual([])
    expect(await seen(34, 40)).toEqual([closed])
    expect(await seen(43, 50)).toEqual([closed])
    expect(await seen(44, 50)).toEqual([])
  })

  test('has holds while they are valid, and neither inquiries nor cancelled stays', async ({ t }) => {
    const { owner, guest, home, id } = await reserved(t)
    const statuses = async () =>
      (await rowsOf(t, owner, between(28, 60)))[0].stays.map((bar: { status: string }) => bar.status)
    await book(t, await t.user(), { ...stay(home, 45), inquiry: true })
    expect(await statuses()).toEqual(['pending'])
    await holdUntil(t, '-1 second', id)
    expect(await statuses()).toEqual([])
    const { owner: other, guest: visitor, id: booked } = await paid(t)
    await t.call('POST', `/reservations/${booked}/cancel`, {}, visitor)
    expect((await rowsOf(t, other, between(28, 60)))[0].stays).toEqual([])
    expect(await rowsOf(t, guest, between(28, 60))).toEqual([])
  })

  test('says which stays a channel sold twice, and who booked by telephone', async ({ t }) => {
    const { owner, home, id } = await paid(t)
    await t.db`update occupancy set overbooked = true where reservation_id = ${id}`
    await t.call(
      'POST',
      `/properties/${home}/reservations`,
      {
        check_in: inDays(40),
        check_out: inDays(43),
        adults: 1,
        pay: 'later',
        guest: { name: 'Zoé Roy' },
      },
      owner,
    )
    const [{ stays }] = await rowsOf(t, owner, between(28, 60))
    expect(stays).toMatchObject([
      { id, overbooked: true },
      { guest_id: null, guest_name: 'Zoé Roy', source: 'direct', overbooked: false, amount_open: expect.any(Number) },
    ])
  })

  test('begins today and has 31 days without more, and 62 days at most', async ({ t }) => {
    const { owner, home } = await scene(t)
    // Until noon in UTC it is still yesterday there.
    await t.home(owner)
    await t.db`update properties set timezone = 'Etc/GMT+12' where id = ${home}`
    const dayThere = () => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10)
    const before = dayThere()
    const { from, to } = (await ask(t, owner)).body.meta
    expect([before, dayThere()]).toContain(from)
    expect(to).toBe(addDays(from, 30))
    expect((await ask(t, owner, `?from=${inDays(90)}`)).body.meta.to).toBe(inDays(120))
    expect((await ask(t, owner, between(0, 61))).status).toBe(200)
    for (const [query, field] of [
      [between(0, 62), 'to'],
      [between(5, 4), 'to'],
      // Yesterday in UTC may be the day before yesterday in Paris.
      [`?to=${inDays(-2)}`, 'to'],
      ['?from=2026-02-30', 'from'],
      ['?from=9999-12-31', 'from'],
      ["?from=2026-01-01'--", 'from'],
      ['?per_page=101', 'per_page'],
      ['?page=0', 'page'],
      ['?property_id=1', 'property_id'],
    ]) {
      const refused = await ask(t, owner, query)
      expect([query, refused.status, Object.keys(refused.body.errors)]).toEqual([query, 400, [field]])
    }
  })

  test('has pages of homes by title, and one home where it is asked for', async ({ t }) => {
    const owner = await t.user()
    const ids: Record<string, string> = {}
    for (const title of ['Chalet', 'Abri', 'Bastide']) ids[title] = await t.home(owner, { title })
    const archived = await t.home(owner, { title: 'Aaa' })
    await t.db`update properties set status = 'archived' where id = ${archived}`
    await t.db`update properties set status = 'draft' where id = ${ids.Abri ?? ''}`
    const page = async (query: string) => {
      const { data, meta } = (await ask(t, owner, query)).body
      return [data.map((row: { property: { title: string } }) => row.property.title), meta.total, meta.last_page]
    }
    expect(await page('?per_page=2')).toEqual([['Abri', 'Bastide'], 3, 2])
    expect(await page('?per_page=2&page=2')).toEqual([['Chalet'], 3, 2])
    expect(await page('?per_page=2&page=9')).toEqual([[], 3, 2])
    expect(await page(`?property_id=${ids.Chalet}`)).toEqual([['Chalet'], 1, 1])
  })

  test('has the first hundred stays of each home', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await t.db`
      insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
      select ${home}, ${guest.id}, ${inDays(0)}, ${inDays(1)}, 1, 'confirmed', '{}', 0, 0, 'EUR' from generate_series(1, 104)`
    const [{ stays }] = await rowsOf(t, owner, '')
    expect(stays.length).toBe(100)
  })
})

withPlatform('a closure of the plan names the feed that made it', async ({ t, platform }) => {
  const { owner, home } = await scene(t)
  platform.answer = (response) => response.end(calendarOf([5, 8]))
  await addFeed(t, owner, home, platform.url)
  await t.drain()
  await importAgain(t)
  expect((await rowsOf(t, owner, ''))[0].closures).toMatchObject([
    { feed: 'Airbnb', kind: 'closure', start_date: inDays(5), end_date: inDays(7) },
  ])
})

describe('who sees what of a plan', () => {
  test('names, amounts and closures need their scopes', async ({ t }) => {
    const { owner, guest, home, id } = await paid(t)
    await shift(t, id, 0)
    await close(t, owner, home, 10, 12, { kind: 'owner_stay', name: 'Famille Roux', guests: 3, note: 'Chien' })
    const seen = async (caller: Caller) => {
      const [{ stays, closures }] = await rowsOf(t, caller, '')
      return [
        stays[0].guest_name !== null,
        stays[0].amount_open,
        closures?.[0].name,
        closures?.[0].note,
        closures?.[0].guests,
      ]
    }
    const key = (...scopes: string[]) => makeKey(t, owner, { scopes: ['reservations.read', ...scopes] })
    const all = [true, 0, 'Famille Roux', 'Chien', 3]
    expect(await seen(owner)).toEqual(all)
    expect(await seen(await joins(t, owner, 'desk'))).toEqual(all)
    expect(await seen(await joins(t, owner, 'accountant'))).toEqual([false, 0, undefined, undefined, undefined])
    expect(await seen(await key())).toEqual([false, null, undefined, undefined, undefined])
    expect(await seen(await key('calendar.read'))).toEqual([false, null, null, null, 3])
    expect(await seen(await key('guests.read'))).toEqual([true, null, undefined, undefined, undefined])
    expect(await seen(await key('payments.read'))).toEqual([false, 0, undefined, undefined, undefined])
    expect((await rowsOf(t, await key(), ''))[0].closures).toBeNull()
    expect((await ask(t, await makeKey(t, owner, { scopes: ['calendar.read'] }))).body.code).toBe('scope_missing')
    // A member of the team who is the guest of the stay does not see it as a company does.
    await joins(t, owner, 'desk', null, guest)
    expect((await rowsOf(t, actingFor(guest, owner), ''))[0].stays[0]).toMatchObject({ id, guest_name: null })
  })

  test('members and keys for some homes have these alone, and other companies none of them', async ({ t }) => {
    const { owner, guest, home, id } = await paid(t)
    const second = await t.home(owner)
    const homes = async (caller: Caller, query = '') =>
      (await rowsOf(t, caller, query)).map((row: { property: { id: string } }) => row.property.id)
    expect((await homes(owner)).toSorted()).toEqual([home, second].toSorted())
    const member = await joins(t, owner, 'desk', [second])
    expect(await homes(member)).toEqual([second])
    expect(await homes(member, `?property_id=${home}`)).toEqual([])
    expect(await homes(await makeKey(t, owner, { property_ids: [home] }))).toEqual([home])
    const { owner: other, home: theirs } = await scene(t)
    const [row, ...more] = await rowsOf(t, other, between(28, 60))
    expect([row.property.id, row.stays, row.closures, more]).toEqual([theirs, [], [], []])
    expect(await homes(other, `?property_id=${home}`)).toEqual([])
    expect(await homes(guest)).toEqual([])
    expect((await ask(t, guest, `?property_id=${home}`)).body.meta.total).toBe(0)
    expect((await t.call('GET', '/plan')).status).toBe(401)
    expect(id).toBeGreaterThan(0)
  })
})
