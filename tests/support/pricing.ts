import type { CalendarDay, Home, PricingInput, Season } from '../../src/homes/rates/price.ts'
import { priceStay } from '../../src/homes/rates/price.ts'
import type { PricedStay } from '../../src/homes/rates/priced-stay.ts'

/** Prices of stays for tests: a week at the end of June 2026, in a home at 120 a night. */

export const HOME: Home = {
  currency: 'EUR',
  max_guests: 10,
  included_guests: 2,
  base_price_cents: 12_000,
  weekend_price_cents: null,
  weekend_days: [5, 6],
  cleaning_fee_cents: 0,
  extra_guest_fee_cents: 0,
  security_deposit_cents: 0,
  deposit_percent: 100,
  balance_due_days: 30,
  min_stay: 1,
  max_stay: 365,
  lead_time_days: 0,
  booking_window_days: 3_650,
  cancellation_policy: 'moderate',
  tax_per_adult_night_cents: null,
  tax_percent_hundredths: null,
  tax_cap_cents: null,
}

/** A reduction of 15 % in July. */
export function season(fields: Partial<Season>): Season {
  return {
    id: 1,
    start_date: '2026-07-01',
    end_date: '2026-07-31',
    reduction_hundredths: 1_500,
    min_stay: null,
    max_stay: null,
    policy: 'nights',
    ...fields,
  }
}

export function price(
  home: Partial<Home>,
  stay: Partial<PricingInput['stay']>,
  rest: Partial<Pick<PricingInput, 'days' | 'seasons' | 'today'>> = {},
): PricedStay {
  return priceStay({
    home: { ...HOME, ...home },
    days: [],
    seasons: [],
    today: '2026-01-01',
    ...rest,
    stay: { check_in: '2026-06-29', check_out: '2026-07-06', adults: 2, children: 0, infants: 0, ...stay },
  })
}

/** The home of example B in docs/design/domain.md, "Price of a stay". */
export const EXAMPLE_B = { weekend_price_cents: 15_000, extra_guest_fee_cents: 1_000, cleaning_fee_cents: 6_000 }

/** A day of the calendar that changes nothing. */
export const DAY: CalendarDay = {
  day: '2026-06-29',
  price_cents: null,
  cleaning_fee_cents: null,
  extra_guest_fee_cents: null,
  min_stay: null,
  max_stay: null,
  closed_to_arrival: null,
  closed_to_departure: null,
}
