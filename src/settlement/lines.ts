import { type Locale, texts } from '../locales/locales.ts'
import type { Line } from '../pricing/priced-stay.ts'

/** Whether a line of a price includes VAT. */
const HAS_VAT: Record<Line['code'], boolean> = {
  accommodation: true,
  season_reduction: true,
  extra_guests: true,
  cleaning: true,
  tourist_tax: false,
}

/** The rate within a line of a price, in hundredths of a percent. Pure. */
export const vatRateOf = ({ code }: Line, vat_hundredths: number): number => (HAS_VAT[code] ? vat_hundredths : 0)

/** `Hébergement × 3`. Pure. */
export function lineLabel({ code, quantity }: Line, locale: Locale): string {
  const label = texts(locale).documents.lines[code]
  return quantity === undefined || quantity === 1 ? label : `${label} × ${quantity}`
}
