import { describe, expect } from 'vitest'
import { alone, inDays, type TestUser, test } from '../../support/app.ts'
import { expectHomesInStep, scene } from '../../support/booking.ts'
import { bulk, calendar, close, closures, days, url } from '../../support/calendars.ts'

describe('bulk', () => {
  alone('blocks, and unblocks by splitting what reaches beyond', async ({ t }) => {
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

  alone(
    'rules of single days hold in the calendar, the quote and the search; null gives a day back to the home',
    async ({ t }) => {
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
    },
  )

  alone('a day that would take no stay at all is refused, and nothing is written', async ({ t }) => {
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
