import type { CancellationPolicy, SeasonPolicy } from '../../platform/db/enums.ts'
import { addDays, daysBetween, daysOf, isoWeekday } from '../../platform/lib/days.ts'
import { divideHalfUp, fromCents, PERCENT, share } from '../../platform/lib/money.ts'
import { MAXIMUM_CENTS, minimumCents } from '../../platform/lib/payable.ts'
import { cancellationTerms } from './cancellation.ts'
import type { Line, Night, PricedStay, Violation } from './priced-stay.ts'

/**
 * The price of a stay (docs/design/domain.md, "Price of a stay"), as pure functions on integer cents.
 * sql/homes/search/price-of-stay.sql computes the same total for the homes of a search.
 */

export interface Home {
  currency: string
  max_guests: number
  included_guests: number
  base_price_cents: number
  weekend_price_cents: number | null
  /** ISO days of the week (1 = Monday) whose nights take the weekend price. */
  weekend_days: number[]
  cleaning_fee_cents: number
  extra_guest_fee_cents: number
  security_deposit_cents: number
  deposit_percent: number
  balance_due_days: number
  min_stay: number
  max_stay: number
  lead_time_days: number
  booking_window_days: number
  cancellation_policy: CancellationPolicy
  /** Tourist tax of the home, or else of its city: an amount per adult and night, or a percentage per occupant with a cap. */
  tax_per_adult_night_cents: number | null
  tax_percent_hundredths: number | null
  tax_cap_cents: number | null
}

/** Overrides of one day; null: as for the home. */
export interface CalendarDay {
  day: string
  price_cents: number | null
  cleaning_fee_cents: number | null
  extra_guest_fee_cents: number | null
  min_stay: number | null
  max_stay: number | null
  closed_to_arrival: boolean | null
  closed_to_departure: boolean | null
}

/** An active season; both dates are inclusive. */
export interface Season {
  id: number
  start_date: string
  end_date: string
  reduction_hundredths: number
  min_stay: number | null
  max_stay: number | null
  policy: SeasonPolicy
}

export interface Stay {
  check_in: string
  check_out: string
  adults: number
  children: number
  infants: number
}

export interface PricingInput {
  home: Home
  days: CalendarDay[]
  seasons: Season[]
  stay: Stay
  /** Today in the time zone of the home. */
  today: string
}

/** Prices a stay whose check-out is after its check-in. Broken rules are listed as violations, not thrown. */
export function priceStay(input: PricingInput): PricedStay {
  const { home, days, seasons, stay } = input
  const calendar = calendarOf(days)
  const count = daysBetween(stay.check_in, stay.check_out)
  const extraGuests = extraGuestsOf(home, stay)
  const nightly = applySeasons(
    daysOf(stay.check_in, stay.check_out).map((date) => nightPrice(home, calendar.get(date), date, extraGuests)),
    seasons.filter((season) => count >= (season.min_stay ?? 1) && count <= (season.max_stay ?? count)),
    stay.check_in,
  )
  return priceNights(input, nightly, calendar.get(stay.check_in)?.cleaning_fee_cents ?? home.cleaning_fee_cents)
}

/** The price of a stay of these nights, with its cleaning in cents and its tourist tax. Pure. */
export function priceNights(input: PricingInput, nightly: Night[], cleaning_cents: number): PricedStay {
  const { home, stay } = input
  const count = nightly.length
  const paying = stay.adults + stay.children
  const net = sum(nightly.map((night) => night.net_cents))
  const lines: Line[] = [
    { code: 'accommodation', quantity: count, amount_cents: sum(nightly.map((night) => night.base_cents)) },
    { code: 'season_reduction', amount_cents: -sum(nightly.map((night) => night.discount_cents)) },
    {
      code: 'extra_guests',
      quantity: extraGuestsOf(home, stay) * count,
      amount_cents: sum(nightly.map((night) => night.extra_guests_cents)),
    },
    { code: 'cleaning', quantity: 1, amount_cents: cleaning_cents },
    {
      code: 'tourist_tax',
      quantity: stay.adults * count,
      amount_cents: touristTax(home, net, count, stay.adults, paying),
    },
  ]
  return composed(input, nightly, lines)
}

/** Guests above those that the price of a night includes. Pure. */
export const extraGuestsOf = ({ included_guests }: Home, { adults, children }: Stay): number =>
  Math.max(0, adults + children - included_guests)

const calendarOf = (days: CalendarDay[]): Map<string, CalendarDay> => new Map(days.map((day) => [day.day, day]))

/** The usual price of a stay, and what a total has to cover besides the nights. Pure. */
function feesOf(input: PricingInput) {
  const { home, stay } = input
  const usual = priceStay(input)
  const cleaning = usual.lines.find(({ code }) => code === 'cleaning')?.amount_cents ?? 0
  const taxOf = (net: number) => touristTax(home, net, usual.nights, stay.adults, stay.adults + stay.children)
  return { usual, cleaning, taxOf }
}

/** The least total that a stay can be priced at, in cents. Pure. */
export function leastTotal(input: PricingInput): number {
  const { cleaning, taxOf } = feesOf(input)
  return cleaning + taxOf(0)
}

/**
 * Prices a stay at a total that somebody has set, in cents. Cleaning and tourist tax are computed. Accommodation is the rest, spread over
 * the nights by their usual price. undefined: the total is less than cleaning and tax. Pure.
 */
export function priceAtTotal(input: PricingInput, total: number): PricedStay | undefined {
  const { stay } = input
  const { usual, cleaning, taxOf } = feesOf(input)
  let tax = 0
  // A tax in percent depends on the accommodation that remains after it. Each round adds two digits at least.
  for (let round = 0; round < 10; round++) tax = taxOf(Math.max(0, total - cleaning - tax))
  const net = total - cleaning - tax
  if (net < 0) return undefined
  const lines: Line[] = [
    { code: 'accommodation', quantity: usual.nights, amount_cents: net },
    { code: 'cleaning', quantity: 1, amount_cents: cleaning },
    { code: 'tourist_tax', quantity: stay.adults * usual.nights, amount_cents: tax },
  ]
  return composed(input, spread(usual.nightly, net), lines)
}

/** Nights that add up to a sum, each with its part of it. Pure. */
function spread(nightly: Night[], net: number): Night[] {
  const weights = nightly.map(({ net_cents, extra_guests_cents }) => net_cents + extra_guests_cents)
  const whole = sum(weights)
  let [before, given] = [0, 0]
  return nightly.map((night, index) => {
    before += whole === 0 ? 1 : (weights[index] ?? 0)
    const part = divideHalfUp(net * before, whole === 0 ? nightly.length : whole) - given
    given += part
    return { ...night, base_cents: part, season_id: null, discount_cents: 0, net_cents: part, extra_guests_cents: 0 }
  })
}

/** A price of nights and lines: its deposit, its terms, and the rules that the stay breaks. Pure. */
function composed({ home, days, stay, today }: PricingInput, nightly: Night[], lines: Line[]): PricedStay {
  const calendar = calendarOf(days)
  const count = nightly.length
  const total = sum(lines.map((line) => line.amount_cents))
  const balanceDay = addDays(stay.check_in, -home.balance_due_days)
  const deposit = balanceDay > today ? share(total, home.deposit_percent * 100) : total
  const dueNow = dueOnline(deposit, total, home.currency)
  return {
    currency: home.currency,
    nights: count,
    violations: findViolations(home, calendar, stay, count, today, total),
    nightly,
    lines: lines.filter((line) => line.code === 'accommodation' || line.amount_cents !== 0),
    total_cents: total,
    due_now_cents: dueNow,
    balance_cents: total - dueNow,
    balance_due_on: dueNow > 0 && dueNow < total ? balanceDay : null,
    security_deposit_cents: home.security_deposit_cents,
    // A step whose day is over refunds nothing. The last one stays, because changes of a stay read its policy from its terms.
    cancellation: cancellationTerms(home.cancellation_policy, stay.check_in, { nightly, lines }).filter(
      ({ until }, index, steps) => today <= until || index === steps.length - 1,
    ),
  }
}

/**
 * The amount due at booking. When it or the rest is below the provider's minimum, it becomes the whole total, or nothing.
 * Pure.
 */
function dueOnline(due: number, total: number, currency: string): number {
  const minimum = minimumCents(currency)
  if (due >= minimum && total - due >= minimum) return due
  return total >= minimum ? total : 0
}

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

function nightPrice(home: Home, day: CalendarDay | undefined, date: string, extraGuests: number): Night {
  const weekend = home.weekend_days.includes(isoWeekday(date)) ? home.weekend_price_cents : null
  const base = day?.price_cents ?? weekend ?? home.base_price_cents
  return {
    date,
    base_cents: base,
    source: day?.price_cents != null ? 'calendar' : weekend !== null ? 'weekend' : 'base',
    season_id: null,
    discount_cents: 0,
    net_cents: base,
    extra_guests_cents: extraGuests * (day?.extra_guest_fee_cents ?? home.extra_guest_fee_cents),
  }
}

/** One reduction per night at most: a `booking` season that contains the arrival for all nights, else each its own. */
function applySeasons(nights: Night[], eligible: Season[], checkIn: string): Night[] {
  const whole = narrowest(eligible.filter((season) => season.policy === 'booking' && contains(season, checkIn)))
  if (whole) return reduceAsWhole(nights, whole)
  const perNight = eligible.filter((season) => season.policy === 'nights')
  return nights.map((night) => {
    const season = narrowest(perNight.filter((candidate) => contains(candidate, night.date)))
    return season ? reduced(night, season, share(night.base_cents, season.reduction_hundredths)) : night
  })
}

/** Rounds once, on the sum. Each night gets its part, and the parts add up to the sum. */
function reduceAsWhole(nights: Night[], season: Season): Night[] {
  let base = 0
  return nights.map((night) => {
    const before = share(base, season.reduction_hundredths)
    base += night.base_cents
    return reduced(night, season, share(base, season.reduction_hundredths) - before)
  })
}

const reduced = (night: Night, season: Season, discount: number): Night => ({
  ...night,
  season_id: season.id,
  discount_cents: discount,
  net_cents: night.base_cents - discount,
})

const contains = (season: Season, day: string): boolean => season.start_date <= day && day <= season.end_date

/** The season that applies: the narrowest, then the one with the higher percentage, then the one with the lower id. */
function narrowest(seasons: Season[]): Season | undefined {
  const width = (season: Season) => daysBetween(season.start_date, season.end_date)
  return seasons.toSorted(
    (a, b) => width(a) - width(b) || b.reduction_hundredths - a.reduction_hundredths || a.id - b.id,
  )[0]
}

/** Per adult and night, rounded half up to the cent. Children are exempt and count as occupants. */
function touristTax(home: Home, net: number, nights: number, adults: number, occupants: number): number {
  if (home.tax_per_adult_night_cents !== null) return home.tax_per_adult_night_cents * adults * nights
  const perAdultNight = divideHalfUp(net * (home.tax_percent_hundredths ?? 0), nights * occupants * PERCENT)
  return adults * nights * Math.min(perAdultNight, home.tax_cap_cents ?? perAdultNight)
}

function findViolations(
  home: Home,
  calendar: Map<string, CalendarDay>,
  stay: Stay,
  nights: number,
  today: string,
  total: number,
): Violation[] {
  const arrival = calendar.get(stay.check_in)
  const minimum = arrival?.min_stay ?? home.min_stay
  const maximum = arrival?.max_stay ?? home.max_stay
  const rules: [broken: boolean, violation: Violation][] = [
    [
      stay.adults + stay.children > home.max_guests,
      { code: 'too_many_guests', field: 'adults', limit: home.max_guests },
    ],
    [stay.check_in < today, { code: 'in_the_past', field: 'check_in' }],
    [
      stay.check_in >= today && stay.check_in < addDays(today, home.lead_time_days),
      { code: 'lead_time', field: 'check_in', limit: home.lead_time_days },
    ],
    [
      stay.check_in > addDays(today, home.booking_window_days),
      { code: 'booking_window', field: 'check_in', limit: home.booking_window_days },
    ],
    [arrival?.closed_to_arrival === true, { code: 'closed_to_arrival', field: 'check_in' }],
    [calendar.get(stay.check_out)?.closed_to_departure === true, { code: 'closed_to_departure', field: 'check_out' }],
    [nights < minimum, { code: 'min_stay', field: 'check_out', limit: minimum }],
    [nights > maximum, { code: 'max_stay', field: 'check_out', limit: maximum }],
    [total > MAXIMUM_CENTS, { code: 'total_too_high', field: 'check_out', limit: fromCents(MAXIMUM_CENTS) }],
  ]
  return rules.filter(([broken]) => broken).map(([, violation]) => violation)
}
