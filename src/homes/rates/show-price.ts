import type { z } from 'zod'
import { fromCents } from '../../platform/lib/money.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { shownPrice } from './price-schemas.ts'
import type { Cancellation, PricedStay, Violation } from './priced-stay.ts'

export const violationText = (violation: Omit<Violation, 'field'>, locale: Locale): string =>
  texts(locale).violations[violation.code](violation)

/** Reasons why a stay cannot be booked: the rules that it breaks, and nights that are taken. Pure. */
export const showViolations = (violations: Violation[], isFree: boolean, locale: Locale) => [
  ...(isFree
    ? []
    : [{ code: 'dates_taken' as const, field: 'check_in' as const, message: texts(locale).violations.dates_taken() }]),
  ...violations.map((violation) => ({ ...violation, message: violationText(violation, locale) })),
]

const showLines = (lines: PricedStay['lines']) =>
  lines.map(({ amount_cents, ...line }) => ({ ...line, amount: fromCents(amount_cents) }))

/** Converts a priced stay to major units. Pure. */
export function showPrice(priced: PricedStay): z.infer<typeof shownPrice> {
  return {
    nights: priced.nights,
    currency: priced.currency,
    nightly: priced.nightly.map((night) => ({
      date: night.date,
      base: fromCents(night.base_cents),
      source: night.source,
      season_id: night.season_id,
      discount: fromCents(night.discount_cents),
      net: fromCents(night.net_cents),
    })),
    lines: showLines(priced.lines),
    ...(priced.excluded && { excluded: showLines(priced.excluded) }),
    ...(priced.withheld && { withheld: showLines(priced.withheld) }),
    total: fromCents(priced.total_cents),
    due_now: fromCents(priced.due_now_cents),
    balance: fromCents(priced.balance_cents),
    balance_due_on: priced.balance_due_on,
    security_deposit: fromCents(priced.security_deposit_cents),
    caution: fromCents(priced.security_deposit_cents),
    cancellation: showTerms(priced.cancellation),
  }
}

/** Cancellation terms with amounts in major units. Pure. */
export const showTerms = (terms: Cancellation[]): z.infer<typeof shownPrice>['cancellation'] =>
  terms.map(({ refund_cents, ...step }) => ({ ...step, refund: fromCents(refund_cents) }))
