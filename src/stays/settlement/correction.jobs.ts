import { z } from 'zod'
import { LINES } from '../../homes/pricing/lines.ts'
import type { PricedStay } from '../../homes/pricing/priced-stay.ts'
import { issueDocument } from '../../money/invoices/invoices.ts'
import { totalsByRate } from '../../money/invoices/vat.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { StaysContext } from '../context.ts'
import { documentedOf, linesOfDocument, stayLabel } from './billing.ts'

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
 * Corrects the documents of a stay after a change: a credit note takes back what is documented of its price, and an invoice over the same
 * sum says what that pays for now. Running it again changes nothing.
 */
export const correctDocuments = defineJob({
  name: 'settlement.correct-documents',
  payload: z.object({ reservation_id: z.int(), change_id: z.int() }),
  async run(context: StaysContext, { reservation_id, change_id }) {
    const { seller } = context.config
    await transaction(context.db, async (tx) => {
      const { documents, documented, rate } = await documentedOf(tx, reservation_id, seller.vat_hundredths)
      const last = documents.at(-1)
      const total_cents = documented.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
      const stay = await queries.settlement.findForInvoice(tx, { reservation_id, payment_id: last?.payment_id ?? 0 })
      if (!last || !stay || total_cents === 0 || documents.some((one) => one.change_id === change_id)) return
      const { locale, buyer } = stay
      const words = texts(locale).documents
      const document = {
        reservation_id,
        payment_id: last.payment_id,
        change_id,
        locale,
        buyer,
        seller,
        currency: stay.currency,
      }
      const credited = totalsByRate(documented).map((sum) => ({
        label: words.corrected,
        vat_hundredths: sum.vat_hundredths,
        amount_cents: 0 - sum.amount_cents,
        vat_cents: 0 - sum.vat_cents,
      }))
      const label = `${words.stay} – ${stayLabel(stay)}`
      const lines = linesOfDocument(stay, [], total_cents, rate, () => label)
      await issueDocument(tx, 'credit_note', seller.timezone, {
        ...document,
        lines: credited,
        total_cents: 0 - total_cents,
      })
      await issueDocument(tx, 'invoice', seller.timezone, { ...document, lines, total_cents })
    })
  },
})
