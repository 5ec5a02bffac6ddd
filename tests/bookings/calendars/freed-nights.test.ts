import { expect } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { addFeed, calendarOf, type Platform, test } from '../../support/feeds.ts'
import { bookThreeNights, cancel, expire, reserved } from '../../support/payments.ts'

/** A stay on the days 30 to 33, inside of what a platform has sold as 29 to 35; the feed was read while the stay had its nights. */
async function soldTwice(t: TestApp, platform: Platform) {
  platform.answer = (response) => response.end(calendarOf([29, 35]))
  const stay = await reserved(t)
  expect((await addFeed(t, stay.owner, stay.home, platform.url)).status).toBe(201)
  await t.drain()
  expect(await closed(t, stay.home)).toEqual([29, 33, 34])
  return stay
}

/** The days that a closure takes, numbered from today. */
async function closed(t: TestApp, home: string): Promise<number[]> {
  const rows = await t.db<{ stay: string; first: number; last: number }[]>`
    select lower(stay) - ${inDays(0)}::date as first, upper(stay) - ${inDays(0)}::date - 1 as last
    from occupancy where property_id = ${home} and kind = 'closure' order by 1`
  return rows.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, day) => first + day))
}

const book = async (t: TestApp, guest: TestUser, property_id: string) =>
  (
    await t.call(
      'POST',
      '/reservations',
      { property_id, check_in: inDays(30), check_out: inDays(33), adults: 2 },
      guest,
    )
  ).status

test('nights that a guest gives back and a platform has sold are closed before others can book them', async ({
  t,
  platform,
}) => {
  const { home, guest, id, url } = await soldTwice(t, platform)
  await t.deliver(t.pay(url))
  const others = await Promise.all(Array.from({ length: 5 }, () => t.user()))
  const [cancelled, ...booked] = await Promise.all([cancel(t, guest, id), ...others.map((one) => book(t, one, home))])
  expect(cancelled.status).toBe(200)
  expect(booked).toEqual(others.map(() => 409))
  expect(await closed(t, home)).toEqual([29, 30, 31, 32, 33, 34])
  expect(await book(t, await t.user(), home)).toBe(409)
})

test('so are those of a hold that ends, also when it ends for another booking', async ({ t, platform }) => {
  const { home, id } = await soldTwice(t, platform)
  await expire(t, id)
  expect(await book(t, await t.user(), home)).toBe(409)
  await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
  await t.drain()
  expect(await closed(t, home)).toEqual([29, 30, 31, 32, 33, 34])
})

test('nights that no platform has sold are free again', async ({ t, platform }) => {
  platform.answer = (response) => response.end(calendarOf([20, 22], [33, 35]))
  const { owner, home, guest, id, url } = await reserved(t)
  await addFeed(t, owner, home, platform.url)
  await t.drain()
  await t.deliver(t.pay(url))
  await cancel(t, guest, id)
  expect(await closed(t, home)).toEqual([20, 21, 33, 34])
  await bookThreeNights(t, await t.user(), home)
})
