import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideHalfUp, fromCents, roundToCents, toCents } from '../../../src/platform/lib/money.ts'

describe('money', () => {
  test('cents survive the way out and in, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
        expect(toCents(fromCents(cents))).toBe(cents)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    [0.1, 10],
    [1.15, 115],
    [4.35, 435],
    [33.33, 3_333],
    [1_000_000, 100_000_000],
  ])('%d is %d cents', (amount, cents) => {
    expect(toCents(amount)).toBe(cents)
  })

  test.each([0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%d is refused', (amount) => {
    expect(toCents(amount)).toBeUndefined()
  })

  test('any other amount is rounded half up by its decimal digits', () => {
    const rounded = [0, 7, 0.004, 0.005, 1.005, 2.675, 99.999, 1e-9, 999_999.994, 1_234.5].map(roundToCents)
    expect(rounded).toEqual([0, 700, 0, 1, 101, 268, 10_000, 0, 99_999_999, 123_450])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 9 }), (cents, digit) => {
        const [whole, fraction] = (cents / 100).toFixed(2).split('.')
        expect(roundToCents(Number(`${whole}.${fraction}${digit}`))).toBe(cents + (digit >= 5 ? 1 : 0))
      }),
    )
    for (const amount of [Number.NaN, Number.POSITIVE_INFINITY, 1e21]) expect(roundToCents(amount)).toBeUndefined()
  })

  test('rounds half up', () => {
    expect([divideHalfUp(5, 10), divideHalfUp(4, 10), divideHalfUp(15, 10), divideHalfUp(25, 10)]).toEqual([1, 0, 2, 3])
  })
})
