import { z } from 'zod'
import { LINES } from '../../homes/pricing/lines.ts'
import type { PricedStay } from '../../homes/pricing/priced-stay.ts'
import { issueDocument } from '../../money/invoices/invoices.ts'
import { totalsByRate } from '../../money/invoices/vat.ts'
import type { DocumentLine } from '../../money/payments/plugin.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { StaysContext } from '../context.ts'
import { documentsOf, findBilled, linesOfDocument, stayLabel } from './billing.ts'

/** How much of a price has VAT, and how much has none, in cents. */
const byVat = ({ lines }: PricedStay): [number, number] => {
  const sumOf = (hasVat: boolean) =>
    lines.filter(({ code }) => LINES[code].hasVat === hasVat).reduce((sum, line) => sum + line.amount_cents, 0)
  return [sumOf(true), sumOf(false)]
}

/**
 * Whether money that was paid for a stay pays for other things after its change: for another home, or at one VAT rate for more, while the
 * price as a whole is not dearer, or the other way round. Pure.
 */
export function changesDocuments(before: PricedStay, after: PricedStay, is_relocated: boolean): boolean {
  if (is_relocated) return true
  const [old, now] = [byVat(before), byVat(after)]
  const steps = old.map((cents, index) => (now[index] ?? 0) - cents)
  return steps.some((step) => step > 0) && steps.some((step) => step < 0)
}

/**
 * Corrects the documents of a stay after a change: credit notes, one of each seller, take back what is documented of its price, and an invoice
 * over the same sum says what that pays for now. Running it again changes nothing.
 */
export const correctDocuments = defineJob({
  name: 'settlement.correct-documents',
  payload: z.object({ reservation_id: z.int(), change_id: z.int() }),
  async run(context: StaysContext, { reservation_id, change_id }) {
    const installation = context.config.seller
    await transaction(context.db, async (tx) => {
      const documents = await documentsOf(tx, reservation_id)
      const last = documents.at(-1)
      if (!last || documents.some((one) => one.change_id === change_id)) return
      const { payment_id } = last
      const stay = await findBilled(tx, { reservation_id, payment_id })
      const { locale, buyer, currency } = stay
      const words = texts(locale).documents
      const document = { reservation_id, change_id, locale, buyer, currency, method: null }
      for (const [seller_id, own] of Map.groupBy(documents, (one) => one.seller_id)) {
        const lines = creditWhole(
          own.flatMap((one) => one.lines),
          words.corrected,
        )
        if (lines.length === 0) continue
        const { seller, payment_id: of } = own.at(-1) ?? last
        const credit = { ...document, payment_id: of, seller_id, seller, lines, total_cents: sumOf(lines) }
        await issueDocument(tx, 'credit_note', installation.timezone, credit)
      }
      const total_cents = sumOf(documents.flatMap((one) => one.lines))
      if (total_cents === 0) return
      const { id: seller_id, ...ofHome } = (await queries.settlement.lockSeller(tx, { reservation_id })) ?? { id: null }
      const seller = { ...installation, ...ofHome }
      const label = `${words.stay} – ${stayLabel(stay)}`
      const lines = linesOfDocument(stay, [], total_cents, seller.vat_hundredths, () => label)
      const invoice = { ...document, payment_id, seller_id, seller, lines, total_cents }
      await issueDocument(tx, 'invoice', installation.timezone, invoice)
    })
  },
})

const sumOf = (lines: { amount_cents: number }[]): number => lines.reduce((sum, line) => sum + line.amount_cents, 0)

/** Lines that take back what is documented at each rate. Pure. */
const creditWhole = (documented: DocumentLine[], label: string): DocumentLine[] =>
  totalsByRate(documented)
    .filter((sum) => sum.amount_cents !== 0 || sum.vat_cents !== 0)
    .map(({ vat_hundredths, amount_cents, vat_cents }) => ({
      label,
      vat_hundredths,
      amount_cents: 0 - amount_cents,
      vat_cents: 0 - vat_cents,
    }))
