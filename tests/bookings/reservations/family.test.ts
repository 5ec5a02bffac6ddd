import { expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { change } from '../../support/changes.ts'
import { paid } from '../../support/payments.ts'

/** The people of a stay as clients say them, what the service makes of it, and the tax of three nights at 2 euros an adult. */
const PARTIES = [
  { said: {}, means: [1, 0, 0], tax: 6 },
  { said: { adults: 4 }, means: [4, 0, 0], tax: 24 },
  { said: { adults: 2, children: 2 }, means: [2, 2, 0], tax: 12 },
  { said: { adults: 2, children: 2, infants: 1 }, means: [2, 2, 1], tax: 12 },
] as const

type Priced = { lines: { code: string; amount: number }[] }
const taxOf = ({ lines }: Priced) => lines.find(({ code }) => code === 'tourist_tax')?.amount

async function taxedHome(t: TestApp) {
  const found = await scene(t, { base_price: 100, max_guests: 6, title: 'Mas des Familles' })
  await t.call('PUT', `/properties/${found.home}`, { tourist_tax: { per_adult_night: 2 } }, found.owner)
  return found
}

async function shown(t: TestApp, user: TestUser, id: number) {
  const { adults, children, infants, price } = (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data
  return { means: [adults, children, infants], tax: taxOf(price) }
}

test.for(PARTIES)(
  '%o pays the same tax in the search, a quote and each kind of booking',
  async ({ said, means, tax }, { t }) => {
    const { owner, home, guest } = await taxedHome(t)
    const { check_in, check_out, property_id } = stay(home)
    const query = new URLSearchParams({ check_in, check_out, q: 'Familles' })
    for (const [name, value] of Object.entries(said)) query.set(name, String(value))
    const found = (await t.call('GET', `/properties/search?${query}`)).body.data
    const quote = (await t.call('POST', '/quotes', { property_id, check_in, check_out, ...said }, guest)).body.data
    expect([taxOf(quote), Object.values(quote.guests), found[0].price_total]).toEqual([tax, means, quote.total])
    const booked = (await book(t, guest, { property_id, check_in, check_out, ...said })).body.data
    expect(await shown(t, guest, booked.reservation_id)).toEqual({ means, tax })
    const byHand = { check_in: inDays(50), check_out: inDays(53), ...said, guest: { name: 'Ada' }, pay: 'later' }
    const { reservation_id } = (await t.call('POST', `/properties/${home}/reservations`, byHand, owner)).body.data
    expect(await shown(t, owner, reservation_id)).toEqual({ means, tax })
    const rows = (await t.call('GET', `/plan?from=${inDays(50)}`, undefined, owner)).body.data
    const { adults, children, infants } = rows[0].stays.find(({ id }: { id: number }) => id === reservation_id)
    expect([adults, children, infants]).toEqual(means)
  },
)

test('a change of one number leaves the others', async ({ t }) => {
  const { owner, guest, id } = await paid(t, { max_guests: 6 })
  expect((await change(t, owner, id, { adults: 2, children: 2, infants: 1 })).status).toBe(200)
  const wish = await t.call('POST', `/reservations/${id}/change-requests`, { adults: 3 }, guest)
  expect([wish.status, wish.body.data.preview.after]).toMatchObject([201, { adults: 3, children: 2, infants: 1 }])
  expect((await change(t, owner, id, { adults: 1 })).status).toBe(200)
  expect((await shown(t, owner, id)).means).toEqual([1, 2, 1])
})
