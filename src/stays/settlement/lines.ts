import { LINES } from '../../homes/pricing/lines.ts'
import type { Line } from '../../homes/pricing/priced-stay.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

/** The rate within a line of a price, in hundredths of a percent. Pure. */
export const vatRateOf = ({ code }: Line, vat_hundredths: number): number => (LINES[code].hasVat ? vat_hundredths : 0)

/** `Hébergement × 3`. Pure. */
export function lineLabel({ code, quantity }: Line, locale: Locale): string {
  const label = texts(locale).labels.line_code[code]
  return quantity === undefined || quantity === 1 ? label : `${label} × ${quantity}`
}
