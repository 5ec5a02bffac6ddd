import { describe, expect, test } from 'vitest'
import { cancellationTerms, guestRefund } from '../../../src/homes/rates/cancellation.ts'
import { LINE_CODES, LINES } from '../../../src/homes/rates/lines.ts'
import type { Cancellation } from '../../../src/homes/rates/priced-stay.ts'
import type { CancellationPolicy } from '../../../src/platform/db/enums.ts'

describe('a cancellation', () => {
  // Two nights at 100 and 120, and fees of 30 that always go back.
  const nightly = [
    { net_cents: 9_000, extra_guests_cents: 1_000 },
    { net_cents: 12_000, extra_guests_cents: 0 },
  ]
  const lines = [
    { code: 'accommodation' as const, amount_cents: 22_000 },
    { code: 'cleaning' as const, amount_cents: 3_000 },
  ]
  const terms = (policy: CancellationPolicy) => cancellationTerms(policy, '2027-07-14', { nightly, lines })

  test.for<[CancellationPolicy, Cancellation[]]>([
    [
      'flexible',
      [
        { until: '2027-07-13', first_night_kept: false, percent_refunded: 100, refund_cents: 25_000 },
        { until: '2027-07-14', first_night_kept: true, percent_refunded: 100, refund_cents: 15_000 },
      ],
    ],
    [
      'moderate',
      [
        { until: '2027-07-09', first_night_kept: false, percent_refunded: 100, refund_cents: 25_000 },
        { until: '2027-07-14', first_night_kept: true, percent_refunded: 50, refund_cents: 9_000 },
      ],
    ],
    [
      'strict',
      [
        { until: '2027-06-14', first_night_kept: false, percent_refunded: 100, refund_cents: 25_000 },
        { until: '2027-07-07', first_night_kept: false, percent_refunded: 50, refund_cents: 14_000 },
        { until: '2027-07-14', first_night_kept: false, percent_refunded: 0, refund_cents: 3_000 },
      ],
    ],
  ])('has the terms of its policy: %s', ([policy, expected]) => {
    expect(terms(policy)).toEqual(expected)
  })

  test.for([
    ['2027-07-07', 25_000, 14_000],
    ['2027-07-08', 25_000, 3_000],
    ['2027-07-14', 25_000, 3_000],
    // After the last deadline nothing goes back but what was paid too much.
    ['2027-07-15', 25_000, 0],
    ['2027-07-15', 25_001, 1],
    // The part of a deposit above the kept part.
    ['2027-07-07', 11_000, 0],
    ['2027-07-07', 11_001, 1],
    ['2027-07-07', 10_000, 0],
  ] as const)('on %s, after %i cents were paid, gives back %i', ([today, paid, refund]) => {
    expect(guestRefund(terms('strict'), 25_000, paid, today)).toBe(refund)
  })

  test('of a price without nights keeps none', () => {
    expect(cancellationTerms('flexible', '2027-07-14', { nightly: [], lines })[1]?.refund_cents).toBe(25_000)
  })
})

describe('what a cancellation does with a line', () => {
  // @ts-expect-error A code that does not say what a cancellation does with it does not compile.
  const incomplete: typeof LINES = { accommodation: LINES.accommodation, cleaning: LINES.cleaning }

  test('is said by every code', () => {
    expect(Object.keys(LINES).toSorted()).toEqual([...LINE_CODES].toSorted())
    expect(Object.keys(incomplete)).not.toEqual(LINE_CODES)
  })

  test.for(LINE_CODES)('follows from what its code says, not from being no night: %s', (code) => {
    const nightly = [{ net_cents: 10_000, extra_guests_cents: 0 }]
    const lines = [{ code: 'accommodation' as const, amount_cents: 10_000 }]
    const refunds = (more: { code: typeof code; amount_cents: number }[]) =>
      cancellationTerms('strict', '2027-07-14', { nightly, lines: [...lines, ...more] }).map(
        (term) => term.refund_cents,
      )
    expect(refunds([])).toEqual([10_000, 5_000, 0])
    const byRule = [13_000, 6_500, 0]
    const inFull = [13_000, 8_000, 3_000]
    expect(refunds([{ code, amount_cents: 3_000 }])).toEqual(LINES[code].refunded === 'by_rule' ? byRule : inFull)
  })
})
