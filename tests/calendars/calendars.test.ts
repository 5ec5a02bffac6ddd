import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../support/app.ts'
import { expectHomesInStep, scene } from '../support/booking.ts'
import { bookDays, bulk, close, days, url } from '../support/calendars.ts'
import { holdUntil } from '../support/stays.ts'

type Day = {
  date: string
  status: string
  is_available: boolean
  price: number
  discounted_price: number
  reason?: string
  reservation_id?: number
}
const calendar = async (t: TestApp, home: string, from: number, to: number, user?: TestUser): Promise<Day[]> =>
  (await t.call('GET', `${url(home, 'availability')}?from=${inDays(from)}&to=${inDays(to)}`, undefined, user)).body.data
const statuses = async (t: TestApp, home: string, from: number, to: number) =>
  (await calendar(t, home, from, to)).map(({ status }) => status)
const closures = (t: TestApp) =>
  t.db<
    { start_date: string; end_date: string; reason: string | null }[]
  >`select start_date, end_date, reason from closures order by start_date, id`

describe('availability', () => {
  test('is a record a day, both days inclusive, with prices, rules and states', async ({ t }) => {
    const { owner, guest, home } = await scene(t, {
      base_price: 33.33,
      cleaning_fee: 20,
      extra_guest_fee: 5,
      min_stay: 1,
    })
    await close(t, owner, home, 14, 15, 'Peinture')
    const { reservation_id } = (await bookDays(t, guest, home, 10, 12)).body.data
    await t.db`insert into seasons ${t.db({ property_id: home, label: 's', start_date: inDays(13), end_date: inDays(13), reduction_hundredths: 1_250 })}`
    const list = await calendar(t, home, 9, 16)
    expect(list.map(({ status }) => status)).toEqual([
      'available',
      'pending',
      'pending',
      'available',
      'available',
      'closed',
      'closed',
      'available',
    ])
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
    const own = await calendar(t, home, 10, 14, owner)
    expect([own[0]?.reservation_id, own[4]?.reason]).toEqual([reservation_id, 'Peinture'])
    expect(list[1]).not.toHaveProperty('reservation_id')
    await t.db`update reservations set status = 'confirmed', hold_expires_at = null`
    expect(await statuses(t, home, 10, 10)).toEqual(['reserved'])
    expect(await statuses(t, home, -2, 0)).toEqual(['past', 'past', 'available'])
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

describe('closures', () => {
  test('are made, overlap each other, keep guests out, and are deleted one by one', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const made = await close(t, owner, home, 10, 12, 'Vacances')
    expect([made.status, made.body.data]).toEqual([
      201,
      { id: expect.any(Number), ...days(10, 12), reason: 'Vacances' },
    ])
    expect((await close(t, owner, home, 12, 14)).status).toBe(201)
    expect((await bookDays(t, guest, home, 12, 13)).status).toBe(409)
    expect((await bookDays(t, guest, home, 15, 16)).status).toBe(201)
    expect((await t.call('DELETE', url(home, `close/${made.body.data.id}`), undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', url(home, `close/${made.body.data.id}`), undefined, owner)).status).toBe(404)
    expect(await statuses(t, home, 10, 14)).toEqual(['available', 'available', 'closed', 'closed', 'closed'])
    await expectHomesInStep(t)
  })

  test('are refused where they touch a reservation of any status', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { reservation_id } = (await bookDays(t, guest, home, 10, 12)).body.data
    for (const status of ['pending', 'cancelled', 'expired', 'declined', 'completed']) {
      if (status !== 'pending')
        await t.db`update reservations set status = ${status}, hold_expires_at = null where id = ${reservation_id}`
      expect((await close(t, owner, home, 11, 13)).status, status).toBe(409)
      expect((await bulk(t, owner, home, { action: 'block', ...days(8, 10) })).status, status).toBe(409)
    }
    expect((await close(t, owner, home, 12, 13)).status).toBe(201)
    expect((await close(t, owner, home, 8, 9)).status).toBe(201)
  })

  test('a range deletes every closure that it touches, whole', async ({ t }) => {
    const { owner, home } = await scene(t)
    for (const [from, to] of [
      [5, 9],
      [12, 13],
      [20, 25],
    ] as const)
      await close(t, owner, home, from, to)
    const remove = (query: string) => t.call('DELETE', url(home, `close?${query}`), undefined, owner)
    expect((await remove(`from=${inDays(9)}&to=${inDays(12)}`)).body.data).toEqual({ deleted: 2 })
    expect(await closures(t)).toMatchObject([days(20, 25)])
    expect((await remove(`from=${inDays(1)}`)).body.data).toHaveProperty('to')
    expect((await remove(`from=${inDays(2)}&to=${inDays(1)}`)).status).toBe(400)
    await expectHomesInStep(t)
  })
})

describe('what the specification allows', () => {
  test('the range of closures to delete comes from the query or a JSON body; the query comes first', async ({ t }) => {
    const { owner, home } = await scene(t)
    const remove = (query: string, body?: object) => t.call('DELETE', `${url(home, 'close')}${query}`, body, owner)
    await close(t, owner, home, 10, 12)
    await close(t, owner, home, 20, 22)
    expect((await remove('', { from: inDays(9), to: inDays(10) })).body.data).toEqual({ deleted: 1 })
    expect((await remove(`?from=${inDays(30)}`, { from: inDays(20), to: inDays(31) })).body.data).toEqual({
      deleted: 0,
    })
    const missing = await remove('', { from: inDays(20) })
    expect([missing.status, Object.keys(missing.body.data)]).toEqual([400, ['to']])
    expect((await remove('', [] as object)).status).toBe(400)
    expect((await remove(`?from=${inDays(20)}&to=${inDays(20)}`)).body.data).toEqual({ deleted: 1 })
  })

  test('a closure is ten years long, also by a block, which an unblock opens', async ({ t }) => {
    const { owner, home } = await scene(t)
    const path = url(home, 'close')
    const closure = (days: number) => t.call('POST', path, { start_date: inDays(1), end_date: inDays(days) }, owner)
    expect((await closure(3_653)).status).toBe(201)
    expect((await closure(3_654)).body.data).toEqual({ end_date: ['La période est trop longue.'] })
    expect(
      (await bulk(t, owner, home, { action: 'unblock', start_date: inDays(1), end_date: inDays(3_653) })).status,
    ).toBe(200)
    expect(await closures(t)).toEqual([])
    expect(
      (await bulk(t, owner, home, { action: 'block', start_date: inDays(1), end_date: inDays(3_653) })).status,
    ).toBe(200)
    expect(await closures(t)).toHaveLength(1)
    await expectHomesInStep(t)
  })

  test('prices and percentages are rounded half up to two decimals; the text says what is wrong with the others', async ({
    t,
  }) => {
    const { owner, home } = await scene(t)
    const price = (price_per_night: unknown) =>
      t.call(
        'POST',
        url(home, 'bulk'),
        {
          action: 'set_price',
          start_date: inDays(5),
          end_date: inDays(5),
          price_per_night,
          cleaning_fee: 1.005,
        },
        { ...owner, locale: 'en' },
      )
    for (const [given, shown] of [
      [99.999, 100],
      [99.994, 99.99],
      [0.1 + 0.2, 0.3],
      [1e-7, 0],
      [12.345, 12.35],
    ]) {
      expect((await price(given)).status).toBe(200)
      expect((await calendar(t, home, 5, 5))[0]).toMatchObject({ price: shown, cleaning_fee: 1.01 })
    }
    const messages = async (given: unknown) => (await price(given)).body.data.price_per_night
    expect(await messages('5')).toEqual(['Invalid amount: a number is expected.'])
    expect((await messages(-5))[0]).toMatch(/>=0/)
    expect((await messages(1e9))[0]).toMatch(/<=999999.99/)
    const season = (season_reduction_percent: unknown) =>
      t.call(
        'POST',
        '/seasons-test',
        {
          property_id: home,
          season_libelle: 'x',
          season_start_date: inDays(1),
          season_end_date: inDays(2),
          season_reduction_percent,
        },
        { ...owner, locale: 'en' },
      )
    expect((await season(12.345)).body.data.season_reduction_percent).toBe(12.35)
    expect((await season('12')).body.data).toEqual({
      season_reduction_percent: ['Invalid percentage: a number is expected.'],
    })
    expect((await season(-5)).body.data.season_reduction_percent[0]).toMatch(/>=0/)
    const supplement = (amount: number) =>
      t.call('POST', `/reservations/1/supplements`, { label: 'x', amount }, { ...owner, locale: 'en' })
    expect((await supplement(0)).body.data).toEqual({ amount: ['The amount must be more than 0.'] })
    const support = await t.user({ role: 'support' })
    const refund = await t.call(
      'POST',
      '/payments/1/refund',
      { amount: 10.005, reason: 'x' },
      { ...support, locale: 'en' },
    )
    expect(refund.body.data).toEqual({ amount: ['Invalid amount: two decimals at most.'] })
  })
})

describe('bulk', () => {
  test('blocks, and unblocks by splitting what reaches beyond', async ({ t }) => {
    const { owner, home } = await scene(t)
    const blocked = await bulk(t, owner, home, { action: 'block', ...days(10, 20), reason: 'Travaux' })
    expect(blocked.body.data).toEqual({
      action: 'block',
      ...days(10, 20),
      days: 11,
      closures: [{ id: expect.any(Number), ...days(10, 20), reason: 'Travaux' }],
    })
    await bulk(t, owner, home, { action: 'unblock', ...days(13, 15) })
    expect(await closures(t)).toEqual([
      { ...days(10, 12), reason: 'Travaux' },
      { ...days(16, 20), reason: 'Travaux' },
    ])
    await bulk(t, owner, home, { action: 'unblock', ...days(1, 60) })
    expect(await closures(t)).toEqual([])
    await expectHomesInStep(t)
  })

  test('prices follow at once; what a call does not name stays', async ({ t }) => {
    const { owner, home } = await scene(t)
    await bulk(t, owner, home, { action: 'set_price', ...days(10, 12), price_per_night: 150.5, cleaning_fee: 30 })
    await bulk(t, owner, home, { action: 'set_price', ...days(11, 11), extra_guest_fee: 7 })
    const [, second] = await calendar(t, home, 10, 12)
    expect(second).toMatchObject({ price: 150.5, cleaning_fee: 30, extra_guest_fee: 7 })
    const quote = await t.call('POST', '/quotes', { property_id: home, check_in: inDays(10), check_out: inDays(14) })
    expect(quote.body.data.total).toBe(3 * 150.5 + 100 + 30)
  })

  test('rules of single days hold in the calendar, the quote and the search; null gives a day back to the home', async ({
    t,
  }) => {
    const { owner, home } = await scene(t, { base_price: 100, min_stay: 2 })
    const rules = { min_stay: 3, max_stay: 5, closed_to_arrival: true, closed_to_departure: true }
    await bulk(t, owner, home, { action: 'set_price', ...days(10, 10), ...rules, price_per_night: 70 })
    const day = async () => (await calendar(t, home, 10, 10))[0]
    expect(await day()).toMatchObject({ ...rules, price: 70 })
    const outcome = async (from: number, to: number) => {
      const stay = { check_in: inDays(from), check_out: inDays(to) }
      const quote = await t.call('POST', '/quotes', { property_id: home, ...stay })
      const found = await t.call('GET', `/properties/search?check_in=${stay.check_in}&check_out=${stay.check_out}`)
      const codes = quote.body.data.violations.map(({ code }: { code: string }) => code)
      expect(found.body.meta.total).toBe(codes.length === 0 ? 1 : 0)
      return codes
    }
    expect(await outcome(10, 14)).toEqual(['closed_to_arrival'])
    expect(await outcome(8, 10)).toEqual(['closed_to_departure'])
    expect(await outcome(9, 11)).toEqual([])
    await bulk(t, owner, home, { action: 'set_price', ...days(10, 10), closed_to_arrival: null })
    expect(await outcome(10, 12)).toEqual(['min_stay'])
    expect(await outcome(10, 16)).toEqual(['max_stay'])
    expect(await outcome(10, 13)).toEqual([])
    expect(await day()).toMatchObject({ ...rules, closed_to_arrival: false, price: 70 })
    const nothing = { min_stay: null, max_stay: null, closed_to_departure: null, price_per_night: null }
    await bulk(t, owner, home, { action: 'set_price', ...days(10, 10), ...nothing })
    expect(await day()).toMatchObject({ min_stay: 2, max_stay: 365, closed_to_departure: false, price: 100 })
    expect(await t.db`select from calendar_days`).toHaveLength(0)
    await expectHomesInStep(t)
  })

  test('a day that would take no stay at all is refused, and nothing is written', async ({ t }) => {
    const { owner, home } = await scene(t, { min_stay: 3 })
    const set = async (from: number, to: number, fields: object) => {
      const { status, body } = await bulk(t, owner, home, { action: 'set_price', ...days(from, to), ...fields })
      return [status, Object.keys(body.data)]
    }
    expect(await set(10, 12, { max_stay: 2 })).toEqual([400, ['max_stay']])
    expect(await set(10, 12, { min_stay: 5, max_stay: 4 })).toEqual([400, ['max_stay']])
    expect((await set(11, 11, { max_stay: 4 }))[0]).toBe(200)
    expect(await set(10, 12, { min_stay: 5 })).toEqual([400, ['min_stay']])
    expect(await t.db`select from calendar_days`).toHaveLength(1)
  })

  test.for([
    [{ action: 'explode' }, 'action'],
    [{ action: 'set_price', min_stay: 0 }, 'min_stay'],
    [{ action: 'set_price', max_stay: 1.5 }, 'max_stay'],
    [{ action: 'set_price', closed_to_arrival: 'yes' }, 'closed_to_arrival'],
    [{ action: 'set_price' }, 'price_per_night'],
    [{ action: 'set_price', price_per_night: -1 }, 'price_per_night'],
    [{ action: 'set_price', cleaning_fee: 'x' }, 'cleaning_fee'],
    [{ action: 'block', reason: 'x'.repeat(256) }, 'reason'],
    [{ action: 'block', end_date: inDays(9) }, 'end_date'],
    [{ action: 'set_price', price_per_night: 1, end_date: inDays(10 + 1_096) }, 'end_date'],
    [{ action: 'block', start_date: '2027-02-30' }, 'start_date'],
    [{}, 'action'],
  ] as const)('%j is a field error', async ([changes, field], { t }) => {
    const { owner, home } = await scene(t)
    const { status, body } = await bulk(t, owner, home, { ...days(10, 12), ...changes })
    expect([status, Object.keys(body.data)]).toEqual([400, [field]])
  })

  test('is the owner’s, support’s and administrators’', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const body = { action: 'set_price', ...days(10, 12), price_per_night: 1 }
    const by = async (user: TestUser) => (await bulk(t, user, home, body)).status
    expect([
      await by(owner),
      await by(guest),
      await by(await t.user({ role: 'support' })),
      await by(await t.user({ role: 'admin' })),
    ]).toEqual([200, 403, 200, 200])
    expect((await t.call('POST', url(home, 'bulk'), body)).status).toBe(401)
    expect((await close(t, guest, home, 1, 2)).status).toBe(403)
    expect(
      (await t.call('DELETE', url(home, `close?from=${inDays(1)}&to=${inDays(2)}`), undefined, guest)).status,
    ).toBe(403)
    expect((await t.call('DELETE', url(home, 'close/1'), undefined, guest)).status).toBe(403)
    expect((await bulk(t, owner, '01980000-0000-7000-8000-000000000000', body)).status).toBe(404)
  })
})
