import { describe, expect } from 'vitest'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../../support/booking.ts'
import { bulk, calendar, close, closures, days, statuses, url } from '../../support/calendars.ts'
import { feed } from '../../support/feed.ts'
import { addFeed, ical, readShared, shared } from '../../support/feeds.ts'
import { makeKey } from '../../support/keys.ts'
import { joins } from '../../support/team.ts'

const ROSSI = { name: 'Famille Rossi', guests: 4, note: 'Baby bed' }
const stayAt = (t: TestApp, user: TestUser, home: string, from: number, to: number) =>
  t.call('POST', url(home, 'owner-stays'), { ...days(from, to), ...ROSSI }, user)
const endAt = (t: TestApp, user: TestUser, home: string, id: number) =>
  t.call('DELETE', url(home, `owner-stays/${id}`), undefined, user)

/** A company's home with its owner, who may stay there for some nights a year. */
async function owned(t: TestApp, owner_days: number | null = null) {
  const people = await scene(t)
  const { owner: company, home } = people
  expect((await t.call('PUT', `/properties/${home}`, { owner_days }, company)).status).toBe(200)
  return { ...people, company, rossi: await joins(t, company, 'owner', [home]) }
}

/** A range of days in the next calendar year, so that no test crosses its end. */
const nextYear = Number(inDays(0).slice(0, 4)) + 1
const inYear = (year: number, from: string, to: string) => ({
  start_date: `${year}-${from}`,
  end_date: `${year}-${to}`,
})

describe('an owner’s stay made by the company', () => {
  test('is a closure with who stays: no guest gets its nights, and it ends like a closure', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const body = { ...days(10, 12), kind: 'owner_stay', ...ROSSI }
    const made = await t.call('POST', url(home, 'close'), body, owner)
    expect([made.status, made.body.data]).toEqual([
      201,
      { id: expect.any(Number), ...days(10, 12), reason: null, kind: 'owner_stay', ...ROSSI },
    ])
    const again = await t.call('POST', url(home, 'close'), body, owner)
    expect(again.body.data).toEqual(made.body.data)
    expect((await book(t, guest, stay(home, 11, 2))).status).toBe(409)
    expect(await statuses(t, home, 9, 13)).toEqual(['available', 'closed', 'closed', 'closed', 'available'])
    expect((await t.call('DELETE', url(home, `close/${made.body.data.id}`), undefined, owner)).status).toBe(200)
    expect((await book(t, guest, stay(home, 11, 2))).status).toBe(201)
    await expectHomesInStep(t)
  })

  test('stays what it is when an unblock splits it', async ({ t }) => {
    const { owner, home } = await scene(t)
    await stayAt(t, owner, home, 10, 16)
    const { body } = await bulk(t, owner, home, { action: 'unblock', ...days(12, 13) })
    expect(body.data.closures).toMatchObject([
      { ...days(10, 11), kind: 'owner_stay', ...ROSSI },
      { ...days(14, 16), kind: 'owner_stay', ...ROSSI },
    ])
    await expectHomesInStep(t)
  })

  test('is 409 on nights of a stay, and 400 without who stays, for how many, or for more than a year', async ({
    t,
  }) => {
    const { owner, guest, home } = await scene(t)
    await book(t, guest, stay(home, 10, 3))
    expect((await stayAt(t, owner, home, 11, 14)).body.code).toBe('reserved_days')
    const wrong: [object, string[]][] = [
      [{ name: undefined, guests: undefined }, ['guests', 'name']],
      [{ name: '' }, ['name']],
      [{ name: 'a\nb' }, ['name']],
      [{ name: 'x'.repeat(256) }, ['name']],
      [{ guests: 0 }, ['guests']],
      [{ guests: 51 }, ['guests']],
      [{ guests: '4' }, ['guests']],
      [{ note: 'x'.repeat(2_001) }, ['note']],
      [{ note: {} }, ['note']],
      [{ end_date: inDays(30 + 366) }, ['end_date']],
      [{ end_date: inDays(29) }, ['end_date']],
      [{ start_date: '2027-02-30' }, ['start_date']],
    ]
    for (const [fields, names] of wrong)
      for (const [path, kind] of [
        ['owner-stays', {}],
        ['close', { kind: 'owner_stay' }],
      ] as const) {
        const { status, body } = await t.call(
          'POST',
          url(home, path),
          { ...days(30, 32), ...ROSSI, ...kind, ...fields },
          owner,
        )
        expect([status, Object.keys(body.data).toSorted()], JSON.stringify(fields)).toEqual([400, names])
      }
    for (const body of [[], 'x', null])
      expect((await t.call('POST', url(home, 'owner-stays'), body as object, owner)).status).toBe(400)
    const kind = await t.call('POST', url(home, 'close'), { ...days(30, 32), kind: 'party' }, owner)
    expect([kind.status, Object.keys(kind.body.data)]).toEqual([400, ['kind']])
    expect(await calendar(t, home, 30, 32, owner)).toMatchObject([{ owner_stay: null }, {}, {}])
  })

  test('a closure keeps none of these fields', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { body } = await t.call('POST', url(home, 'close'), { ...days(10, 12), ...ROSSI }, owner)
    expect(body.data).toEqual({ id: expect.any(Number), ...days(10, 12), reason: null })
    expect(
      await t.db`select from closures where property_id = ${home} and (name is not null or note is not null)`,
    ).toEqual([])
  })

  test('is named to those who know guests, and never to the public, platforms, events or files', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { next } = await feed(t, owner, 'latest')
    const { id } = (await stayAt(t, owner, home, 10, 11)).body.data
    const shown = async (user?: TestUser) => (await calendar(t, home, 10, 10, user))[0]
    const full = { id, ...ROSSI }
    const nameless = { id, guests: 4, name: null, note: null }
    expect(await shown(owner)).toMatchObject({ owner_stay: full })
    const withKey = async (...scopes: string[]) =>
      shown((await makeKey(t, owner, { scopes: ['calendar.read', ...scopes] })) as unknown as TestUser)
    expect(await withKey()).toMatchObject({ owner_stay: nameless })
    expect(await withKey('guests.read')).toMatchObject({ owner_stay: full })
    for (const user of [undefined, guest]) expect(await shown(user)).not.toHaveProperty('owner_stay')

    await addFeed(t, owner, home, 'https://calendar.example/a.ics')
    const address = (await shared(t, owner, home)).url
    expect(await readShared(t, address)).toMatchObject([{ uid: expect.stringMatching(/^closure-/) }])
    const exported = await t.call('GET', `/exports/calendar.csv?from=${inDays(10)}&to=${inDays(12)}`, undefined, owner)
    expect(exported.body.split('\r\n').map((line: string) => line.split(',').at(-1))).toEqual([
      'closure_kind',
      'owner_stay',
      'owner_stay',
      '',
      '',
    ])
    const { events } = await feed(t, owner, next)
    const mirrored = (await t.call('GET', '/mirror/calendars', undefined, owner)).body
    const texts = JSON.stringify([
      events,
      mirrored,
      exported.body,
      (await t.call('GET', ical(home), undefined, owner)).body,
    ])
    expect(texts).not.toMatch(/Rossi|Baby bed/)
  })
})

describe('a team member with the role owner', () => {
  test('stays in their homes, from today on, where nothing is closed', async ({ t }) => {
    const { company, rossi, guest, home } = await owned(t)
    const other = await t.home(company)
    const made = await stayAt(t, rossi, home, 10, 12)
    expect([made.status, made.body.data]).toEqual([
      201,
      { id: expect.any(Number), ...days(10, 12), reason: null, kind: 'owner_stay', ...ROSSI },
    ])
    expect((await stayAt(t, rossi, home, 10, 12)).body.data).toEqual(made.body.data)
    expect((await book(t, guest, stay(home, 12, 2))).status).toBe(409)
    expect((await stayAt(t, rossi, other, 10, 12)).status).toBe(404)
    expect((await stayAt(t, rossi, await t.home(await t.user()), 10, 12)).status).toBe(404)
    expect((await stayAt(t, rossi, home, -1, 2)).body.data).toHaveProperty('start_date')
    await close(t, company, home, 20, 22, 'Travaux')
    expect((await stayAt(t, rossi, home, 22, 24)).body.code).toBe('taken')
    await book(t, guest, stay(home, 30, 2))
    expect((await stayAt(t, rossi, home, 31, 33)).body.code).toBe('reserved_days')
    expect(await calendar(t, home, 10, 10, rossi)).toMatchObject([{ owner_stay: { name: ROSSI.name } }])
    await expectHomesInStep(t)
  })

  test('ends stays that have not begun, and no closure', async ({ t }) => {
    const { company, rossi, home } = await owned(t)
    const { id } = (await stayAt(t, rossi, home, 10, 12)).body.data
    const closed = (await close(t, company, home, 20, 22)).body.data.id
    const elsewhere = await t.home(company)
    expect((await endAt(t, rossi, elsewhere, id)).status).toBe(404)
    expect((await endAt(t, rossi, home, closed)).status).toBe(404)
    expect((await endAt(t, company, home, closed)).status).toBe(404)
    expect((await endAt(t, rossi, home, id)).status).toBe(200)
    expect((await endAt(t, rossi, home, id)).status).toBe(404)
    const begun = (await stayAt(t, company, home, -2, 3)).body.data.id
    expect((await endAt(t, rossi, home, begun)).body.code).toBe('conflict')
    expect((await endAt(t, company, home, begun)).status).toBe(200)
    await expectHomesInStep(t)
  })

  test('closes nothing, prices nothing, and reads no stay, guest, message or payment', async ({ t }) => {
    const { rossi, guest, home } = await owned(t)
    const { reservation_id: id } = (await book(t, guest, stay(home, 40))).body.data
    const refused: [string, string, object?][] = [
      ['POST', url(home, 'close'), { ...days(10, 12), kind: 'owner_stay', ...ROSSI }],
      ['POST', url(home, 'bulk'), { action: 'unblock', ...days(10, 12) }],
      ['DELETE', url(home, 'close/1')],
      ['GET', ical(home)],
      ['PUT', `/properties/${home}`, { owner_days: 366 }],
      ['GET', '/reservations?as=owner'],
      ['GET', `/reservations/${id}`],
      ['GET', '/messages'],
      ['GET', '/exports/reservations.csv'],
      ['GET', '/events'],
      ['GET', '/team'],
    ]
    for (const [method, path, body] of refused) {
      const answer = await t.call(method, path, body, rossi)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'scope_missing'])
    }
    expect((await t.call('GET', `/properties/${home}`, undefined, rossi)).body.data.owner_days).toBeNull()
  })

  test('has homes by name: an invitation or a change without them is 400', async ({ t }) => {
    const { company, rossi, home } = await owned(t)
    const invited = await t.call(
      'POST',
      '/team',
      { email: 'a@example.org', role: 'owner', property_ids: null },
      company,
    )
    expect([invited.status, Object.keys(invited.body.data)]).toEqual([400, ['property_ids']])
    const change = (fields: object, id = rossi.member_id) => t.call('PATCH', `/team/${id}`, fields, company)
    expect((await change({ property_ids: null })).status).toBe(400)
    const desk = await joins(t, company, 'desk')
    expect((await change({ role: 'owner' }, desk.member_id)).status).toBe(400)
    expect((await change({ role: 'owner', property_ids: [home] }, desk.member_id)).status).toBe(200)
  })
})

describe('owner_days', () => {
  test('limit the nights of a calendar year; those of the company count and have no limit', async ({ t }) => {
    const { company, rossi, home } = await owned(t, 10)
    expect((await t.call('GET', `/properties/${home}`, undefined, company)).body.data.owner_days).toBe(10)
    expect((await t.call('GET', `/properties/${home}`)).body.data.owner_days).toBeNull()
    const make = (user: TestUser, range: object) =>
      t.call('POST', url(home, 'owner-stays'), { ...range, ...ROSSI }, user)
    expect((await make(rossi, inYear(nextYear, '05-01', '05-07'))).status).toBe(201)
    const refused = await make(rossi, inYear(nextYear, '07-01', '07-04'))
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([
      409,
      'owner_days_reached',
      { limit: 10, year: nextYear, used: 7 },
    ])
    expect((await make(rossi, inYear(nextYear, '07-01', '07-03'))).status).toBe(201)
    expect((await make(rossi, inYear(nextYear, '05-01', '05-07'))).status).toBe(201)
    expect((await make(company, inYear(nextYear, '09-01', '09-20'))).status).toBe(201)
    expect((await make(await joins(t, company, 'desk'), inYear(nextYear, '10-01', '10-02'))).status).toBe(201)
    // A stay across the end of a year counts in both.
    const across = { start_date: `${nextYear}-12-31`, end_date: `${nextYear + 1}-01-03` }
    expect((await make(rossi, across)).body.data).toEqual({ limit: 10, year: nextYear, used: 32 })
    const next = { start_date: `${nextYear + 1}-12-25`, end_date: `${nextYear + 2}-01-03` }
    expect((await make(rossi, next)).status).toBe(201)
    expect((await make(rossi, inYear(nextYear + 1, '02-01', '02-04'))).body.data).toMatchObject({ used: 7 })
    expect((await make(rossi, inYear(nextYear + 1, '02-01', '02-03'))).status).toBe(201)
  })

  test('0 is none, and null again is no limit', async ({ t }) => {
    const { company, rossi, home } = await owned(t, 0)
    expect((await stayAt(t, rossi, home, 10, 10)).body.code).toBe('owner_days_reached')
    for (const owner_days of [-1, 367, 1.5, '3'])
      expect((await t.call('PUT', `/properties/${home}`, { owner_days }, company)).body.data).toHaveProperty(
        'owner_days',
      )
    await t.call('PUT', `/properties/${home}`, { owner_days: null }, company)
    expect((await stayAt(t, rossi, home, 10, 40)).status).toBe(201)
  })

  test('hold when several stays are made at the same moment', async ({ t }) => {
    const { rossi, home } = await owned(t, 10)
    const ranges = ['02', '03', '04', '05', '06', '07'].map((month) => inYear(nextYear, `${month}-01`, `${month}-04`))
    const answers = await Promise.all(
      ranges.map((range) => t.call('POST', url(home, 'owner-stays'), { ...range, ...ROSSI }, rossi)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
    await expectHomesInStep(t)
  })

  test('a guest and an owner want the same nights at the same moment: one has them', async ({ t }) => {
    const { rossi, home } = await owned(t)
    const guests = await Promise.all([t.user(), t.user(), t.user()])
    const answers = await Promise.all([
      stayAt(t, rossi, home, 30, 32),
      ...guests.map((guest) => book(t, guest, stay(home, 31, 2))),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    await expectHomesInStep(t)
  })
})

alone('who stayed is deleted a year after their departure', async ({ t }) => {
  const { owner, home } = await scene(t)
  for (const [from, to] of [
    [-400, -367],
    [-400, -365],
  ] as const)
    await stayAt(t, owner, home, from, to)
  const { expiries } = await import('../../../src/bookings/calendars/module.ts')
  for (const { deleteSome } of expiries) await deleteSome(t.app)
  const rows = await t.db`select name, guests, note from closures where kind = 'owner_stay' order by end_date`
  expect(rows).toEqual([{ name: null, guests: 4, note: null }, ROSSI])
  expect(await closures(t)).toHaveLength(2)
})
