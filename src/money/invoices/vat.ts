import { divideHalfUp, fromCents, PERCENT } from '../../platform/lib/money.ts'
import type { DocumentLine } from '../payments/plugin.ts'

/** Value-added tax, which prices include. Amounts in cents; rates in hundredths of a percent. Pure. */

/** The tax within an amount, rounded half up; of a negative amount the negative tax. */
export function vatWithin(cents: number, hundredths: number): number {
  const vat = divideHalfUp(Math.abs(cents) * hundredths, PERCENT + hundredths)
  return cents < 0 ? -vat : vat
}

/** A line with its tax. */
export const taxed = (
  line: Pick<DocumentLine, 'code' | 'label'>,
  amount_cents: number,
  vat_hundredths: number,
): DocumentLine => ({
  ...line,
  amount_cents,
  vat_hundredths,
  vat_cents: vatWithin(amount_cents, vat_hundredths),
})

type Taxed = Omit<DocumentLine, 'code' | 'label'>

/** The sums of lines at each rate, lowest rate first. */
export function totalsByRate(lines: Taxed[]): Taxed[] {
  const sums = new Map<number, Taxed>()
  for (const { amount_cents, vat_hundredths, vat_cents } of lines) {
    const before = sums.get(vat_hundredths)
    sums.set(vat_hundredths, {
      vat_hundredths,
      amount_cents: amount_cents + (before?.amount_cents ?? 0),
      vat_cents: vat_cents + (before?.vat_cents ?? 0),
    })
  }
  return [...sums.values()].toSorted((a, b) => a.vat_hundredths - b.vat_hundredths)
}

/** The same share of each of some amounts, in cents, rounded half up; together they are `part_cents`. */
function sharesOf(amounts: number[], part_cents: number): number[] {
  const total = amounts.reduce((sum, cents) => sum + cents, 0)
  let left = part_cents
  return amounts.map((whole, index) => {
    const cents = index === amounts.length - 1 || total === 0 ? left : divideHalfUp(whole * part_cents, total)
    left -= cents
    return cents
  })
}

/**
 * The lines of the document of a refund of supplements, one for each rate: the share of the invoice in all that has been refunded so
 * far, less what earlier documents have credited. After a full refund they equal the invoice at every rate, and its tax.
 * @param earlier the lines of earlier notes, negative, and of invoices for refunds that failed.
 * @param refunded_cents of this refund; negative when it failed after its note.
 */
export function creditOf(
  invoice: DocumentLine[],
  earlier: Taxed[],
  refunded_cents: number,
  label: string,
): DocumentLine[] {
  const wholes = totalsByRate(invoice)
  const credited = new Map(totalsByRate(earlier).map((sum) => [sum.vat_hundredths, sum]))
  const refunded = refunded_cents - earlier.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const amounts = wholes.map(({ amount_cents }) => amount_cents)
  const total = amounts.reduce((sum, cents) => sum + cents, 0)
  const shares = sharesOf(amounts, refunded)
  return wholes
    .map(({ vat_hundredths, amount_cents, vat_cents }, index): DocumentLine => {
      const share = shares[index] ?? 0
      const before = credited.get(vat_hundredths)
      // Lines that sum to nothing can have a cent of tax, by their rounding: it goes with the whole.
      const vat =
        amount_cents === 0 ? divideHalfUp(vat_cents * refunded, total) : divideHalfUp(vat_cents * share, amount_cents)
      const code = invoice.find((line) => line.vat_hundredths === vat_hundredths)?.code
      return {
        ...(code !== undefined && { code }),
        label,
        vat_hundredths,
        amount_cents: 0 - share - (before?.amount_cents ?? 0),
        vat_cents: 0 - vat - (before?.vat_cents ?? 0),
      }
    })
    .filter((line) => line.amount_cents !== 0 || line.vat_cents !== 0)
}

/** The amounts of a document by rate, lowest rate first, with its lines, as data in major units. Pure. */
export const showLines = (lines: DocumentLine[]) => ({
  lines: lines.map(({ code = null, label, ...line }) => ({ code, label, ...showTaxed(line) })),
  vat: totalsByRate(lines).map(showTaxed),
})

const showTaxed = ({ amount_cents, vat_hundredths, vat_cents }: Taxed) => ({
  amount: fromCents(amount_cents),
  vat_percent: vat_hundredths / 100,
  vat: fromCents(vat_cents),
})

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
