import { describe, expect } from 'vitest'
import { importFeeds } from '../../../src/bookings/calendars/jobs.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../../support/booking.ts'
import {
  addFeed,
  calendarOf,
  closed,
  ical,
  importAgain,
  type Platform,
  publicPath,
  readShared,
  shared,
  test,
} from '../../support/feeds.ts'

/** Counts the rows of all. */
const alone = test.extend({ neighbours: false })

/** A home with a feed that closes four nights, and a closure of the owner's own. */
async function fed(t: TestApp, platform: Platform) {
  const people = await scene(t)
  const { owner, home } = people
  platform.answer = (response) => response.end(calendarOf([10, 13], [20, 21]))
  await addFeed(t, owner, home, platform.url)
  await t.drain()
  await t.call('POST', `/calendars/properties/${home}/close`, { start_date: inDays(40), end_date: inDays(41) }, owner)
  return people
}

describe('calendars of others', () => {
  test('close what they say is taken', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    platform.answer = (response) => response.end(calendarOf([10, 13], [20, 21]))
    const added = await addFeed(t, owner, home, platform.url)
    expect([added.status, added.body.data.feeds]).toMatchObject([
      201,
      [{ name: 'Airbnb', url: platform.url, closures: 0, imported_at: null }],
    ])
    await t.drain()
    expect(await closed(t, home)).toEqual([
      [inDays(10), inDays(12)],
      [inDays(20), inDays(20)],
    ])
    expect((await book(t, guest, stay(home, 12, 1))).status).toBe(409)
    const days = await t.call(
      'GET',
      `/calendars/properties/${home}/availability?from=${inDays(12)}&to=${inDays(13)}`,
      undefined,
      owner,
    )
    expect(days.body.data).toMatchObject([{ status: 'closed', reason: 'Airbnb' }, { status: 'available' }])
    expect((await shared(t, owner, home)).feeds[0]).toMatchObject({
      closures: 2,
      failures: 0,
      error: null,
      imported_at: expect.any(String),
    })
  })

  test('are replaced as a whole: what they say again stays the same, and so do closures of the owner', async ({
    t,
    platform,
  }) => {
    const { home, guest } = await fed(t, platform)
    const kept = await t.db`select id from closures where uid = '20@airbnb.com'`
    platform.answer = (response) => response.end(calendarOf([11, 14], [20, 21]))
    await importAgain(t)
    expect(await closed(t, home)).toEqual([
      [inDays(11), inDays(13)],
      [inDays(20), inDays(20)],
      [inDays(40), inDays(41)],
    ])
    expect(await t.db`select id from closures where uid = '20@airbnb.com'`).toEqual(kept)
    expect((await book(t, guest, stay(home, 10, 1))).status).toBe(201)
    await expectHomesInStep(t)
  })

  test('go as a whole', async ({ t, platform }) => {
    const { owner, home } = await fed(t, platform)
    const [feed] = (await shared(t, owner, home)).feeds
    expect((await t.call('DELETE', ical(home, `/feeds/${feed.id}`), undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', ical(home, `/feeds/${feed.id}`), undefined, owner)).status).toBe(404)
    expect(await closed(t, home)).toEqual([[inDays(40), inDays(41)]])
    await expectHomesInStep(t)
  })

  test('never take a night from a guest, and take it when it is free again', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    const { reservation_id } = (await book(t, guest, stay(home, 11, 2))).body.data
    platform.answer = (response) => response.end(calendarOf([10, 15]))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    expect(await closed(t, home)).toEqual([
      [inDays(10), inDays(10)],
      [inDays(13), inDays(14)],
    ])
    await t.call('POST', `/reservations/${reservation_id}/cancel`, { reason: 'ill' }, guest)
    await importAgain(t)
    expect(await closed(t, home)).toEqual([[inDays(10), inDays(14)]])
    await expectHomesInStep(t)
  })

  test('that hand our own events back close nothing, and are not told what they told', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    await book(t, guest, stay(home, 10, 2))
    await t.call('POST', `/calendars/properties/${home}/close`, { start_date: inDays(20), end_date: inDays(21) }, owner)
    platform.answer = (response) => response.end(calendarOf([30, 32]))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    const { url, feeds } = await shared(t, owner, home)
    expect(await readShared(t, url)).toHaveLength(3)
    expect(await readShared(t, feeds[0].export_url)).toHaveLength(2)
    const echo = (await t.call('GET', publicPath(url))).body
    platform.answer = (response) => response.end(echo)
    await importAgain(t)
    expect(await closed(t, home)).toEqual([[inDays(20), inDays(21)]])
  })

  test('that an owner opened by hand close again, and leave nothing behind', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    platform.answer = (response) => response.end(calendarOf([10, 20]))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    await t.call(
      'POST',
      `/calendars/properties/${home}/bulk`,
      { action: 'unblock', start_date: inDays(14), end_date: inDays(14) },
      owner,
    )
    expect(await closed(t, home)).toEqual([
      [inDays(10), inDays(13)],
      [inDays(15), inDays(19)],
    ])
    await importAgain(t)
    expect(await closed(t, home)).toEqual([[inDays(10), inDays(19)]])
    platform.answer = (response) => response.end(calendarOf())
    await importAgain(t)
    expect(await closed(t, home)).toEqual([])
    await expectHomesInStep(t)
  })

  test('and bookings of the same nights at the same moment: exactly one has them', async ({ t, platform }) => {
    const owner = await t.user()
    platform.answer = (response) => response.end(calendarOf([10, 14]))
    const guests = await Promise.all(Array.from({ length: 6 }, () => t.user()))
    const homes = await Promise.all(guests.map(() => t.home(owner)))
    await Promise.all(homes.map((home) => addFeed(t, owner, home, platform.url)))
    const [, ...bookings] = await Promise.all([
      t.drain(),
      ...homes.map((home, index) => book(t, guests[index] as TestUser, stay(home, 12, 1))),
    ])
    for (const [index, { status }] of bookings.entries()) {
      const nights = await closed(t, homes[index] as string)
      expect([status, nights]).toEqual(
        status === 201
          ? [
              201,
              [
                [inDays(10), inDays(11)],
                [inDays(13), inDays(13)],
              ],
            ]
          : [409, [[inDays(10), inDays(13)]]],
      )
    }
    await expectHomesInStep(t)
  })

  test('are read once, however many nodes look for work', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    for (let number = 0; number < 10; number++) await addFeed(t, owner, home, `${platform.url}?${number}`)
    for (let node = 0; node < 4; node++) await t.app.jobs.enqueue(t.db, importFeeds, {})
    await Promise.all([t.drain(), t.drain(), t.drain()])
    expect(platform.asked).toBe(10)
  })

  test('that cannot be read leave all as it was, are tried less and less often, and their owner is told', async ({
    t,
    platform,
  }) => {
    const { owner, home } = await scene(t)
    platform.answer = (response) => response.end(calendarOf([10, 12]))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    const answers: [string, Platform['answer']][] = [
      ['status_404', (response) => response.writeHead(404).end('gone')],
      ['not_a_calendar', (response) => response.end('<!doctype html>')],
      ['too_large', (response) => response.end('x'.repeat(2 * 1024 * 1024 + 1))],
      ['unreachable', (response) => response.destroy()],
      ['redirects', (response) => response.writeHead(302, { location: platform.url }).end()],
      [
        'private_address',
        (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
      ],
      ['private_address', (response) => response.writeHead(301, { location: 'http://localhost:1/' }).end()],
      ['protocol', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
    ]
    for (const [index, [error, answer]] of answers.entries()) {
      platform.answer = answer
      await importAgain(t)
      const [feed] = (await shared(t, owner, home)).feeds
      expect(feed).toMatchObject({ error, failures: index + 1, closures: 1, imported_at: expect.any(String) })
      const minutes = (Date.parse(feed.next_fetch_at) - Date.now()) / 60_000
      expect(Math.round(minutes)).toBe(Math.min(24 * 60, 30 * 2 ** index))
    }
    expect(await closed(t, home)).toEqual([[inDays(10), inDays(11)]])
    const mails = await t.mails(owner.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Calendrier illisible')])
    platform.answer = (response) => response.end(calendarOf())
    await importAgain(t)
    expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ error: null, failures: 0, closures: 0 })
  })

  test('may call their events whatever they like', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    const [uid, hostile] = [`10@airbnb.com`, `\0${'🏡'.repeat(1_000)}`]
    platform.answer = (response) => response.end(calendarOf([10, 12]).replace(uid, hostile))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    await importAgain(t)
    expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ closures: 1, error: null })
  })

  test('are followed where they moved to', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    platform.answer = (response) => {
      platform.answer = (next) => next.end(calendarOf([10, 12]))
      response.writeHead(302, { location: '/elsewhere.ics' }).end('moved')
    }
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    expect(await closed(t, home)).toHaveLength(1)
  })

  alone('are read on demand, once a minute at most', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    const { id } = (await addFeed(t, owner, home, platform.url)).body.data.feeds[0]
    const ask = () => t.call('POST', ical(home, `/feeds/${id}/import`), undefined, owner)
    await t.drain()
    const early = await ask()
    expect([early.status, early.headers['retry-after']]).toEqual([429, '60'])
    await t.db`update calendar_feeds set attempted_at = now() - interval '61 seconds'`
    expect((await ask()).status).toBe(202)
    await t.drain()
    expect(platform.asked).toBe(2)
  })

  test('are ten at most, each once, also when they arrive at the same moment', async ({ t }) => {
    const { owner, home } = await scene(t)
    const add = (number: number) => addFeed(t, owner, home, `https://example.org/${number}.ics`)
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => add(Math.floor(index / 1.4))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect((await shared(t, owner, home)).feeds).toHaveLength(10)
    expect((await add(99)).status).toBe(409)
  })

  test.for([
    'http://127.0.0.1/x.ics',
    'http://2130706433/x.ics',
    'http://[::1]/x.ics',
    'http://[::ffff:10.0.0.1]/x.ics',
    'http://10.1.2.3/x.ics',
    'http://169.254.169.254/latest/meta-data/',
    'http://0.0.0.0/',
    'https://ada:secret@example.org/x.ics',
    'ftp://example.org/x.ics',
    'javascript:alert(1)',
    '/x.ics',
    '',
    `https://example.org/${'x'.repeat(3_000)}`,
    42,
  ])('at %s are refused', async (url, { t }) => {
    const { owner, home } = await scene(t)
    const { status, body } = await t.call('POST', ical(home, '/feeds'), { name: 'x', url }, owner)
    expect([status, Object.keys(body.data)]).toEqual([400, ['url']])
    expect((await t.call('POST', ical(home, '/feeds'), {}, owner)).body.data).toMatchObject({
      name: [expect.any(String)],
      url: [expect.any(String)],
    })
  })

  test('a webcal address is an https address', async ({ t }) => {
    const { owner, home } = await scene(t)
    const added = await addFeed(t, owner, home, 'webcal://p12-caldav.icloud.com/published/2/abc')
    expect(added.body.data.feeds[0].url).toBe('https://p12-caldav.icloud.com/published/2/abc')
  })
})
