import { expect, test } from 'vitest'
import {
  cardsFirst,
  elsewhereFirst,
  partsByTerms,
  partsOf,
  refundCents,
  wholeOf,
} from '../../../src/bookings/refunds/amounts.ts'
import type { PricedStay } from '../../../src/homes/rates/priced-stay.ts'

const receipt = (
  id: number,
  left_cents: number,
  kind: 'booking' | 'balance' | 'supplement' = 'booking',
  method: 'card' | 'cash' = 'card',
) => ({
  id,
  kind,
  method,
  left_cents,
})

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

const back = (today: string, ...receipts: ReturnType<typeof receipt>[]) =>
  partsByTerms({ quote, total_cents: 10_000, today }, receipts).map(({ id, part_cents }) => [id, part_cents])

test('all that is left of receipts goes back, without those of which nothing is left', () => {
  expect(wholeOf([])).toEqual([])
  const parts = wholeOf([receipt(1, 3_000), receipt(2, 0), receipt(3, 50, 'supplement')])
  expect(parts.map(({ id, part_cents }) => [id, part_cents])).toEqual([
    [1, 3_000],
    [3, 50],
  ])
  expect([refundCents(parts), refundCents([])]).toEqual([3_050, 0])
})

test.for<[paid: [id: number, cents: number][], parts: [id: number, cents: number][]]>([
  [[[1, 10_000]], [[1, 6_000]]],
  [[[1, 4_000]], []],
  [[[1, 4_001]], [[1, 1]]],
  // From one receipt after the other.
  [
    [
      [1, 3_000],
      [2, 0],
      [3, 7_000],
    ],
    [
      [1, 3_000],
      [3, 3_000],
    ],
  ],
  [
    [
      [1, 3_000],
      [2, 3_500],
    ],
    [[1, 2_500]],
  ],
])('of what was paid, %j, a cancellation gives back what the terms of the stay say', ([paid, parts]) => {
  expect(
    back('2027-05-02', ...paid.map(([id, cents], index) => receipt(id, cents, index === 0 ? 'booking' : 'balance'))),
  ).toEqual(parts)
})

test('after the last day of the terms nothing of the price goes back', () => {
  expect(back('2027-05-03', receipt(1, 10_000))).toEqual([])
})

test('supplements go back whole, and pay no penalty', () => {
  expect(back('2027-05-02', receipt(1, 3_000), receipt(2, 5_000, 'supplement'))).toEqual([[2, 5_000]])
  expect(back('2027-05-03', receipt(1, 10_000), receipt(2, 5_000, 'supplement'), receipt(3, 1, 'supplement'))).toEqual([
    [2, 5_000],
    [3, 1],
  ])
  expect(back('2027-05-02', receipt(1, 100, 'supplement'), receipt(2, 10_000))).toEqual([
    [2, 6_000],
    [1, 100],
  ])
})

test('what was paid by card goes back first, and last where a company refunds it itself', () => {
  const receipts = [
    receipt(1, 5_000, 'booking', 'cash'),
    receipt(2, 5_000),
    receipt(3, 1, 'balance', 'cash'),
    receipt(4, 1, 'balance'),
  ]
  expect(cardsFirst(receipts).map(({ id }) => id)).toEqual([2, 4, 1, 3])
  expect(elsewhereFirst(receipts).map(({ id }) => id)).toEqual([3, 1, 4, 2])
  expect(back('2027-05-02', receipt(1, 5_000, 'booking', 'cash'), receipt(2, 5_000))).toEqual([
    [2, 5_000],
    [1, 1_000],
  ])
})

test('more than is left is never refunded', () => {
  expect(partsOf([receipt(1, 100)], 100)).toHaveLength(1)
  expect(() => partsOf([receipt(1, 100)], 101)).toThrow(expect.objectContaining({ code: 'overRefund' }))
})
