import { describe, expect } from 'vitest'
import { alone, inDays, type TestApp, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { bookDays, calendar, close, statuses, url } from '../../support/calendars.ts'
import { holdUntil } from '../../support/stays.ts'

describe('availability', () => {
  /** A home with a season, a closure, and a stay that waits for its payment. */
  async function busyHome(t: TestApp) {
    const people = await scene(t, {
      base_price: 33.33,
      cleaning_fee: 20,
      extra_guest_fee: 5,
      min_stay: 1,
    })
    const { owner, guest, home } = people
    await close(t, owner, home, 14, 15, 'Peinture')
    const { reservation_id } = (await bookDays(t, guest, home, 10, 12)).body.data
    await t.db`insert into seasons ${t.db({ property_id: home, label: 's', start_date: inDays(13), end_date: inDays(13), reduction_hundredths: 1_250 })}`
    return { ...people, reservation_id }
  }

  test('is a record a day, both days inclusive, with its state', async ({ t }) => {
    const { home } = await busyHome(t)
    expect(await statuses(t, home, 9, 16)).toEqual([
      'available',
      'pending',
      'pending',
      'available',
      'available',
      'closed',
      'closed',
      'available',
    ])
    expect(await statuses(t, home, -2, 0)).toEqual(['past', 'past', 'available'])
  })

  test('null in the body is absence, and days out of range are refused with the range', async ({ t }) => {
    const { home } = await scene(t)
    const read = (payload: object) =>
      t.app.inject({
        method: 'GET',
        url: `/api/v1/calendars/properties/${home}/availability`,
        headers: { 'content-type': 'application/json', 'accept-language': 'en' },
        payload,
      })
    expect((await read({ from: null, to: inDays(3) })).json().data).toHaveLength(4)
    for (const from of ['1899-12-31', '2200-01-01']) {
      const answer = (await read({ from })).json()
      expect(answer.errors).toEqual({ from: [{ code: 'date_out_of_range' }] })
      expect(answer.data.from).toEqual(['The date must be between 1900-01-01 and 2199-12-31.'])
    }
    expect((await read({ from: '2027-02-30' })).json().errors).toEqual({ from: [{ code: 'invalid_date' }] })
  })

  test('has the prices and rules of a day', async ({ t }) => {
    const { home } = await busyHome(t)
    const list = await calendar(t, home, 9, 16)
    expect(list[4]).toEqual({
      date: inDays(13),
      status: 'available',
      is_available: true,
      price: 33.33,
      currency: 'EUR',
      season_id: expect.any(Number),
      discounted_price: 29.16,
      min_stay: 1,
      max_stay: 365,
      closed_to_arrival: false,
      closed_to_departure: false,
      cleaning_fee: 20,
      extra_guest_fee: 5,
    })
  })

  test('says only to the owner which stay has a day, and why a day is closed', async ({ t }) => {
    const { owner, home, reservation_id } = await busyHome(t)
    const own = await calendar(t, home, 10, 14, owner)
    expect([own[0]?.reservation_id, own[4]?.reason]).toEqual([reservation_id, 'Peinture'])
    const list = await calendar(t, home, 9, 16)
    expect(list[1]).not.toHaveProperty('reservation_id')
  })

  alone('of a stay that is confirmed is reserved', async ({ t }) => {
    const { home } = await busyHome(t)
    await t.db`update reservations set status = 'confirmed', hold_expires_at = null`
    expect(await statuses(t, home, 10, 10)).toEqual(['reserved'])
  })

  test('takes its range from the query, from a JSON body, or today and ninety days', async ({ t }) => {
    const { home } = await scene(t)
    const range = { from: inDays(3), to: inDays(5) }
    expect((await t.call('GET', url(home, 'availability'), range)).body.data).toHaveLength(3)
    expect((await t.call('GET', url(home, 'availability'))).body.data).toHaveLength(91)
    expect((await t.call('GET', `${url(home, 'availability')}?from=${inDays(10)}`)).body.data).toHaveLength(91)
    const field = async (query: string) => {
      const { status, body } = await t.call('GET', `${url(home, 'availability')}?${query}`)
      return [status, Object.keys(body.data ?? {})]
    }
    expect(await field('from=soon')).toEqual([400, ['from']])
    expect(await field(`from=${inDays(5)}&to=${inDays(4)}`)).toEqual([400, ['to']])
    expect(await field(`from=${inDays(0)}&to=${inDays(731)}`)).toEqual([400, ['to']])
    expect(await field(`to=${inDays(-1)}`)).toEqual([400, ['to']])
    expect((await t.call('GET', url(home, 'availability'), '{"from":')).status).toBe(400)
    expect((await t.call('GET', url(home, 'availability'), '[]')).status).toBe(400)
    expect((await t.call('GET', url('01980000-0000-7000-8000-000000000000', 'availability'))).status).toBe(404)
    expect((await t.call('GET', url('x', 'availability'))).status).toBe(404)
  })

  test('a hold whose time is up is free', async ({ t }) => {
    const { guest, home } = await scene(t)
    await bookDays(t, guest, home, 3, 5)
    await holdUntil(t, '-1 second')
    expect(await statuses(t, home, 3, 5)).toEqual(['available', 'available', 'available'])
  })
})
