import { z } from 'zod'
import { LINES } from '../../homes/pricing/lines.ts'
import type { Line } from '../../homes/pricing/priced-stay.ts'
import { pricedStay } from '../../homes/pricing/priced-stay.ts'
import { documentLines } from '../../money/invoices/document.ts'
import { linesOfPart, taxed, totalsByRate } from '../../money/invoices/vat.ts'
import type { AppliedPayment, Bill, DocumentLine, Issuer, RefundedPayment } from '../../money/payments/plugin.ts'
import { pipeline, type Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

/** Lines of the documents of a stay (docs/design/payments.md, "Supplements and invoices"). */

const supplements = z.array(z.object({ label: z.string(), amount_cents: z.int() }))

/** The contents of the invoice of a payment for a stay. */
export async function billOfStay(tx: Transaction, payment: AppliedPayment): Promise<Bill> {
  const { reservation_id } = payment
  const isOfPrice = payment.kind !== 'supplement' && reservation_id !== null
  const { seller, stay, documents } = await pipeline({
    seller: queries.settlement.lockSeller(tx, payment),
    stay: findBilled(tx, payment),
    documents: isOfPrice ? documentsOf(tx, reservation_id) : [],
  })
  const { locale, buyer } = stay
  const linesOf = (issuer: Issuer): DocumentLine[] =>
    isOfPrice
      ? linesOfPrice(stay, documents, payment.amount_cents, issuer, partLabels(payment, stay, issuer.vat_hundredths))
      : supplements.parse(stay.supplements).map((one) => taxed(one.label, one.amount_cents, issuer.vat_hundredths))
  return { locale, buyer, seller, linesOf }
}

/** The lines of the document of a refund of a part of the price. */
export async function refundOfPrice(
  tx: Transaction,
  { label, amount_cents, ...payment }: RefundedPayment,
  issuer: Issuer,
): Promise<DocumentLine[]> {
  const stay = await findBilled(tx, payment)
  return linesOfPrice(stay, await documentsOf(tx, stay.id), amount_cents, issuer, () => label)
}

type BilledStay = Awaited<ReturnType<typeof findBilled>>

/** The stay that a document is about, and the language of its guest. */
export async function findBilled(tx: Transaction, payment: Pick<AppliedPayment, 'payment_id' | 'reservation_id'>) {
  const found = await queries.settlement.findForInvoice(tx, payment)
  if (!found) throw new Error(`payment ${payment.payment_id} is for no stay`)
  const { language, ...stay } = found
  return { ...stay, locale: nearestLocale(language) }
}

/**
 * The lines of a document over a part of the price of a stay, which is negative for refunds. They depend on the documents of its seller
 * before it. A seller keeps the VAT rate of its documents of a stay. Pure.
 */
function linesOfPrice(
  stay: BilledStay,
  documents: Awaited<ReturnType<typeof documentsOf>>,
  amount_cents: number,
  { seller_id, vat_hundredths }: Issuer,
  labelOf: (vat_hundredths: number) => string,
): DocumentLine[] {
  const documented = documents.filter((one) => one.seller_id === seller_id).flatMap(({ lines }) => lines)
  const rates = totalsByRate(documented).filter((sum) => sum.amount_cents !== 0)
  return linesOfDocument(stay, documented, amount_cents, rates.at(-1)?.vat_hundredths ?? vat_hundredths, labelOf)
}

/** The documents of the price of a stay so far. The stay is locked until the end of the transaction, so they are written one after another. */
export async function documentsOf(tx: Transaction, reservation_id: number) {
  const { documents } = await pipeline({
    locked: queries.stays.lock(tx, { reservation_id }),
    documents: queries.settlement.listDocumented(tx, { reservation_id }),
  })
  return documents.map((one) => ({ ...one, lines: documentLines.parse(one.lines) }))
}

/** A document over the whole price is itemised; one over a part shows its rates. Pure. */
export function linesOfDocument(
  stay: Pick<BilledStay, 'quote' | 'total_cents' | 'home' | 'check_in' | 'check_out' | 'locale'>,
  documented: DocumentLine[],
  amount_cents: number,
  vat_hundredths: number,
  labelOf: (vat_hundredths: number) => string,
): DocumentLine[] {
  const { locale } = stay
  const whole = pricedStay
    .parse(stay.quote)
    .lines.filter((line) => line.amount_cents !== 0)
    .map((line) =>
      taxed(`${lineLabel(line, locale)} – ${stayLabel(stay)}`, line.amount_cents, vatRateOf(line, vat_hundredths)),
    )
  const isFirst = totalsByRate(documented).every((sum) => sum.amount_cents === 0 && sum.vat_cents === 0)
  if (isFirst && amount_cents === stay.total_cents) return whole
  return linesOfPart(whole, documented, amount_cents, labelOf)
}

/** `Casa, 3 – 5 May 2026`. Pure. */
export const stayLabel = ({
  home,
  check_in,
  check_out,
  locale,
}: Pick<BilledStay, 'home' | 'check_in' | 'check_out' | 'locale'>) =>
  `${home}, ${texts(locale).words.days(check_in, check_out)}`

/** Labels of the rates of a payment that is a part of the price. Pure. */
function partLabels({ kind }: Pick<AppliedPayment, 'kind'>, stay: BilledStay, vat_hundredths: number) {
  const words = texts(stay.locale).documents
  const part = { booking: words.deposit, balance: words.balance, change: words.change, supplement: '' }[kind]
  return (rate: number) =>
    rate === 0 && vat_hundredths !== 0
      ? `${part}, ${words.touristTax} – ${stayLabel(stay)}`
      : `${part} – ${stayLabel(stay)}`
}

/** The rate within a line of a price, in hundredths of a percent. Pure. */
export const vatRateOf = ({ code }: Line, vat_hundredths: number): number => (LINES[code].hasVat ? vat_hundredths : 0)

/** `Hébergement × 3`. Pure. */
export function lineLabel({ code, quantity }: Line, locale: Locale): string {
  const label = texts(locale).labels.line_code[code]
  return quantity === undefined || quantity === 1 ? label : `${label} × ${quantity}`
}
