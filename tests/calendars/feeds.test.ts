import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { convertIcsCalendar } from 'ts-ics'
import { test as base, describe, expect } from 'vitest'
import { inDays, startApp, type TestApp, type TestUser } from '../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../support/booking.ts'

/** Another platform: what it answers at `url`, and how often it was asked. */
interface Platform {
  url: string
  answer: (response: ServerResponse) => void
  asked: number
}

const test = base.extend<{ platform: Platform; t: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  platform: async ({}, use) => {
    const platform: Platform = { url: '', answer: (response) => response.end(calendarOf()), asked: 0 }
    const server = createServer((_request, response) => {
      platform.asked++
      platform.answer(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`
    await use(platform)
    server.closeAllConnections()
    server.close()
  },
  t: async ({ platform }, use) => {
    const app = await startApp({ OUTBOUND_ALLOWED_HOSTS: new URL(platform.url).host })
    await use(app)
    await app.close()
  },
})

/** A calendar as Airbnb writes it; nights as [first day, day of departure] from today. */
const calendarOf = (...nights: [from: number, until: number][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN',
    ...nights.flatMap(([from, until]) => [
      'BEGIN:VEVENT',
      `UID:${from}@airbnb.com`,
      `DTSTAMP:20260101T000000Z`,
      `DTSTART;VALUE=DATE:${inDays(from).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${inDays(until).replaceAll('-', '')}`,
      'SUMMARY:Reserved',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const ical = (home: string, rest = '') => `/calendars/properties/${home}/ical${rest}`
const addFeed = (t: TestApp, owner: TestUser, home: string, url: string, name = 'Airbnb') =>
  t.call('POST', ical(home, '/feeds'), { name, url }, owner)
const shared = async (t: TestApp, owner: TestUser, home: string) =>
  (await t.call('GET', ical(home), undefined, owner)).body.data
const publicPath = (url: string) => url.replace('http://sejour.test/api/v1', '')
const read = async (t: TestApp, url: string) => {
  const { status, body, headers } = await t.call('GET', publicPath(url))
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  return (convertIcsCalendar(undefined, body).events ?? []).map(({ uid, summary, start, end }) => ({
    uid,
    summary,
    nights: [start.date.toISOString().slice(0, 10), end?.date.toISOString().slice(0, 10)],
  }))
}
const closed = async (t: TestApp, home: string) =>
  (
    await t.db<{ start_date: string; end_date: string }[]>`
    select start_date, end_date from closures where property_id = ${home} order by start_date`
  ).map((row) => [row.start_date, row.end_date])
/** Makes every feed due, and reads it. */
const importAgain = async (t: TestApp) => {
  await t.db`update calendar_feeds set next_fetch_at = now()`
  await t.app.jobs.enqueue(t.db, 'calendars.import-feeds', {})
  await t.drain()
}

describe('the calendar for others', () => {
  test('tells what is taken and nothing of guests, to whoever has its address', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { title: 'Maison, « bleue »' })
    const { reservation_id } = (await book(t, guest, stay(home, 10, 3))).body.data
    await t.db`update reservations set status = 'confirmed', hold_expires_at = null`
    await t.call(
      'POST',
      `/calendars/properties/${home}/close`,
      { start_date: inDays(20), end_date: inDays(21), reason: 'Chez Ada' },
      owner,
    )
    await book(t, guest, stay(home, 30, 2))
    await t.db`update reservations set hold_expires_at = now() - interval '1 second' where status = 'pending'`
    const { url, feeds } = await shared(t, owner, home)
    expect(url).toMatch(new RegExp(`^http://sejour.test/api/v1/calendars/properties/${home}/ical/[0-9a-f-]{36}\\.ics$`))
    expect(feeds).toEqual([])
    expect(await read(t, url)).toEqual([
      { uid: `reservation-${reservation_id}@${home}.sejour`, summary: 'Réservé', nights: [inDays(10), inDays(13)] },
      {
        uid: expect.stringMatching(`^closure-\\d+@${home}.sejour$`),
        summary: 'Indisponible',
        nights: [inDays(20), inDays(22)],
      },
    ])
    expect((await t.call('GET', publicPath(url))).body).not.toMatch(/Ada|Lovelace|example\.org/)
    expect(await read(t, url)).toEqual(await read(t, url))
  })

  test('has one address, which can be changed, and none once the home is gone', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { url } = await shared(t, owner, home)
    const fresh = (await t.call('POST', ical(home, '/token'), undefined, owner)).body.data.url
    expect(fresh).not.toBe(url)
    expect((await t.call('GET', publicPath(url))).status).toBe(404)
    expect(await read(t, fresh)).toEqual([])
    const other = await t.home(owner)
    expect((await t.call('GET', publicPath(fresh).replace(home, other))).status).toBe(404)
    for (const wrong of ['/x.ics', '/.ics', `/${home}.ics`, "/'.ics"])
      expect((await t.call('GET', ical(home, wrong))).status).toBe(404)
    expect((await t.call('GET', `${publicPath(fresh)}?except=x`)).status).toBe(400)
    await t.call('DELETE', `/properties/${home}`, undefined, owner)
    expect((await t.call('GET', publicPath(fresh))).status).toBe(404)
  })

  test('is its owner’s to see and to change', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    const { id } = (await addFeed(t, owner, home, platform.url)).body.data.feeds[0]
    for (const [method, path, body] of [
      ['GET', ical(home), undefined],
      ['POST', ical(home, '/token'), undefined],
      ['POST', ical(home, '/feeds'), { name: 'x', url: 'https://example.org/x.ics' }],
      ['POST', ical(home, `/feeds/${id}/import`), undefined],
      ['DELETE', ical(home, `/feeds/${id}`), undefined],
    ] as const) {
      expect((await t.call(method, path, body)).status).toBe(401)
      expect((await t.call(method, path, body, guest)).status).toBe(403)
      const nowhere = path.replace(home, '01980000-0000-7000-8000-000000000000')
      expect((await t.call(method, nowhere, body, owner)).status).toBe(404)
    }
    const other = await t.home(owner)
    expect((await t.call('DELETE', ical(other, `/feeds/${id}`), undefined, owner)).status).toBe(404)
    expect((await t.call('POST', ical(other, `/feeds/${id}/import`), undefined, owner)).status).toBe(404)
    expect((await shared(t, owner, home)).feeds).toHaveLength(1)
  })
})

describe('calendars of others', () => {
  test('close what they say is taken; each is replaced as a whole, and goes as a whole', async ({ t, platform }) => {
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

    // What the owner closed himself is none of the feed's business.
    await t.call('POST', `/calendars/properties/${home}/close`, { start_date: inDays(40), end_date: inDays(41) }, owner)
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
    expect(await read(t, url)).toHaveLength(3)
    expect(await read(t, feeds[0].export_url)).toHaveLength(2)
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
    for (let node = 0; node < 4; node++) await t.app.jobs.enqueue(t.db, 'calendars.import-feeds', {})
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

  test('are read on demand, once a minute at most', async ({ t, platform }) => {
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
