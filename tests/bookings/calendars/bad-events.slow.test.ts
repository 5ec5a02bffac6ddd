import type { ServerResponse } from 'node:http'
import { describe, expect, vi } from 'vitest'
import { importDueFeeds } from '../../../src/bookings/calendars/feeds.ts'
import { inDays } from '../../support/app.ts'
import { expectHomesInStep, scene } from '../../support/booking.ts'
import { addFeed, calendarOf, closed, importAgain, shared, test } from '../../support/feeds.ts'

const dayOf = (day: number) => inDays(day).replaceAll('-', '')
const CLOSED = [
  [inDays(10), inDays(12)],
  [inDays(20), inDays(21)],
]

/** The calendar of two bookings, of which the second is damaged. */
const DAMAGES: [string, (text: string) => string][] = [
  ['a start without VALUE', (text) => text.replace(`;VALUE=DATE:${dayOf(20)}`, `:${dayOf(20)}`)],
  ['a start that is none', (text) => text.replace(`DTSTART;VALUE=DATE:${dayOf(20)}`, 'DTSTART;VALUE=DATE:soon')],
  ['an end that is no date', (text) => text.replace(`DTEND;VALUE=DATE:${dayOf(22)}`, 'DTEND:tomorrow')],
  ['a line that is not folded', (text) => text.replace('SUMMARY:Reserved', 'SUMMARY:Reserved\r\nby somebody')],
  ['a byte order mark', (text) => `\ufeff${text}`],
  [
    'two calendars',
    (text) => text.replace('BEGIN:VEVENT\r\nUID:20@', 'END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:20@'),
  ],
  ['an event without its end', (text) => text.replace(/END:VEVENT\r\nEND:VCALENDAR/, 'END:VCALENDAR')],
  [
    'another UID and a start that is none',
    (text) => text.replace('UID:20@', 'UID:new@').replace(`DTSTART;VALUE=DATE:${dayOf(20)}`, 'DTSTART:soon'),
  ],
]

describe('a malformed event', () => {
  test.for(DAMAGES)('opens no night: %s', async ([, damage], { t, platform }) => {
    const { owner, home } = await scene(t)
    platform.answer = (response) => response.end(calendarOf([10, 13], [20, 22]))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    platform.answer = (response) => response.end(damage(calendarOf([10, 13], [20, 22])))
    await importAgain(t)
    await importAgain(t)
    expect(await closed(t, home)).toEqual(CLOSED)
    expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ error: null, failures: 0 })
    platform.answer = (response) => response.end(calendarOf([10, 13]))
    await importAgain(t)
    expect(await closed(t, home)).toEqual(CLOSED.slice(0, 1))
    expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ skipped: 0 })
    await expectHomesInStep(t)
  })

  test('costs a new feed none of its other nights, and is counted', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    const bad = ['BEGIN:VEVENT', 'UID:x', 'DTSTART:soon', 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
    platform.answer = (response) => response.end(calendarOf([10, 13], [20, 22]).replace('END:VCALENDAR', bad))
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    expect(await closed(t, home)).toEqual(CLOSED)
    expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ skipped: 1, error: null, closures: 2 })
  })
})

test('5,000 events become as few closures as there are ranges of nights', async ({ t, platform }) => {
  const { owner, home } = await scene(t)
  const events = Array.from({ length: 5_000 }, (_, index): [number, number] => [
    10 + (index % 1_000),
    11 + (index % 1_000) + Math.floor(index / 1_000),
  ])
  platform.answer = (response) => response.end(calendarOf(...events))
  await addFeed(t, owner, home, platform.url)
  await t.drain()
  expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ closures: 1, error: null })
  expect(await closed(t, home)).toEqual([[inDays(10), inDays(1_013)]])
})

test('of two readings at once the later one counts, whichever ends first', async ({ t, platform }) => {
  const { owner, home } = await scene(t)
  const waiting: ServerResponse[] = []
  platform.answer = (response) => waiting.push(response)
  await addFeed(t, owner, home, platform.url)
  const first = importDueFeeds(t.app)
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  await t.db`update calendar_feeds set next_fetch_at = now() where property_id = ${home}`
  const second = importDueFeeds(t.app)
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.end(calendarOf([20, 22]))
  await second
  waiting[0]?.end(calendarOf([10, 13]))
  await first
  expect(await closed(t, home)).toEqual(CLOSED.slice(1))
  // A failure that comes late is none.
  await t.db`update calendar_feeds set next_fetch_at = now() where property_id = ${home}`
  const third = importDueFeeds(t.app)
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  await t.db`update calendar_feeds set next_fetch_at = now() where property_id = ${home}`
  const fourth = importDueFeeds(t.app)
  await vi.waitFor(() => expect(waiting).toHaveLength(4))
  waiting[3]?.end(calendarOf([20, 22]))
  await fourth
  waiting[2]?.destroy()
  await third
  expect((await shared(t, owner, home)).feeds[0]).toMatchObject({ error: null, failures: 0, closures: 1 })
})
