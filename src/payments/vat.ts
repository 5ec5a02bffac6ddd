import { divideHalfUp, PERCENT } from '../lib/money.ts'
import type { DocumentLine } from './invoice-lines.ts'

/** Value-added tax, which prices include. Amounts in cents; rates in hundredths of a percent. Pure. */

/** The tax within an amount, rounded half up; of a negative amount the negative tax. */
export function vatWithin(cents: number, hundredths: number): number {
  const vat = divideHalfUp(Math.abs(cents) * hundredths, PERCENT + hundredths)
  return cents < 0 ? -vat : vat
}

/** A line with its tax. */
export const taxed = (label: string, amount_cents: number, vat_hundredths: number): DocumentLine => ({
  label,
  amount_cents,
  vat_hundredths,
  vat_cents: vatWithin(amount_cents, vat_hundredths),
})

/** The amount of lines at each rate, lowest rate first. */
function centsByRate(lines: Pick<DocumentLine, 'amount_cents' | 'vat_hundredths'>[]): [rate: number, cents: number][] {
  const sums = new Map<number, number>()
  for (const { amount_cents, vat_hundredths } of lines)
    sums.set(vat_hundredths, (sums.get(vat_hundredths) ?? 0) + amount_cents)
  return [...sums].toSorted(([a], [b]) => a - b)
}

/**
 * A part of an invoice in lines, one for each rate in it: the same share of each, so that they sum to the part. The
 * labels are those that `labelOf` gives for a rate.
 */
export function partOf(
  lines: Pick<DocumentLine, 'amount_cents' | 'vat_hundredths'>[],
  part_cents: number,
  labelOf: (vat_hundredths: number) => string,
): DocumentLine[] {
  const sums = centsByRate(lines)
  const total = sums.reduce((sum, [, cents]) => sum + cents, 0)
  let left = part_cents
  return sums
    .map(([rate, whole], index) => {
      const isLast = index === sums.length - 1
      const cents = isLast ? left : divideHalfUp(whole * part_cents, total)
      left -= cents
      return taxed(labelOf(rate), cents, rate)
    })
    .filter(({ amount_cents }) => amount_cents !== 0)
}

/** What a part leaves of an invoice, in lines, one for each rate. */
export function restOf(
  lines: DocumentLine[],
  part: DocumentLine[],
  labelOf: (vat_hundredths: number) => string,
): DocumentLine[] {
  const taken = new Map(centsByRate(part))
  return centsByRate(lines)
    .map(([rate, cents]) => taxed(labelOf(rate), cents - (taken.get(rate) ?? 0), rate))
    .filter(({ amount_cents }) => amount_cents !== 0)
}

/** The tax of a document by rate, highest first; rates without tax are left out. */
export function vatByRate(lines: DocumentLine[]): { vat_hundredths: number; vat_cents: number }[] {
  const rates = [...new Set(lines.map((line) => line.vat_hundredths))].filter((rate) => rate > 0)
  return rates
    .toSorted((a, b) => b - a)
    .map((vat_hundredths) => ({
      vat_hundredths,
      vat_cents: lines
        .filter((line) => line.vat_hundredths === vat_hundredths)
        .reduce((sum, line) => sum + line.vat_cents, 0),
    }))
}
