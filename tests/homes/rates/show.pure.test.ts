import { expect, test } from 'vitest'
import type { PricedStay } from '../../../src/homes/rates/priced-stay.ts'
import { showPrice, showViolations } from '../../../src/homes/rates/show-price.ts'

test('a priced stay is shown in major units, each amount under its name', () => {
  const priced: PricedStay = {
    currency: 'EUR',
    nights: 1,
    violations: [],
    nightly: [
      {
        date: '2027-05-03',
        base_cents: 10_001,
        source: 'weekend',
        season_id: 7,
        discount_cents: 1_002,
        net_cents: 8_999,
        extra_guests_cents: 50,
      },
    ],
    lines: [{ code: 'accommodation', quantity: 1, amount_cents: 10_001 }],
    total_cents: 9_003,
    due_now_cents: 3_004,
    balance_cents: 5_999,
    balance_due_on: '2027-04-03',
    security_deposit_cents: 20_005,
    cancellation: [{ until: '2027-05-02', first_night_kept: true, percent_refunded: 50, refund_cents: 4_506 }],
  }
  expect(showPrice(priced)).toEqual({
    nights: 1,
    currency: 'EUR',
    nightly: [{ date: '2027-05-03', base: 100.01, source: 'weekend', season_id: 7, discount: 10.02, net: 89.99 }],
    lines: [{ code: 'accommodation', quantity: 1, amount: 100.01 }],
    total: 90.03,
    due_now: 30.04,
    balance: 59.99,
    balance_due_on: '2027-04-03',
    security_deposit: 200.05,
    caution: 200.05,
    cancellation: [{ until: '2027-05-02', first_night_kept: true, percent_refunded: 50, refund: 45.06 }],
  })
})

test('a violation is shown with its message in the language of the reader', () => {
  const violation = { code: 'min_stay', field: 'check_out', limit: 3 } as const
  expect(showViolations([violation], true, 'en')).toEqual([
    { ...violation, message: 'The stay must have at least 3 nights.' },
  ])
})
