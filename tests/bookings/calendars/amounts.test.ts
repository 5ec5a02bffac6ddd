import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { calendar, url } from '../../support/calendars.ts'

const english = (user: TestUser) => ({ ...user, locale: 'en' as const })

/** Sets the price of a day. */
const setPrice = (t: TestApp, owner: TestUser, home: string, price_per_night: unknown) =>
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
    english(owner),
  )

/** Makes a season of a reduction. */
const makeSeason = (t: TestApp, owner: TestUser, property_id: string, season_reduction_percent: unknown) =>
  t.call(
    'POST',
    '/seasons-test',
    {
      property_id,
      season_libelle: 'x',
      season_start_date: inDays(1),
      season_end_date: inDays(2),
      season_reduction_percent,
    },
    english(owner),
  )

describe('an amount', () => {
  test('of a price is rounded half up to two decimals', async ({ t }) => {
    const { owner, home } = await scene(t)
    for (const [given, shown] of [
      [99.999, 100],
      [99.994, 99.99],
      [0.1 + 0.2, 0.3],
      [1e-7, 0],
      [12.345, 12.35],
    ]) {
      expect((await setPrice(t, owner, home, given)).status).toBe(200)
      expect((await calendar(t, home, 5, 5))[0]).toMatchObject({ price: shown, cleaning_fee: 1.01 })
    }
  })

  test('of a price is a number from 0 to 999999.99, and the text says what is wrong with another', async ({ t }) => {
    const { owner, home } = await scene(t)
    const messages = async (given: unknown) => (await setPrice(t, owner, home, given)).body.data.price_per_night
    expect(await messages('5')).toEqual(['Invalid amount. Expected a number.'])
    expect((await messages(-5))[0]).toBe('At least 0.')
    expect((await messages(1e9))[0]).toBe('At most 999,999.99.')
  })

  test('in percent is rounded half up to two decimals, and the text says what is wrong with another', async ({ t }) => {
    const { owner, home } = await scene(t)
    const season = (percent: unknown) => makeSeason(t, owner, home, percent)
    expect((await season(12.345)).body.data.season_reduction_percent).toBe(12.35)
    expect((await season('12')).body.data).toEqual({
      season_reduction_percent: ['Invalid percentage. Expected a number.'],
    })
    expect((await season(-5)).body.data.season_reduction_percent[0]).toBe('At least 0.')
  })

  test('of a supplement is more than 0', async ({ t }) => {
    const { owner } = await scene(t)
    const supplement = (amount: number) =>
      t.call('POST', `/reservations/1/supplements`, { label: 'x', amount }, english(owner))
    expect((await supplement(0)).body.data).toEqual({ amount: ['The amount must be more than 0.'] })
  })

  test('of a refund has two decimals at most, and is not rounded', async ({ t }) => {
    const support = await t.user({ role: 'support' })
    const refund = await t.call('POST', '/payments/1/refund', { amount: 10.005, reason: 'x' }, english(support))
    expect(refund.body.data).toEqual({ amount: ['Invalid amount. Use at most two decimals.'] })
  })
})
