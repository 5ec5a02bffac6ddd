import { share } from '../../platform/lib/money.ts'
import { policyOf } from './cancellation.ts'
import { LINE_CODES, LINES, type LineCode } from './lines.ts'
import { extraGuestsOf, type PricingInput, priceAtTotal, priceNights, priceStay, type Stay, sum } from './price.ts'
import type { Night, PricedStay } from './priced-stay.ts'

/** The price of a stay that changes (docs/design/domain.md, "Change of a stay"), as pure functions on integer cents. */

export interface Before {
  price: PricedStay
  stay: Stay
  /** True if the stay remains at its home. */
  is_same_home: boolean
}

/** `requote`: the price of the new stay; `keep`: the total of before; or a total in cents. */
export type ChangedPrice = 'requote' | 'keep' | number

/**
 * Prices a stay as it is changed to; its terms follow the policy of the booking, and one without terms stays without. undefined: a total
 * below cleaning and tax.
 */
export function priceChange(input: PricingInput, before: Before, wanted: ChangedPrice): PricedStay | undefined {
  const { price, stay } = before
  const cancellation_policy = policyOf(price.cancellation, stay.check_in) ?? input.home.cancellation_policy
  const changed = priceAs({ ...input, home: { ...input.home, cancellation_policy } }, before, wanted)
  return changed && price.cancellation.length === 0 ? { ...changed, cancellation: [] } : changed
}

function priceAs(input: PricingInput, before: Before, wanted: ChangedPrice): PricedStay | undefined {
  if (wanted !== 'requote') return priceAtTotal(input, wanted === 'keep' ? before.price.total_cents : wanted)
  return before.is_same_home ? requote(input, before) : priceStay(input)
}

/** Nights that stay keep their price, but for the guests; the others cost what they cost today. */
function requote(input: PricingInput, { price, stay: earlier }: Before): PricedStay {
  const { home, stay } = input
  const usual = priceStay(input)
  const kept = new Map(price.nightly.map((night) => [night.date, night]))
  const more = extraGuestsOf(home, stay) - extraGuestsOf(home, earlier)
  const fees = new Map(input.days.map((day) => [day.day, day.extra_guest_fee_cents]))
  const nightly = usual.nightly.map((night): Night => {
    const known = kept.get(night.date)
    if (!known) return night
    const fee = fees.get(night.date) ?? home.extra_guest_fee_cents
    return { ...known, extra_guests_cents: Math.max(0, known.extra_guests_cents + more * fee) }
  })
  const cleaning = centsOf(stay.check_in === earlier.check_in ? price : usual, 'cleaning')
  return priceNights(input, nightly, cleaning)
}

const centsOf = ({ lines }: PricedStay, code: LineCode): number =>
  sum(lines.filter((line) => line.code === code).map(({ amount_cents }) => amount_cents))

/**
 * Refund by the terms of a stay for a change today, in cents: today's step for the abandoned nights, and lines that are refunded in full as
 * far as they fall away.
 */
export function refundOfChange(before: PricedStay, after: PricedStay, today: string): number {
  const step = before.cancellation.find(({ until }) => today <= until)
  const kept = new Set(after.nightly.map(({ date }) => date))
  const abandoned = before.nightly.filter(
    ({ date }, index) => !kept.has(date) && !(index === 0 && step?.first_night_kept === true),
  )
  const nights = sum(abandoned.map(({ net_cents, extra_guests_cents }) => net_cents + extra_guests_cents))
  const fallsAway = (code: LineCode) => Math.max(0, centsOf(before, code) - centsOf(after, code))
  const inFull = LINE_CODES.filter((code) => LINES[code].refunded === 'in_full')
  return share(nights, (step?.percent_refunded ?? 0) * 100) + sum(inFull.map(fallsAway))
}
