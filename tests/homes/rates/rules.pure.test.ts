import { expect, test } from 'vitest'
import type { PricedStay, Violation } from '../../../src/homes/rates/priced-stay.ts'
import { DAY, price } from '../../support/pricing.ts'

const departure = { ...DAY, day: '2026-07-06' }

test.for<[rule: string, broken: () => PricedStay, kept: () => PricedStay, violation: Violation]>([
  [
    'guests',
    () => price({ max_guests: 3 }, { adults: 2, children: 2 }),
    () => price({ max_guests: 3 }, { adults: 2, children: 1 }),
    { code: 'too_many_guests', field: 'adults', limit: 3 },
  ],
  [
    'lead time',
    () => price({ lead_time_days: 2 }, {}, { today: '2026-06-28' }),
    () => price({ lead_time_days: 2 }, {}, { today: '2026-06-27' }),
    { code: 'lead_time', field: 'check_in', limit: 2 },
  ],
  [
    'no arrival in the past',
    () => price({}, {}, { today: '2026-06-30' }),
    () => price({}, {}, { today: '2026-06-29' }),
    { code: 'in_the_past', field: 'check_in' },
  ],
  [
    'booking window',
    () => price({ booking_window_days: 30 }, {}, { today: '2026-05-29' }),
    () => price({ booking_window_days: 30 }, {}, { today: '2026-05-30' }),
    { code: 'booking_window', field: 'check_in', limit: 30 },
  ],
  [
    'arrival',
    () => price({}, {}, { days: [{ ...DAY, closed_to_arrival: true }] }),
    () => price({}, {}, { days: [{ ...DAY, closed_to_departure: true }] }),
    { code: 'closed_to_arrival', field: 'check_in' },
  ],
  [
    'departure',
    () => price({}, {}, { days: [{ ...departure, closed_to_departure: true }] }),
    () => price({}, {}, { days: [{ ...departure, closed_to_arrival: true }] }),
    { code: 'closed_to_departure', field: 'check_out' },
  ],
  [
    'shortest stay',
    () => price({ min_stay: 8 }, {}),
    () => price({ min_stay: 7 }, {}),
    { code: 'min_stay', field: 'check_out', limit: 8 },
  ],
  [
    'longest stay',
    () => price({ max_stay: 6 }, {}),
    () => price({ max_stay: 7 }, {}),
    { code: 'max_stay', field: 'check_out', limit: 6 },
  ],
  [
    'shortest stay of the arrival day',
    () => price({}, {}, { days: [{ ...DAY, min_stay: 9 }, departure] }),
    () => price({ min_stay: 9 }, {}, { days: [{ ...DAY, min_stay: 2 }, departure] }),
    { code: 'min_stay', field: 'check_out', limit: 9 },
  ],
  [
    'longest stay of the arrival day',
    () => price({}, {}, { days: [{ ...DAY, max_stay: 2 }, departure] }),
    () => price({ max_stay: 2 }, {}, { days: [{ ...DAY, max_stay: 9 }, departure] }),
    { code: 'max_stay', field: 'check_out', limit: 2 },
  ],
  [
    'what the provider takes',
    () => price({ base_price_cents: 0, cleaning_fee_cents: 100_000_000 }, {}),
    () => price({ base_price_cents: 0, cleaning_fee_cents: 99_999_999 }, {}),
    { code: 'total_too_high', field: 'check_out', limit: 999_999.99 },
  ],
])('a broken rule is a violation that names field and limit: %s', ([_rule, broken, kept, violation]) => {
  expect(broken().violations).toEqual([violation])
  expect(kept().violations).toEqual([])
})
