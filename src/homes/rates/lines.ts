/** Parts of a price, and the outcome of each. Pure. */

export const LINE_CODES = ['accommodation', 'season_reduction', 'extra_guests', 'cleaning', 'tourist_tax'] as const

export type LineCode = (typeof LINE_CODES)[number]

interface LineRule {
  /** Treatment by a cancellation: it is refunded by the rule of the day, or always in full. */
  refunded: 'by_rule' | 'in_full'
  /** True if it includes VAT. */
  hasVat: boolean
  /** A line of the nights: a discount takes from it and from theirs together. */
  with?: LineCode
}

export const LINES: Record<LineCode, LineRule> = {
  accommodation: { refunded: 'by_rule', hasVat: true },
  season_reduction: { refunded: 'by_rule', hasVat: true, with: 'accommodation' },
  extra_guests: { refunded: 'by_rule', hasVat: true },
  cleaning: { refunded: 'in_full', hasVat: true },
  tourist_tax: { refunded: 'in_full', hasVat: false },
}
