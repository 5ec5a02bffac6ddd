import type { CancellationPolicy } from '../db/enums.ts'
import { addDays } from '../lib/days.ts'
import { share } from '../lib/money.ts'
import type { Cancellation } from './priced-stay.ts'

interface Rule {
  /** The rule applies until this many days before check-in. */
  daysBefore: number
  firstNightKept: boolean
  /** Of the nights with their extra guests, without what is kept. Cleaning and tax are always refunded in full. */
  percentRefunded: number
}

const POLICIES: Record<CancellationPolicy, Rule[]> = {
  flexible: [
    { daysBefore: 1, firstNightKept: false, percentRefunded: 100 },
    { daysBefore: 0, firstNightKept: true, percentRefunded: 100 },
  ],
  moderate: [
    { daysBefore: 5, firstNightKept: false, percentRefunded: 100 },
    { daysBefore: 0, firstNightKept: true, percentRefunded: 50 },
  ],
  strict: [
    { daysBefore: 30, firstNightKept: false, percentRefunded: 100 },
    { daysBefore: 7, firstNightKept: false, percentRefunded: 50 },
    { daysBefore: 0, firstNightKept: false, percentRefunded: 0 },
  ],
}

interface Priced {
  nightly: { net_cents: number; extra_guests_cents: number }[]
  total_cents: number
}

/** The terms of a policy for a priced stay, earliest deadline first. Pure. */
export function cancellationTerms(
  policy: CancellationPolicy,
  checkIn: string,
  { nightly, total_cents }: Priced,
): Cancellation[] {
  const nights = nightly.map((night) => night.net_cents + night.extra_guests_cents)
  const stay = nights.reduce((total, night) => total + night, 0)
  const fees = total_cents - stay
  return POLICIES[policy].map((rule) => {
    const kept = rule.firstNightKept ? (nights[0] ?? 0) : 0
    return {
      until: addDays(checkIn, -rule.daysBefore),
      first_night_kept: rule.firstNightKept,
      percent_refunded: rule.percentRefunded,
      refund_cents: share(stay - kept, rule.percentRefunded * 100) + fees,
    }
  })
}

/** The part of `paidCents` that is refunded when the guest cancels today; the rest of the total stays due. Pure. */
export function guestRefund(terms: Cancellation[], totalCents: number, paidCents: number, today: string): number {
  const refund = terms.find((term) => today <= term.until)?.refund_cents ?? 0
  return Math.max(0, paidCents - (totalCents - refund))
}
