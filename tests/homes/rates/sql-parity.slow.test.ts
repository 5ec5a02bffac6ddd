import fc from 'fast-check'
import { expect } from 'vitest'
import { listNights } from '../../../src/channels/channel-manager/push.ts'
import { priceFromDatabase } from '../../../src/homes/rates/load.ts'
import { planSearch } from '../../../src/homes/search/plan.ts'
import { searchQuery } from '../../../src/homes/search/schemas.ts'
import { findPage } from '../../../src/homes/search/search.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { toCents } from '../../../src/platform/lib/money.ts'
import { alone, inDays, PARIS, type TestApp, test } from '../../support/app.ts'
import { expectHomesInStep } from '../../support/booking.ts'

const cents = fc.integer({ min: 0, max: 90_000 })
const offset = fc.integer({ min: 0, max: 40 })

/** The tax of a city or of a home; none: no tax, or that of the city. */
const anyTax = fc
  .oneof(
    fc.constant({ flat: null, percent: null, cap: null }),
    fc.record({ flat: fc.integer({ min: 0, max: 500 }), percent: fc.constant(null), cap: fc.constant(null) }),
    fc.record({
      flat: fc.constant(null),
      percent: fc.integer({ min: 0, max: 1_000 }),
      cap: fc.option(fc.integer({ min: 0, max: 900 })),
    }),
  )
  .map(({ flat, percent, cap }) => ({
    tax_per_adult_night_cents: flat,
    tax_percent_hundredths: percent,
    tax_cap_cents: cap,
  }))

const anyHome = fc.record({
  base_price_cents: cents,
  weekend_price_cents: fc.option(cents),
  weekend_days: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
  cleaning_fee_cents: cents,
  extra_guest_fee_cents: cents,
  included_guests: fc.integer({ min: 1, max: 4 }),
  min_stay: fc.integer({ min: 1, max: 3 }),
  max_stay: fc.integer({ min: 5, max: 30 }),
  lead_time_days: fc.integer({ min: 0, max: 8 }),
})
const anySeason = fc.record({
  start: offset,
  length: fc.integer({ min: 0, max: 30 }),
  reduction_hundredths: fc.integer({ min: 0, max: 10_000 }),
  min_stay: fc.option(fc.integer({ min: 1, max: 6 })),
  max_stay: fc.option(fc.integer({ min: 1, max: 20 })),
  policy: fc.constantFrom('booking', 'nights'),
  status: fc.constantFrom('active', 'active', 'inactive'),
})
/** A season of nights that asks for no length of stay. */
const seasonOfNights = anySeason.map((fields) => ({
  ...fields,
  min_stay: null,
  max_stay: null,
  policy: 'nights' as const,
}))
const anyDay = fc.record({
  day: offset,
  price_cents: fc.option(cents),
  cleaning_fee_cents: fc.option(cents),
  extra_guest_fee_cents: fc.option(cents),
  min_stay: fc.option(fc.integer({ min: 1, max: 4 })),
  max_stay: fc.option(fc.integer({ min: 1, max: 12 })),
  closed_to_arrival: fc.option(fc.boolean()),
  closed_to_departure: fc.option(fc.boolean()),
})
const anyStay = fc.record({
  from: offset,
  nights: fc.integer({ min: 1, max: 16 }),
  adults: fc.integer({ min: 1, max: 5 }),
  children: fc.integer({ min: 0, max: 2 }),
})
const manyDays = fc.uniqueArray(anyDay, { maxLength: 8, selector: ({ day }) => day })
const anyHomeWithCalendar = fc.record({
  home: anyHome,
  seasons: fc.array(anySeason, { maxLength: 4 }),
  days: manyDays,
})

type HomeWithCalendar = typeof anyHomeWithCalendar extends fc.Arbitrary<infer T> ? T : never

const anyTaxedHome = fc.tuple(anyHomeWithCalendar, anyTax).map(([{ home, ...calendar }, tax]) => ({
  ...calendar,
  home: { ...home, ...tax },
}))

const HOMES = 30
const anyCase = fc.record({
  homes: fc.array(anyTaxedHome, { minLength: HOMES, maxLength: HOMES }),
  tax: anyTax,
  stays: fc.array(anyStay, { minLength: 4, maxLength: 4 }),
})

/** Gives each home its prices, its seasons and its changed days, and nothing of what it had before. */
async function setHomes(t: TestApp, ids: string[], homes: HomeWithCalendar[]): Promise<void> {
  await t.db`delete from seasons`
  await t.db`delete from calendar_days`
  await Promise.all(
    homes.map(async ({ home, seasons, days }, index) => {
      const property_id = ids[index] as string
      await t.db`update properties set ${t.db(home)} where id = ${property_id}`
      for (const { start, length, ...season } of seasons)
        await t.db`insert into seasons ${t.db({ ...season, property_id, label: 'x', start_date: inDays(start), end_date: inDays(start + length) })}`
      for (const day of days)
        await t.db`insert into calendar_days ${t.db({ ...day, property_id, day: inDays(day.day) })}`
    }),
  )
}

alone(
  'calendar and quote say the same of each night: its price, and less by its season where that asks for no length',
  async ({ t }) => {
    const owner = await t.user()
    const ids = await Promise.all(Array.from({ length: 5 }, () => t.home(owner, { max_guests: 5 })))
    const home = fc.record({ home: anyHome, seasons: fc.array(seasonOfNights, { maxLength: 4 }), days: manyDays })
    const from_day = inDays(0)
    const stay = { check_in: from_day, check_out: inDays(45), adults: 1, children: 0, infants: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(home, { minLength: 5, maxLength: 5 }), async (homes) => {
        await setHomes(t, ids, homes)
        for (const property_id of ids) {
          const { nightly } = await priceFromDatabase(t.db, { ...stay, property_id })
          const days = await queries.calendars.listDays(t.db, { property_id, from_day, to_day: inDays(44) })
          expect(days.map(({ day, price_cents, discounted_cents }) => [day, price_cents, discounted_cents])).toEqual(
            nightly.map(({ date, base_cents, net_cents }) => [date, base_cents, net_cents]),
          )
        }
      }),
      { numRuns: 25 },
    )
  },
)

alone(
  'channel managers are told what the quote says of each night, after the seasons that ask for no length',
  async ({ t }) => {
    const owner = await t.user()
    const ids = await Promise.all(Array.from({ length: 5 }, () => t.home(owner, { max_guests: 5 })))
    const rooms = await t.db<{ id: string; property_id: string }[]>`
    insert into webhook_subscriptions ${t.db(
      ids.map((property_id) => ({ property_id, provider: 'channex', callback_url: 'https://example.org' })),
    )} returning id, property_id`
    const stay = { check_in: inDays(0), check_out: inDays(45), adults: 1, children: 0, infants: 0 }
    const seasons = fc.array(fc.oneof(anySeason, seasonOfNights), { maxLength: 5 })
    const home = fc.record({ home: anyHome, seasons, days: manyDays })
    let reduced = 0
    await fc.assert(
      fc.asyncProperty(fc.array(home, { minLength: 5, maxLength: 5 }), async (homes) => {
        await setHomes(t, ids, homes)
        const days = `{[${stay.check_in},${stay.check_out})}`
        const told = await Promise.all(
          rooms.map(({ id: subscription_id }) => listNights(t.app, { subscription_id, days })),
        )
        await t.db`delete from seasons where policy = 'booking' or min_stay > 1 or max_stay is not null`
        for (const [index, { property_id }] of rooms.entries()) {
          const { nightly } = await priceFromDatabase(t.db, { ...stay, property_id })
          expect(told[index]?.map(({ day, price_cents }) => [day, price_cents])).toEqual(
            nightly.map(({ date, net_cents }) => [date, net_cents]),
          )
          reduced += nightly.filter(({ discount_cents }) => discount_cents > 0).length
        }
      }),
      { numRuns: 25 },
    )
    expect(reduced).toBeGreaterThan(100)
  },
)

alone(
  'search and quote price every stay alike: the same total, and no hit where a rule is broken',
  async ({ t }) => {
    const owner = await t.user()
    const ids = await Promise.all(Array.from({ length: HOMES }, () => t.home(owner, { max_guests: 5 })))
    let priced = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ homes, tax, stays }) => {
        await t.db`update cities set ${t.db(tax)} where id = ${PARIS}`
        await setHomes(t, ids, homes)
        for (const { from, nights, adults, children } of stays) {
          const stay = { check_in: inDays(from), check_out: addDays(inDays(from), nights), adults, children }
          const quotes = await Promise.all(
            ids.map(
              async (id) => [id, await priceFromDatabase(t.db, { ...stay, property_id: id, infants: 0 })] as const,
            ),
          )
          const bookable = quotes.filter(([, quote]) => quote.violations.length === 0)
          const totals = Object.fromEntries(bookable.map(([id, quote]) => [id, quote.total_cents]))
          priced += bookable.length
          refused += quotes.length - bookable.length
          const query = searchQuery.parse({
            ...stay,
            city_id: PARIS,
            adults: `${adults}`,
            children: `${children}`,
            sort: 'newest',
          })
          const { parts, params } = planSearch(query, 'newest')
          // Once each home of the page is priced, and once every match.
          for (const isPriced of [false, true]) {
            const rows = await findPage(t.db, { isPriced, parts, params }, { limit: 100, offset: 0 })
            expect(rows[0]?.total ?? 0).toBe(bookable.length)
            expect(Object.fromEntries(rows.map(({ id, price_total_cents }) => [id, price_total_cents]))).toEqual(totals)
          }
        }
      }),
      { numRuns: 50 },
    )
    expect(priced).toBeGreaterThan(800)
    expect(refused).toBeGreaterThan(800)
    await expectHomesInStep(t)
  },
  120_000,
)

test('every hit of the search costs what its quote says', async ({ t }) => {
  const owner = await t.user()
  for (let number = 0; number < 12; number++) {
    const id = await t.home(owner, {
      base_price: 33.33 + number,
      weekend_price: 71.05,
      included_guests: 1,
      extra_guest_fee: 7.77,
      cleaning_fee: (number * 31) / 10,
      max_guests: 2 + (number % 3),
    })
    await t.db`insert into seasons ${t.db({ property_id: id, label: 's', start_date: inDays(20 + number), end_date: inDays(40), reduction_hundredths: 1_234 + number, policy: number % 2 ? 'nights' : 'booking' })}`
  }
  const query = `check_in=${inDays(25)}&check_out=${inDays(34)}&adults=2`
  const { body } = await t.call('GET', `/properties/search?${query}&sort=price`)
  expect(body.data).toHaveLength(12)
  const totals = body.data.map((hit: { price_total: number }) => hit.price_total)
  expect(totals).toEqual(totals.toSorted((a: number, b: number) => a - b))
  for (const hit of body.data) {
    const quote = await t.call('POST', '/quotes', {
      property_id: hit.id,
      check_in: inDays(25),
      check_out: inDays(34),
      adults: 2,
    })
    expect(toCents(hit.price_total)).toBe(toCents(quote.body.data.total))
  }
})
