import { describe, expect } from 'vitest'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { inDays, type TestApp } from '../../support/app.ts'
import { bookDays, bulk, close, days, url } from '../../support/calendars.ts'
import { closedThere, mappedHome, push, rulesThere, sentRanges, test, waiting } from '../../support/channel-manager.ts'

/** A mapped home whose calendar is at the channel manager already. */
async function pushedHome(t: TestApp, manager: ChannelStandin) {
  const people = await mappedHome(t, { base_price: 100, weekend_price: 150, weekend_days: [5, 6] })
  await push(t)
  manager.calls.splice(0)
  return people
}

/** Such a home with a stay of three nights. */
async function soldHome(t: TestApp, manager: ChannelStandin) {
  const people = await pushedHome(t, manager)
  await bookDays(t, await t.user(), people.home, 30, 33)
  await push(t)
  return people
}

describe('a change of the calendar', () => {
  test('comes after the whole calendar of a home that is mapped', async ({ t, manager }) => {
    await mappedHome(t, { base_price: 100, weekend_price: 150, weekend_days: [5, 6] })
    await push(t)
    expect(closedThere(manager)).toEqual([])
    expect(manager.availability.get('R')?.size).toBe(500)
    expect(manager.restrictions.get('T')?.size).toBe(500)
    expect(rulesThere(manager, 10)).toMatchObject({ min_stay_arrival: 1, max_stay: 365, stop_sell: false })
  })

  test('by a booking is sent for its nights only, and only of a home that is mapped', async ({ t, manager }) => {
    const { owner, home } = await pushedHome(t, manager)
    const unmapped = await t.home(owner)
    const guest = await t.user()
    const booked = await bookDays(t, guest, home, 30, 33)
    expect(booked.status).toBe(201)
    await bookDays(t, await t.user(), unmapped, 50, 53)
    await push(t)
    expect(sentRanges(manager, 'availability')).toEqual([[[inDays(30), inDays(32)]]])
    expect(closedThere(manager)).toEqual([30, 31, 32])
    const cancelled = await t.call('POST', `/reservations/${booked.body.data.reservation_id}/cancel`, {}, guest)
    expect(cancelled.status).toBe(200)
    await push(t)
    expect(closedThere(manager)).toEqual([])
  })

  test('by a closure is sent, and by its end', async ({ t, manager }) => {
    const { owner, home } = await soldHome(t, manager)
    await close(t, owner, home, 40, 41)
    await push(t)
    expect(closedThere(manager)).toEqual([30, 31, 32, 40, 41])
    await t.call('DELETE', url(home, `close?from=${inDays(40)}&to=${inDays(41)}`), undefined, owner)
    await push(t)
    expect(closedThere(manager)).toEqual([30, 31, 32])
  })

  test('by prices and rules of days is sent', async ({ t, manager }) => {
    const { owner, home } = await soldHome(t, manager)
    await bulk(t, owner, home, { action: 'set_price', ...days(44, 45), price_per_night: 80, min_stay: 3 })
    await push(t)
    expect(rulesThere(manager, 45)).toMatchObject({ rate: '80.00', min_stay_arrival: 3 })
    await bulk(t, owner, home, { action: 'set_price', ...days(45, 45), price_per_night: 90, closed_to_arrival: true })
    await push(t)
    expect(rulesThere(manager, 44)).toMatchObject({ rate: '80.00', closed_to_arrival: false })
    expect(rulesThere(manager, 45)).toMatchObject({ rate: '90.00', closed_to_arrival: true })
  })

  test('by a season is sent: the price is that of a quote for the night', async ({ t, manager }) => {
    const { owner, home } = await soldHome(t, manager)
    await bulk(t, owner, home, { action: 'set_price', ...days(44, 45), price_per_night: 80, min_stay: 3 })
    await bulk(t, owner, home, { action: 'set_price', ...days(45, 45), price_per_night: 90, closed_to_arrival: true })
    const season = {
      property_id: home,
      season_libelle: 'Low',
      season_start_date: inDays(44),
      season_end_date: inDays(50),
    }
    const made = await t.call(
      'POST',
      '/seasons-test',
      { ...season, season_reduction_percent: 10, season_reduction_policy: 'nights' },
      owner,
    )
    expect(made.status).toBe(201)
    await push(t)
    expect(rulesThere(manager, 44)).toMatchObject({ rate: '72.00' })
    // The price that is sent is that of a quote for the night.
    const stay = { property_id: home, check_in: inDays(47), check_out: inDays(50), adults: 1 }
    const quote = await t.call('POST', '/quotes', stay)
    expect([47, 48, 49].map((day) => Number(rulesThere(manager, day)?.rate))).toEqual(
      quote.body.data.nightly.map(({ net }: { net: number }) => net),
    )
    await t.call('DELETE', `/seasons-test/${made.body.data.id}`, undefined, owner)
    await push(t)
    expect(rulesThere(manager, 44)).toMatchObject({ rate: '80.00' })
  })

  test('by a season that is not for each night of a home is not sent', async ({ t, manager }) => {
    const { owner, home } = await pushedHome(t, manager)
    const neighbour = await t.user()
    const season = { season_start_date: inDays(40), season_end_date: inDays(50), season_reduction_percent: 50 }
    for (const [user, fields] of [
      [neighbour, { property_id: await t.home(neighbour), season_reduction_policy: 'nights' }],
      [owner, { property_id: home, season_reduction_policy: 'booking' }],
      [owner, { property_id: home, season_reduction_policy: 'nights', season_min_stay: 7 }],
      [owner, { property_id: home, season_reduction_policy: 'nights', season_max_stay: 3 }],
    ] as const) {
      const body = { ...season, season_libelle: `Low ${JSON.stringify(fields)}`.slice(0, 100), ...fields }
      expect((await t.call('POST', '/seasons-test', body, user)).status).toBe(201)
    }
    await push(t)
    expect(
      [39, 40, 45, 50, 51].map((day) => Number(rulesThere(manager, day)?.rate)).filter((rate) => rate < 100),
    ).toEqual([])
  })

  test('of the home itself is sent', async ({ t, manager }) => {
    const { owner, home } = await soldHome(t, manager)
    expect((await t.call('PUT', `/properties/${home}`, { lead_time_days: 2, base_price: 110 }, owner)).status).toBe(200)
    await push(t)
    // Today at the home can be tomorrow in UTC.
    expect(rulesThere(manager, 1)).toMatchObject({ closed_to_arrival: true })
    expect(rulesThere(manager, 3)).toMatchObject({ closed_to_arrival: false })
    expect((await t.call('PUT', `/properties/${home}`, { status: 'draft' }, owner)).status).toBe(200)
    await push(t)
    expect(rulesThere(manager, 60)).toMatchObject({ stop_sell: true })
    expect(closedThere(manager)).toEqual(expect.arrayContaining([1, 60, 119]))
    expect(await waiting(t)).toEqual([])
  })
})
