import { z } from 'zod'
import { LINES } from '../../homes/pricing/lines.ts'
import type { Line } from '../../homes/pricing/priced-stay.ts'
import { pricedStay } from '../../homes/pricing/priced-stay.ts'
import { sliceOf, taxed } from '../../money/invoices/vat.ts'
import type { AppliedPayment, Bill, DocumentLine } from '../../money/payments/plugin.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

const supplements = z.array(z.object({ label: z.string(), amount_cents: z.int() }))

/** The contents of the invoice of a payment for a stay (docs/design/payments.md, "Supplements and invoices"). */
export async function billOfStay(tx: Transaction, payment: AppliedPayment, vat_hundredths: number): Promise<Bill> {
  const stay = await queries.settlement.findForInvoice(tx, payment)
  if (!stay) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { locale, buyer } = stay
  return { locale, buyer, lines: linesOf(payment, stay, vat_hundredths) }
}

type BilledStay = NonNullable<Awaited<ReturnType<typeof queries.settlement.findForInvoice>>>

/**
 * A stay paid whole is itemised. A part of it, such as a deposit or a balance, has the rates: its share of the price after what earlier
 * payments pay, so that all documents sum to the price at each rate. Pure.
 */
function linesOf({ kind, amount_cents }: AppliedPayment, paid: BilledStay, vat_hundredths: number): DocumentLine[] {
  const { locale } = paid
  const stay = `${paid.home}, ${texts(locale).words.days(paid.check_in, paid.check_out)}`
  if (kind === 'supplement') {
    return supplements
      .parse(paid.supplements)
      .map(({ label, amount_cents: cents }) => taxed(label, cents, vat_hundredths))
  }
  const whole = pricedStay
    .parse(paid.quote)
    .lines.filter((line) => line.amount_cents !== 0)
    .map((line) => taxed(`${lineLabel(line, locale)} – ${stay}`, line.amount_cents, vatRateOf(line, vat_hundredths)))
  if (amount_cents === paid.total_cents) return whole
  const { earlier_cents } = paid
  const words = texts(locale).documents
  const part = earlier_cents + amount_cents === paid.total_cents ? words.balance : words.deposit
  const labelOf = (rate: number) =>
    rate === vat_hundredths ? `${part} – ${stay}` : `${part}, ${words.touristTax} – ${stay}`
  return sliceOf(whole, { from_cents: earlier_cents, to_cents: earlier_cents + amount_cents }, labelOf)
}

/** The rate within a line of a price, in hundredths of a percent. Pure. */
export const vatRateOf = ({ code }: Line, vat_hundredths: number): number => (LINES[code].hasVat ? vat_hundredths : 0)

/** `Hébergement × 3`. Pure. */
export function lineLabel({ code, quantity }: Line, locale: Locale): string {
  const label = texts(locale).labels.line_code[code]
  return quantity === undefined || quantity === 1 ? label : `${label} × ${quantity}`
}
