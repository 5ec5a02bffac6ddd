import { CANCELLATION_POLICY, type CancellationPolicy } from '../../platform/db/enums.ts'
import { addDays } from '../../platform/lib/days.ts'
import { share } from '../../platform/lib/money.ts'
import { LINES } from './lines.ts'
import type { Cancellation, Line } from './priced-stay.ts'

interface Rule {
  /** The rule applies until this many days before check-in. */
  daysBefore: number
  firstNightKept: boolean
  /** Percentage refunded by the rule, without what is kept. */
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
  lines: Line[]
}

/** The terms of a policy for a priced stay, earliest deadline first. Pure. */
export function cancellationTerms(
  policy: CancellationPolicy,
  checkIn: string,
  { nightly: [first], lines }: Priced,
): Cancellation[] {
  const sumOf = (how: 'by_rule' | 'in_full') =>
    lines
      .filter(({ code }) => LINES[code].refunded === how)
      .reduce((total, { amount_cents }) => total + amount_cents, 0)
  const byRule = sumOf('by_rule')
  const inFull = sumOf('in_full')
  return POLICIES[policy].map((rule) => {
    const kept = rule.firstNightKept && first ? first.net_cents + first.extra_guests_cents : 0
    return {
      until: addDays(checkIn, -rule.daysBefore),
      first_night_kept: rule.firstNightKept,
      percent_refunded: rule.percentRefunded,
      refund_cents: share(byRule - kept, rule.percentRefunded * 100) + inFull,
    }
  })
}

/** The policy that these terms of a stay come from; undefined: terms that no policy has. Pure. */
export function policyOf(terms: Cancellation[], checkIn: string): CancellationPolicy | undefined {
  const isOf = (rules: Rule[]) =>
    terms.every((term) =>
      rules.some(
        (rule) =>
          term.until === addDays(checkIn, -rule.daysBefore) &&
          term.first_night_kept === rule.firstNightKept &&
          term.percent_refunded === rule.percentRefunded,
      ),
    )
  return terms.length === 0 ? undefined : CANCELLATION_POLICY.find((policy) => isOf(POLICIES[policy]))
}

/** The part of `paidCents` that is refunded when the guest cancels today; the rest of the total stays due. Pure. */
export function guestRefund(terms: Cancellation[], totalCents: number, paidCents: number, today: string): number {
  const refund = terms.find((term) => today <= term.until)?.refund_cents ?? 0
  return Math.max(0, paidCents - (totalCents - refund))
}
