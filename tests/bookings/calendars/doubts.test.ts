import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { doubtNights } from '../../../src/bookings/calendars/settle.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import {
  addFeed,
  calendarOf,
  closed,
  ical,
  importOnce,
  letDoubtsAge,
  type Platform,
  shared,
  test,
} from '../../support/feeds.ts'

async function fed(t: TestApp, platform: Platform) {
  const people = await scene(t)
  platform.answer = (response) => response.end(calendarOf([10, 13], [20, 21], [30, 31]))
  await addFeed(t, people.owner, people.home, platform.url)
  await t.drain()
  return people
}
const nights = (...days: [number, number][]) => days.map(([from, last]) => [inDays(from), inDays(last)])
const feedOf = async (t: TestApp, owner: TestUser, home: string) => (await shared(t, owner, home)).feeds[0]
const change = (t: TestApp, owner: TestUser, home: string, id: number, body: object) =>
  t.call('PATCH', ical(home, `/feeds/${id}`), body, owner)

describe('a calendar that has lost most of its nights', () => {
  test('opens none until a second reading agrees; what it adds closes at once, and its owner is told once', async ({
    t,
    platform,
  }) => {
    const { owner, home } = await fed(t, platform)
    platform.answer = (response) => response.end(calendarOf([40, 42]))
    await importOnce(t)
    expect(await closed(t, home)).toEqual(nights([10, 12], [20, 20], [30, 30], [40, 41]))
    const { doubted_at, next_fetch_at, imported_at } = await feedOf(t, owner, home)
    expect(doubted_at).toBe(imported_at)
    expect(Date.parse(next_fetch_at) - Date.parse(doubted_at)).toBeLessThanOrEqual(15 * 60_000)
    // Too early, whatever it says.
    await importOnce(t)
    expect(await closed(t, home)).toHaveLength(4)
    const told = async () =>
      (await t.mails(owner.email)).filter(({ subject }) => /presque vid|lost nights/.test(subject))
    expect(await told()).toHaveLength(1)
    await letDoubtsAge(t)
    await importOnce(t)
    expect(await closed(t, home)).toEqual(nights([40, 41]))
    expect(await feedOf(t, owner, home)).toMatchObject({ doubted_at: null })
    expect(await told()).toHaveLength(1)
  })

  test('and has them again in the second reading keeps them', async ({ t, platform }) => {
    const { owner, home } = await fed(t, platform)
    platform.answer = (response) => response.end(calendarOf())
    await importOnce(t)
    platform.answer = (response) => response.end(calendarOf([10, 13], [20, 21], [30, 31]))
    await letDoubtsAge(t)
    await importOnce(t)
    expect(await closed(t, home)).toEqual(nights([10, 12], [20, 20], [30, 30]))
    expect(await feedOf(t, owner, home)).toMatchObject({ doubted_at: null })
  })

  test('a stay that is cancelled among others opens at once', async ({ t, platform }) => {
    const { owner, home } = await fed(t, platform)
    platform.answer = (response) => response.end(calendarOf([10, 13], [30, 31]))
    await importOnce(t)
    expect(await closed(t, home)).toEqual(nights([10, 12], [30, 30]))
    expect(await feedOf(t, owner, home)).toMatchObject({ doubted_at: null })
  })

  test('nights that go after a confirmed loss have to be confirmed themselves', () => {
    const at = (day: string, isDoubted = false) => ({
      uid: day,
      start_date: day,
      end_date: day,
      ...(isDoubted && { is_doubted: true }),
    })
    const kept = doubtNights([at('2027-05-01', true), at('2027-05-02')], [], '2027-01-01', true)
    expect(kept).toEqual({ taken: [at('2027-05-02', true)], isDoubted: true })
    expect(doubtNights([at('2026-05-01')], [], '2027-01-01', true)).toEqual({ taken: [], isDoubted: false })
  })
})

describe('a feed', () => {
  test('says what closed nothing, and which line could not be read', async ({ t, platform }) => {
    const { owner, home } = await fed(t, platform)
    const day = (days: number) => inDays(days).replaceAll('-', '')
    const text = calendarOf([10, 13]).replace(
      'END:VCALENDAR',
      [
        'BEGIN:VEVENT',
        'UID:free',
        `DTSTART;VALUE=DATE:${day(50)}`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:bad',
        `DTSTART;VALUE=DATE:${day(60)}`,
        'DTEND;VALUE=DATE:soon',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    )
    platform.answer = (response) => response.end(text)
    await importOnce(t)
    expect(await feedOf(t, owner, home)).toMatchObject({
      skipped: 1,
      problems: [{ line: text.split('\r\n').indexOf('UID:bad'), problem: 'unreadable' }],
      left_out: { free: 1, cancelled: 0, past: 0, blocks: 0 },
      error_detail: null,
    })
    platform.answer = (response) => response.end(text.replace(/END:VEVENT\r\nEND:VCALENDAR\s*$/, ''))
    await importOnce(t)
    expect(await feedOf(t, owner, home)).toMatchObject({
      error: 'not_a_calendar',
      error_detail: expect.stringMatching(/^it ends within the VEVENT of line \d+$/),
    })
  })

  test('may leave out the blocks of its platform, and end on the last night', async ({ t, platform }) => {
    const { owner, home } = await fed(t, platform)
    const { id } = await feedOf(t, owner, home)
    platform.answer = (response) =>
      response.end(calendarOf([10, 13], [20, 21]).replace('SUMMARY:Reserved', 'SUMMARY:Indisponible'))
    const { status, body } = await change(t, owner, home, id, { ignore_blocks: true, ends: 'last_night' })
    expect([status, body.data.feeds[0]]).toMatchObject([200, { ignore_blocks: true, ends: 'last_night', stays: false }])
    await t.drain()
    await letDoubtsAge(t)
    await importOnce(t)
    expect(await closed(t, home)).toEqual(nights([20, 21]))
    expect((await feedOf(t, owner, home)).left_out).toMatchObject({ blocks: 1 })
  })

  test('keeps its export address when its own address changes, and its nights until it was read', async ({
    t,
    platform,
  }) => {
    const { owner, home } = await fed(t, platform)
    const { id, export_url, url } = await feedOf(t, owner, home)
    expect((await change(t, owner, home, id, {})).status).toBe(400)
    expect((await change(t, owner, home, id, { url: 'http://10.0.0.1/x.ics' })).status).toBe(400)
    expect((await addFeed(t, owner, home, `${url}?second`)).status).toBe(201)
    expect((await addFeed(t, owner, home, `${url}?second#x`)).status).toBe(409)
    expect(await change(t, owner, home, id, { url: `${url}?second` })).toMatchObject({
      status: 409,
      body: { code: 'feed_known' },
    })
    expect(await change(t, owner, home, id, { url: `${url}?third` })).toMatchObject({ status: 200 })
    expect(await closed(t, home)).toHaveLength(3)
    expect(await feedOf(t, owner, home)).toMatchObject({ id, export_url, url: `${url}?third` })
  })

  test.for([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)(
    'that is sent as %s is read, although nobody asked for it',
    async ([encoding, compress], { t, platform }) => {
      const { owner, home } = await fed(t, platform)
      platform.answer = (response) =>
        response
          .setHeader('content-encoding', encoding)
          .end(compress(calendarOf([10, 13], [20, 21], [30, 31], [50, 51])))
      await importOnce(t)
      expect(await feedOf(t, owner, home)).toMatchObject({ error: null, closures: 4 })
      platform.answer = (response) => response.setHeader('content-encoding', encoding).end('no such thing')
      await importOnce(t)
      expect(await feedOf(t, owner, home)).toMatchObject({ error: 'unreachable', closures: 4 })
      // The limit counts the decoded text.
      platform.answer = (response) =>
        response.setHeader('content-encoding', encoding).end(compress(Buffer.alloc(3_000_000)))
      await importOnce(t)
      expect(await feedOf(t, owner, home)).toMatchObject({ error: 'too_large', closures: 4 })
    },
  )
})
