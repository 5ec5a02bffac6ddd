import { expect } from 'vitest'
import { addDays } from '../../../src/platform/lib/days.ts'
import { inDays, isolated, PARIS, test } from '../../support/app.ts'
import { expectHomesInStep } from '../../support/booking.ts'
import { bookDays, close } from '../../support/calendars.ts'
import { cancel } from '../../support/payments.ts'

const found = async (t: Parameters<typeof expectHomesInStep>[0], query: string): Promise<string[]> =>
  (await t.call('GET', `/properties/search?${query}`)).body.data.map(({ id }: { id: string }) => id)

test('forty changes of a home and of its calendar at once are all in the row that searches read', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  const guests = await Promise.all(Array.from({ length: 8 }, () => t.user()))
  const day = (number: number) => inDays(10 + number)
  const changes = [
    ...guests.map((guest, at) => () => bookDays(t, guest, home, 10 + 4 * at, 12 + 4 * at)),
    ...guests.map((_, at) => () => close(t, owner, home, 110 + at, 110 + at)),
    ...guests.map(
      (_, at) => () =>
        t.call(
          'POST',
          '/seasons',
          {
            property_id: home,
            season_libelle: 'x',
            season_start_date: day(at),
            season_end_date: day(20 + at),
            season_reduction_percent: 10,
          },
          owner,
        ),
    ),
    ...guests.map((_, at) => () => t.call('PUT', `/properties/${home}`, { base_price: 50 + at }, owner)),
    ...guests.map(
      (_, at) => () =>
        t.db`insert into calendar_days (property_id, day, price_cents) values (${home}, ${addDays(day(200), at)}, 9900)`,
    ),
  ]
  await Promise.all(changes.map((change) => change()))
  await expectHomesInStep(t)
  const taken = await t.db`select from occupancy where property_id = ${home}`
  expect(taken).toHaveLength(16)
})

isolated('a home that is published while its nights are closed is not found for them', async ({ t }) => {
  const owner = await t.user()
  for (let round = 0; round < 5; round++) {
    const home = await t.home(owner, { status: 'draft' })
    const stay = `check_in=${inDays(20)}&check_out=${inDays(22)}&city_id=${PARIS}`
    expect(await found(t, stay)).toEqual([])
    await Promise.all([
      t.call('PUT', `/properties/${home}`, { status: 'published' }, owner),
      close(t, owner, home, 21, 23),
    ])
    expect(await found(t, stay)).toEqual([])
    expect(await found(t, `city_id=${PARIS}`)).toEqual([home])
    await t.call('PUT', `/properties/${home}`, { status: 'draft' }, owner)
    expect(await found(t, `city_id=${PARIS}`)).toEqual([])
  }
  await expectHomesInStep(t)
})

test('a stay that is given up and a changed title are found at once', async ({ t }) => {
  const owner = await t.user()
  const guest = await t.user()
  const home = await t.home(owner, { title: 'Moulin' })
  const stay = `check_in=${inDays(30)}&check_out=${inDays(33)}`
  const { body } = await bookDays(t, guest, home, 30, 33)
  expect(await found(t, stay)).toEqual([])
  expect(await found(t, `check_in=${inDays(33)}&check_out=${inDays(35)}`)).toEqual([home])
  expect((await cancel(t, guest, body.data.reservation_id)).status).toBe(200)
  expect(await found(t, stay)).toEqual([home])
  await t.call('PUT', `/properties/${home}`, { title: 'Phare' }, owner)
  expect([await found(t, 'q=moulin'), await found(t, 'q=phare')]).toEqual([[], [home]])
  await expectHomesInStep(t)
})
