import type { ServerResponse } from 'node:http'
import { describe, expect, vi } from 'vitest'
import { importDueFeeds } from '../../../src/bookings/calendars/feeds.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../../support/booking.ts'
import { close } from '../../support/calendars.ts'
import { disputed } from '../../support/conflicts.ts'
import { addFeed, calendarOf, closed, ical, importAgain, shared, test } from '../../support/feeds.ts'

/** Notifications of the owner about calendars: `certain` or `possible`, with its nights. */
const told = async (t: TestApp, owner: TestUser) =>
  (await t.call('GET', '/notifications?per_page=100', undefined, owner)).body.data
    .filter(({ type }: { type: string }) => type === 'calendar_conflict')
    .map(({ data }: { data: { is_possible: boolean; nights: object[] } }) => [data.is_possible, data.nights])
    .toReversed()
const mailed = async (t: TestApp, owner: TestUser) =>
  (await t.mails(owner.email)).filter(({ subject }) => /désaccord|double/.test(subject)).length
const conflicts = async (t: TestApp, owner: TestUser, home: string) =>
  (await shared(t, owner, home)).feeds[0].conflicts.map(
    ({ kind, start_date, end_date }: { kind: string; start_date: string; end_date: string }) => [
      kind,
      start_date,
      end_date,
    ],
  )
const nights = (from: number, to: number) => [{ start_date: inDays(from), end_date: inDays(to) }]

describe('an event over a stay', () => {
  test('is told to the owner once, shown at its feed, told again when it grows, and gone when it goes', async ({
    t,
    platform,
  }) => {
    const { owner, home, reservation_id, says } = await disputed(t, platform)
    await says(calendarOf([10, 12]))
    await importAgain(t)
    expect(await told(t, owner)).toEqual([[false, nights(11, 11)]])
    expect(await conflicts(t, owner, home)).toEqual([['certain', inDays(11), inDays(11)]])
    expect((await shared(t, owner, home)).feeds[0].conflicts).toMatchObject([{ reservation_id }])
    // Another UID, as platforms give their blocks each day, is the same conflict.
    await says(calendarOf([10, 12]).replace('UID:10@', 'UID:moved@'))
    expect(await told(t, owner)).toHaveLength(1)
    await says(calendarOf([10, 15]))
    expect(await told(t, owner)).toEqual([
      [false, nights(11, 11)],
      [false, nights(11, 12)],
    ])
    expect(await mailed(t, owner)).toBe(2)
    await says(calendarOf())
    expect(await conflicts(t, owner, home)).toEqual([])
    await says(calendarOf([10, 12]))
    expect(await conflicts(t, owner, home)).toEqual([['certain', inDays(11), inDays(11)]])
    expect(await told(t, owner)).toHaveLength(2)
    await expectHomesInStep(t)
  })

  test('goes with the stay and with the feed', async ({ t, platform }) => {
    const { owner, guest, home, reservation_id, says } = await disputed(t, platform)
    await says(calendarOf([10, 15]))
    await t.call('POST', `/reservations/${reservation_id}/cancel`, { reason: 'ill' }, guest)
    expect(await conflicts(t, owner, home)).toEqual([])
    expect(await closed(t, home)).toEqual([[inDays(10), inDays(14)]])
    expect(await t.db`select nights::text from calendar_conflicts where not isempty(nights)`).toHaveLength(0)
    const [feed] = (await shared(t, owner, home)).feeds
    expect((await t.call('DELETE', ical(home, `/feeds/${feed.id}`), undefined, owner)).status).toBe(200)
    expect(await t.db`select from calendar_conflicts where feed_id = ${feed.id}`).toHaveLength(0)
  })

  test('that the platform names as closed by hand is shown, and told to nobody', async ({ t, platform }) => {
    const { owner, home, says } = await disputed(t, platform)
    await says(calendarOf([10, 15]).replace('SUMMARY:Reserved', 'SUMMARY:Airbnb (Not available)'))
    expect(await conflicts(t, owner, home)).toEqual([['block', inDays(11), inDays(12)]])
    expect([await told(t, owner), await mailed(t, owner)]).toEqual([[], 0])
  })

  test('is mailed for five stays of a reading, and stored for all', async ({ t, platform }) => {
    const { owner, home, says } = await disputed(t, platform)
    for (let index = 0; index < 6; index++)
      expect((await book(t, await t.user(), stay(home, 20 + 3 * index, 2))).status).toBe(201)
    await says(calendarOf([5, 60]))
    expect([(await told(t, owner)).length, await mailed(t, owner)]).toEqual([7, 5])
  })
})

describe('an event of nights that the platform was given', () => {
  test('is an echo when the platform had read the stay before', async ({ t, platform }) => {
    const { owner, home, says, readsExport } = await disputed(t, platform)
    await readsExport()
    await says(calendarOf([11, 13]))
    expect([await told(t, owner), await conflicts(t, owner, home)]).toEqual([[], []])
  })

  test('is an echo of a stay and a closure beside it, too, but not with a night more', async ({ t, platform }) => {
    const { owner, home, says, readsExport } = await disputed(t, platform)
    await close(t, owner, home, 13, 15)
    await readsExport()
    await says(calendarOf([11, 16]))
    expect(await told(t, owner)).toEqual([])
    await says(calendarOf([11, 17]))
    expect(await told(t, owner)).toEqual([[false, nights(11, 12)]])
  })

  test('is told once as possible when it came up before the platform had read the stay', async ({ t, platform }) => {
    const { owner, home, says, readsExport } = await disputed(t, platform)
    await says(calendarOf([11, 13]))
    expect(await told(t, owner)).toEqual([[true, nights(11, 12)]])
    await readsExport()
    await importAgain(t)
    expect(await conflicts(t, owner, home)).toEqual([['possible', inDays(11), inDays(12)]])
    expect([(await told(t, owner)).length, await mailed(t, owner)]).toEqual([1, 1])
    // With a night that nobody has here it is certain.
    await says(calendarOf([11, 14]))
    expect(await told(t, owner)).toEqual([
      [true, nights(11, 12)],
      [false, nights(11, 12)],
    ])
  })

  test('is told as possible when the stay was booked after the platform had read the calendar', async ({
    t,
    platform,
  }) => {
    const { owner, guest, home, says, readsExport } = await disputed(t, platform)
    await readsExport()
    await book(t, guest, stay(home, 20, 2))
    await says(calendarOf([11, 13], [20, 22]))
    expect(await told(t, owner)).toEqual([[true, nights(20, 21)]])
  })
})

describe('at the same moment', () => {
  test('a reading and bookings of its nights: who has the nights, and whether it is told, go together', async ({
    t,
    platform,
  }) => {
    platform.answer = (response) => response.end(calendarOf([10, 14]))
    const people = await Promise.all(Array.from({ length: 6 }, () => scene(t)))
    await Promise.all(people.map(({ owner, home }) => addFeed(t, owner, home, platform.url)))
    const [, ...bookings] = await Promise.all([
      t.drain(),
      ...people.map(({ guest, home }) => book(t, guest, stay(home, 12, 1))),
    ])
    await importAgain(t)
    for (const [index, { owner, home }] of people.entries()) {
      const isBooked = bookings[index]?.status === 201
      expect(await told(t, owner)).toEqual(isBooked ? [[false, nights(12, 12)]] : [])
      expect(await conflicts(t, owner, home)).toEqual(isBooked ? [['certain', inDays(12), inDays(12)]] : [])
    }
    await expectHomesInStep(t)
  })

  test('two readings of one feed tell a conflict once', async ({ t, platform }) => {
    const { owner, home } = await disputed(t, platform)
    const waiting: ServerResponse[] = []
    platform.answer = (response) => waiting.push(response)
    const readings: Promise<void>[] = []
    for (const count of [1, 2, 3]) {
      await t.db`update calendar_feeds set next_fetch_at = now() where property_id = ${home}`
      readings.push(importDueFeeds(t.app))
      await vi.waitFor(() => expect(waiting).toHaveLength(count))
    }
    for (const response of waiting) response.end(calendarOf([10, 15]))
    await Promise.all(readings)
    await t.drain()
    expect([await told(t, owner), await mailed(t, owner)]).toEqual([[[false, nights(11, 12)]], 1])
  })

  test('a cancellation and a reading leave no conflict with a stay that is gone', async ({ t, platform }) => {
    const { owner, guest, home, reservation_id } = await disputed(t, platform)
    platform.answer = (response) => response.end(calendarOf([10, 15]))
    await t.db`update calendar_feeds set next_fetch_at = now() where property_id = ${home}`
    await Promise.all([
      importDueFeeds(t.app),
      t.call('POST', `/reservations/${reservation_id}/cancel`, { reason: 'ill' }, guest),
    ])
    expect(await conflicts(t, owner, home)).toEqual([])
    expect(await t.db`select from calendar_conflicts where not isempty(nights)`).toHaveLength(0)
    expect(await closed(t, home)).toEqual([[inDays(10), inDays(14)]])
    await expectHomesInStep(t)
  })
})
