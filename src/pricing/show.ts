import type { z } from 'zod'
import { inLocale, type Locale, type Text } from '../http/locale.ts'
import { fromCents } from '../lib/money.ts'
import type { PricedStay, Violation } from './priced-stay.ts'
import type { shownPrice } from './schemas.ts'

const VIOLATIONS: Record<Violation['code'], Text> = {
  too_many_guests: ['Ce logement accueille % voyageurs au plus.', 'This home takes % guests at most.'],
  lead_time: ['L’arrivée doit être dans % jours au plus tôt.', 'Check-in must be at least % days ahead.'],
  booking_window: ['L’arrivée doit être dans % jours au plus tard.', 'Check-in must be at most % days ahead.'],
  closed_to_arrival: ['Pas d’arrivée ce jour-là.', 'No arrivals on this day.'],
  closed_to_departure: ['Pas de départ ce jour-là.', 'No departures on this day.'],
  min_stay: ['Séjour de % nuits au moins.', 'The stay must have at least % nights.'],
  max_stay: ['Séjour de % nuits au plus.', 'The stay must have at most % nights.'],
  total_too_high: ['Le total ne peut dépasser %.', 'The total cannot exceed %.'],
}

export const violationText = ({ code, limit }: Violation): Text => {
  const [fr, en] = VIOLATIONS[code]
  return [fr.replace('%', String(limit)), en.replace('%', String(limit))]
}

export const showViolations = (violations: Violation[], locale: Locale) =>
  violations.map((violation) => ({ ...violation, message: inLocale(violationText(violation), locale) }))

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
    lines: priced.lines.map(({ amount_cents, ...line }) => ({ ...line, amount: fromCents(amount_cents) })),
    total: fromCents(priced.total_cents),
    due_now: fromCents(priced.due_now_cents),
    balance: fromCents(priced.balance_cents),
    balance_due_on: priced.balance_due_on,
    caution: fromCents(priced.caution_cents),
    cancellation: priced.cancellation.map(({ refund_cents, ...term }) => ({
      ...term,
      refund: fromCents(refund_cents),
    })),
  }
}
