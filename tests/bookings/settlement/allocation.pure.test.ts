import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Amounts,
  allocate,
  amountsOf,
  overdrawn,
  type Standing,
} from '../../../src/bookings/settlement/allocation.ts'
import { LINE_CODES, type LineCode } from '../../../src/homes/rates/lines.ts'

const line = (code: LineCode, amount_cents: number) => ({ code, amount_cents })
const PRICE = [line('accommodation', 40_000), line('cleaning', 5_000), line('tourist_tax', 4_000)]

/** Amounts in the order of the codes: nights, reduction, extra guests, cleaning, tax. */
const inOrder = (amounts: Amounts) => LINE_CODES.flatMap((code) => amounts.get(code) ?? [])

const owed = (documented_cents: number, fields: Partial<Standing> = {}) =>
  inOrder(
    allocate(PRICE, {
      ...{ is_owed: true, documented_cents, coming_cents: 0, elsewhere_cents: 0, refunded_cents: 0 },
      ...fields,
    }),
  )

const abandoned = (documented_cents: number) => owed(documented_cents, { is_owed: false })

describe('the worked examples of docs/design/payments.md', () => {
  test('deposit and balance: tax is on the balance', () => {
    expect(owed(15_000, { coming_cents: 34_000 })).toEqual([13_333, 1_667, 0])
    expect(owed(49_000)).toEqual([40_000, 5_000, 4_000])
  })

  test('deposit and cancellation: what is kept is a part of the nights', () => {
    expect(abandoned(15_000)).toEqual([15_000, 0, 0])
  })

  test('cancellation of a stay that is paid: nights, cleaning and tax go back', () => {
    expect(abandoned(25_000)).toEqual([25_000, 0, 0])
  })

  test('three parts: tax is on those that go above the services', () => {
    expect(owed(15_000, { coming_cents: 34_000 })).toEqual([13_333, 1_667, 0])
    expect(owed(46_000, { coming_cents: 3_000 })).toEqual([40_000, 5_000, 1_000])
    expect(owed(49_000)).toEqual([40_000, 5_000, 4_000])
  })

  test('goodwill: it takes from the nights, then the cleaning, and from tax last', () => {
    expect(owed(39_000, { refunded_cents: 10_000 })).toEqual([30_000, 5_000, 4_000])
    expect(owed(7_000, { refunded_cents: 42_000 })).toEqual([0, 3_000, 4_000])
    expect(owed(3_000, { refunded_cents: 46_000 })).toEqual([0, 0, 3_000])
  })

  test('an entry that is deleted is due again: tax waits for the last payment once more', () => {
    expect(owed(29_000, { coming_cents: 20_000 })).toEqual([25_778, 3_222, 0])
  })

  test('money without a document pays for services: tax stands on the last document', () => {
    expect(owed(34_000, { elsewhere_cents: 15_000 })).toEqual([26_667, 3_333, 4_000])
    // A price of which only a part is asked for here.
    expect(owed(10_000)).toEqual([5_333, 667, 4_000])
  })

  test('more than the price is for the nights', () => {
    expect(owed(50_000)).toEqual([41_000, 5_000, 4_000])
    expect(abandoned(50_000)).toEqual([41_000, 5_000, 4_000])
  })
})

test('amounts above the exact range of products keep their cents', () => {
  const price = [line('accommodation', 99_999_999), line('extra_guests', 33_333_333)]
  const standing = { is_owed: true, coming_cents: 66_666_666, elsewhere_cents: 0, refunded_cents: 0 }
  expect(inOrder(allocate(price, { ...standing, documented_cents: 66_666_666 }))).toEqual([50_000_000, 16_666_666])
})

const anyPrice = fc
  .record({
    accommodation: fc.integer({ min: 0, max: 500_000 }),
    reduction: fc.integer({ min: 0, max: 100 }),
    extra_guests: fc.integer({ min: 0, max: 50_000 }),
    cleaning: fc.integer({ min: 0, max: 20_000 }),
    tourist_tax: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ reduction, ...price }) => [
    line('accommodation', price.accommodation),
    line('season_reduction', 0 - Math.floor((price.accommodation * reduction) / 100)),
    line('extra_guests', price.extra_guests),
    line('cleaning', price.cleaning),
    line('tourist_tax', price.tourist_tax),
  ])

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, cents) => sum + cents, 0)

test('of any price and money the lines sum to it, each within its price, and tax is whole once nothing is to come', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(anyPrice, parts, fc.boolean(), (price, cuts, is_owed) => {
      const total = sumOf(amountsOf(price).values())
      const [a = 0, b = 0, c = 0] = cuts.map((cut) => Math.floor(cut * total)).toSorted((x, y) => x - y)
      // A price in four parts: documented, to come, without a document, and refunded.
      const standing = {
        ...{ is_owed, documented_cents: a, coming_cents: b - a, elsewhere_cents: c - b, refunded_cents: total - c },
      }
      const amounts = allocate(price, standing)
      expect(sumOf(amounts.values())).toBe(a)
      expect([...overdrawn(price, amounts)]).toEqual([])
      const tax = amountsOf(price).get('tourist_tax') ?? 0
      if (is_owed && b === a) expect(amounts.get('tourist_tax')).toBe(Math.min(tax, a))
      if (!is_owed && a <= total - tax) expect(amounts.get('tourist_tax')).toBe(0)
    }),
    { numRuns: 5_000 },
  )
})

test('payments that follow each other take no more than the cent of a rounding back from a line', () => {
  fc.assert(
    fc.property(anyPrice, fc.array(fc.nat({ max: 999 }), { maxLength: 6 }), (price, cuts) => {
      const total = sumOf(amountsOf(price).values())
      const ends = [...cuts.map((cut) => Math.floor((total * cut) / 1_000)), total].toSorted((x, y) => x - y)
      const steps = ends.map((end) => {
        const standing = { is_owed: true, documented_cents: end, coming_cents: total - end }
        return allocate(price, { ...standing, elsewhere_cents: 0, refunded_cents: 0 })
      })
      for (const [index, later] of steps.slice(1).entries())
        for (const [code, cents] of steps[index] ?? [])
          expect(Math.abs(later.get(code) ?? 0)).toBeGreaterThanOrEqual(Math.abs(cents) - 1)
    }),
    { numRuns: 2_000 },
  )
})
