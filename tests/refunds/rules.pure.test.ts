import { expect, test } from 'vitest'
import type { PricedStay } from '../../src/pricing/priced-stay.ts'
import { paidCents, partsOf, refundByTerms } from '../../src/refunds/rules.ts'

const receipt = (id: number, left_cents: number) => ({ id, left_cents })

test('what was paid and not given back is the sum of what is left of each receipt', () => {
  expect(paidCents([])).toBe(0)
  expect(paidCents([receipt(1, 3_000), receipt(2, 0), receipt(3, 50)])).toBe(3_050)
})

test.for<[amount: number, parts: [id: number, cents: number][]]>([
  [0, []],
  [1, [[1, 1]]],
  [3_000, [[1, 3_000]]],
  [
    3_001,
    [
      [1, 3_000],
      [3, 1],
    ],
  ],
  [
    3_050,
    [
      [1, 3_000],
      [3, 50],
    ],
  ],
])('%i cents go back from one receipt after the other', ([amount, parts]) => {
  const found = partsOf([receipt(1, 3_000), receipt(2, 0), receipt(3, 50)], amount)
  expect(found.map(({ id, part_cents }) => [id, part_cents])).toEqual(parts)
})

test('a cancellation gives back what the terms of the stay say, of what was paid', () => {
  const quote: PricedStay = {
    currency: 'EUR',
    nights: 1,
    violations: [],
    nightly: [],
    lines: [],
    total_cents: 10_000,
    due_now_cents: 10_000,
    balance_cents: 0,
    balance_due_on: null,
    security_deposit_cents: 0,
    cancellation: [{ until: '2027-05-02', first_night_kept: false, percent_refunded: 60, refund_cents: 6_000 }],
  }
  const back = (today: string, ...paid: number[]) =>
    refundByTerms(
      { quote, total_cents: 10_000, today },
      paid.map((left_cents) => ({ left_cents })),
    )
  expect([back('2027-05-02', 10_000), back('2027-05-02', 4_000, 1_000), back('2027-05-03', 10_000)]).toEqual([
    6_000, 1_000, 0,
  ])
})
