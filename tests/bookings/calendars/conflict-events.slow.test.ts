import { describe, expect } from 'vitest'
import { importDueFeeds } from '../../../src/bookings/calendars/feeds.ts'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { close } from '../../support/calendars.ts'
import { disputed } from '../../support/conflicts.ts'
import { feed } from '../../support/feed.ts'
import { calendarOf, ical, importAgain, test } from '../../support/feeds.ts'
import { makeKey } from '../../support/keys.ts'
import { holdUntil, shift } from '../../support/stays.ts'
import { asThemselves, joins } from '../../support/team.ts'

const nights = (from: number, to: number) => [{ start_date: inDays(from), end_date: inDays(to) }]

/** Events about conflicts since the last call, shortened. */
async function listener(t: TestApp, reader: TestUser) {
  let { next } = await feed(t, reader, 'latest')
  return async () => {
    const page = await feed(t, reader, next, '&types=conflict.opened,conflict.closed')
    next = page.next
    return page.events.map(({ type, data, previous }) => [
      type.replace('conflict.', ''),
      data && [data.kind, data.nights],
      previous?.nights,
    ])
  }
}

const nowhere = calendarOf()
/** A calendar in the words of a platform; days are numbers from today, with the day of departure. */
const calendarIn = (product: string, ...events: [from: number, until: number, summary: string, uid: string][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${product}`,
    ...events.flatMap(([from, until, summary, uid]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTART;VALUE=DATE:${inDays(from).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${inDays(until).replaceAll('-', '')}`,
      `SUMMARY:${summary}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const booking = (...events: [number, number][]) =>
  calendarIn(
    '-//admin.booking.com//NONSGML Calendar//EN',
    ...events.map(
      ([from, until]) =>
        [from, until, 'CLOSED - Not available', `${from}-${until}@booking.com`] as [number, number, string, string],
    ),
  )

describe('a conflict as programs hear of it', () => {
  test('opens, opens again when it grows, keeps still when it shrinks, and closes', async ({ t, platform }) => {
    const { owner, home, reservation_id, says } = await disputed(t, platform)
    const heard = await listener(t, owner)
    const { next } = await feed(t, owner, 'latest')
    await says(calendarOf([10, 12]))
    await importAgain(t)
    expect(await heard()).toEqual([['opened', ['certain', nights(11, 11)], []]])
    await says(calendarOf([10, 15]))
    expect(await heard()).toEqual([['opened', ['certain', nights(11, 12)], nights(11, 11)]])
    await says(calendarOf([12, 15]))
    expect(await heard()).toEqual([])
    await says(nowhere)
    expect(await heard()).toEqual([['closed', ['certain', []], nights(12, 12)]])
    await says(calendarOf([12, 15]))
    expect(await heard()).toEqual([['opened', ['certain', nights(12, 12)], []]])
    const { events } = await feed(t, owner, next, '&types=conflict.opened,conflict.closed')
    expect(new Set(events.map(({ subject_id }) => subject_id)).size).toBe(1)
    const [first] = events
    expect(first).toMatchObject({
      property_id: home,
      data: { id: Number(first?.subject_id), property_id: home, feed: 'Airbnb', reservation_id },
    })
    const { feeds } = (await t.call('GET', ical(home), undefined, owner)).body.data
    expect(feeds[0].conflicts).toMatchObject([{ id: Number(first?.subject_id) }])
  })

  test('closes when the stay is cancelled', async ({ t, platform }) => {
    const { owner, guest, reservation_id, says } = await disputed(t, platform)
    await says(calendarOf([10, 15]))
    const heard = await listener(t, owner)
    await t.call('POST', `/reservations/${reservation_id}/cancel`, { reason: 'ill' }, guest)
    expect(await heard()).toEqual([['closed', ['certain', []], nights(11, 12)]])
  })

  test('closes with an expired hold', async ({ t, platform }) => {
    const { owner, reservation_id, says } = await disputed(t, platform)
    await says(calendarOf([10, 15]))
    const heard = await listener(t, owner)
    await holdUntil(t, '-1 hour', reservation_id)
    await expireHoldsJob.run(t.app, {})
    expect(await heard()).toEqual([['closed', ['certain', []], nights(11, 12)]])
  })

  test('closes with its feed, and then says in previous what it was', async ({ t, platform }) => {
    const { owner, home, reservation_id, says } = await disputed(t, platform)
    await says(calendarOf([10, 15]))
    const { next } = await feed(t, owner, 'latest')
    const { feeds } = (await t.call('GET', ical(home), undefined, owner)).body.data
    const [{ id: feed_id, conflicts }] = feeds
    await t.call('DELETE', ical(home, `/feeds/${feed_id}`), undefined, owner)
    const { events } = await feed(t, owner, next, '&types=conflict.closed')
    expect(events).toMatchObject([
      {
        subject_id: String(conflicts[0].id),
        property_id: home,
        data: null,
        previous: { feed_id, reservation_id, kind: 'certain', nights: nights(11, 12) },
      },
    ])
  })

  test('closes when its nights have passed, also while the calendar cannot be read', async ({ t, platform }) => {
    const { owner, reservation_id, says } = await disputed(t, platform)
    await says(calendarOf([10, 15]))
    const heard = await listener(t, owner)
    platform.answer = (response) => {
      response.statusCode = 500
      response.end()
    }
    await importAgain(t)
    expect(await heard()).toEqual([])
    await shift(t, reservation_id, -5, 2)
    await importAgain(t)
    expect(await heard()).toEqual([['closed', ['certain', []], nights(11, 12)]])
  })
})

describe('calendars like those of platforms', () => {
  test('Booking.com merges a stay with closures beside it: an echo is silent, a night more is not', async ({
    t,
    platform,
  }) => {
    const { owner, home, says, readsExport } = await disputed(t, platform)
    await close(t, owner, home, 13, 15)
    await readsExport()
    const heard = await listener(t, owner)
    await says(booking([11, 16]))
    expect(await heard()).toEqual([])
    await says(booking([11, 17]))
    expect(await heard()).toEqual([['opened', ['certain', nights(11, 12)], []]])
    await says(booking([11, 16]))
    expect(await heard()).toEqual([['closed', ['certain', []], nights(11, 12)]])
  })

  test('events that began in the past are cut anew each day, and remain the same conflict', async ({ t, platform }) => {
    const { owner, says } = await disputed(t, platform)
    const heard = await listener(t, owner)
    await says(booking([-3, 12]))
    await says(booking([-2, 12]))
    await says(booking([0, 12]))
    expect(await heard()).toEqual([['opened', ['certain', nights(11, 11)], []]])
  })

  test('Airbnb’s “Not available”, which moves each day, is no event; a reservation in it is one', async ({
    t,
    platform,
  }) => {
    const { owner, home, says } = await disputed(t, platform)
    const heard = await listener(t, owner)
    const airbnb = '-//Airbnb Inc//Hosting Calendar 1.0//EN'
    for (const [index, uid] of ['a@airbnb.com', 'b@airbnb.com'].entries())
      await says(calendarIn(airbnb, [index, 60 + index, 'Airbnb (Not available)', uid]))
    expect(await heard()).toEqual([])
    await says(
      calendarIn(airbnb, [2, 62, 'Airbnb (Not available)', 'c@airbnb.com'], [12, 14, 'Reserved', 'd@airbnb.com']),
    )
    expect(await heard()).toEqual([['opened', ['certain', nights(12, 12)], []]])
    const { feeds } = (await t.call('GET', ical(home), undefined, owner)).body.data
    await t.call('DELETE', ical(home, `/feeds/${feeds[0].id}`), undefined, owner)
    expect(await heard()).toEqual([['closed', null, nights(12, 12)]])
  })

  test('Vrbo’s reservation over the same nights is possible until it has a night more', async ({ t, platform }) => {
    const { owner, says } = await disputed(t, platform)
    const heard = await listener(t, owner)
    const vrbo = (until: number) => calendarIn('-//HomeAway.com, Inc.//EN', [11, until, 'Reserved - John', 'e2c5'])
    await says(vrbo(13))
    expect(await heard()).toEqual([['opened', ['possible', nights(11, 12)], []]])
    await says(vrbo(14))
    expect((await heard()).toSorted()).toEqual([
      ['closed', ['possible', []], nights(11, 12)],
      ['opened', ['certain', nights(11, 12)], []],
    ])
  })

  test('an echo is no event', async ({ t, platform }) => {
    const { owner, says, readsExport } = await disputed(t, platform)
    await readsExport()
    const heard = await listener(t, owner)
    await says(calendarOf([11, 13]))
    expect(await heard()).toEqual([])
  })
})

describe('readers', () => {
  test('need calendar.read, and the home', async ({ t, platform }) => {
    const { owner, home, says } = await disputed(t, platform)
    const other = await t.home(owner)
    const { next } = await feed(t, owner, 'latest')
    await says(calendarOf([10, 15]))
    const read = async (scopes: string[], homes: string[] | null = null) => {
      const key = await makeKey(t, owner, { scopes: ['events.read', ...scopes], property_ids: homes })
      await t.app.dispatchEvents()
      const { body } = await t.call('GET', `/events?after=${next}`, undefined, key)
      return [body.meta.withheld_types.includes('conflict.opened'), body.data.map(({ type }: { type: string }) => type)]
    }
    const told = expect.arrayContaining(['conflict.opened'])
    expect(await read(['calendar.read'])).toEqual([false, told])
    expect(await read(['calendar.read'], [home])).toEqual([false, told])
    expect(await read(['calendar.read'], [other])).toEqual([false, []])
    expect(await read(['reservations.read'])).toEqual([true, []])
  })
})

test('copies of the notification go to members who change the calendar, and not to the owner of the home', async ({
  t,
  platform,
}) => {
  const { owner, home, says } = await disputed(t, platform)
  const [desk, rossi] = [await joins(t, owner, 'desk'), await joins(t, owner, 'owner', [home])]
  await says(calendarOf([10, 15]))
  const told = async (user: TestUser) =>
    (await t.call('GET', '/notifications', undefined, asThemselves(user))).body.data.map(
      ({ type }: { type: string }) => type,
    )
  expect([await told(desk), await told(rossi)]).toEqual([['calendar_conflict'], []])
})

describe('at the same moment', () => {
  test('readings and a cancellation leave a conflict that is opened once and closed once, or never was', async ({
    t,
    platform,
  }) => {
    const { owner, guest, home, reservation_id } = await disputed(t, platform)
    const heard = await listener(t, owner)
    platform.answer = (response) => response.end(calendarOf([10, 15]))
    await t.db`update calendar_feeds set next_fetch_at = now() where property_id = ${home}`
    await Promise.all([
      importDueFeeds(t.app),
      t.call('POST', `/reservations/${reservation_id}/cancel`, { reason: 'ill' }, guest),
      importDueFeeds(t.app),
    ])
    await importAgain(t)
    const types = (await heard()).map(([type]) => type)
    expect([[], ['opened', 'closed']]).toContainEqual(types)
    expect(await t.db`select from calendar_conflicts where not isempty(nights)`).toHaveLength(0)
  })
})
