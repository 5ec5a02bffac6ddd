import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { joins } from '../../support/team.ts'

const read = async (t: TestApp, who: TestUser, query = '') =>
  (await t.call('GET', `/figures${query}`, undefined, who)).body.data

/** Books a stay of a company's by hand, for a price in euros. */
async function sell(t: TestApp, owner: TestUser, home: string, from: number, nights: number, total: number) {
  const stay = { check_in: inDays(from), check_out: inDays(from + nights), adults: 1, guest: { name: 'Ada' } }
  const body = { ...stay, pay: 'later', price: { amount: total } }
  const { status, body: answer } = await t.call('POST', `/properties/${home}/reservations`, body, owner)
  expect([status, answer.errors]).toEqual([201, undefined])
  return Number(answer.data.reservation_id)
}

describe('GET /figures', () => {
  test('has each stay in the month of its departure, and the nights of the next 90 days', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner, { base_price: 100 })
    await t.home(await t.user())
    const id = await sell(t, owner, home, 5, 4, 480)
    await sell(t, owner, home, 89, 4, 500)
    await t.call('POST', `/calendars/properties/${home}/close`, { start_date: inDays(20), end_date: inDays(22) }, owner)
    const departure = inDays(9)
    const figures = await read(t, owner, `?year=${departure.slice(0, 4)}`)
    const [{ currency, months, sources }] = figures.currencies
    const month = months.find((one: { month: string }) => one.month === departure.slice(0, 7))
    expect(currency).toBe('EUR')
    expect(month.now).toMatchObject({ stays: 1, nights: 4, revenue: 480, adr: 120 })
    expect(sources[0]).toMatchObject({ source: 'direct', ota_name: null })
    const { days, nights, sold, percent, weeks } = figures.next_days
    expect({ days, nights, sold, percent }).toEqual({ days: 90, nights: 90, sold: 5, percent: 6 })
    expect([weeks.length, weeks[0].sold, weeks[1].sold, weeks[12]]).toEqual([
      13,
      2,
      2,
      { nights: 6, sold: 1, closed: 0, percent: 17 },
    ])
    expect(weeks[2].closed + weeks[3].closed).toBe(3)
    await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all', reason: 'Called' }, owner)
    expect((await read(t, owner)).next_days.sold).toBe(1)
  })

  test('is for those who read payments, and of their homes only', async ({ t }) => {
    const owner = await t.user()
    const [own, other] = [await t.home(owner), await t.home(owner)]
    await sell(t, owner, own, 5, 2, 300)
    await sell(t, owner, other, 5, 3, 300)
    const member = await joins(t, owner, 'manager', [own])
    expect((await read(t, member)).next_days.sold).toBe(2)
    const cleaner = await joins(t, owner, 'cleaner')
    expect((await t.call('GET', '/figures', undefined, cleaner)).status).toBe(403)
    expect((await t.call('GET', '/figures')).status).toBe(401)
    expect(await read(t, await t.user())).toMatchObject({
      currencies: [],
      next_days: { nights: 0, percent: null, weeks: [] },
    })
    expect((await t.call('GET', '/figures?year=x', undefined, owner)).status).toBe(400)
  })
})
