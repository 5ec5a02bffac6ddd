import { isDeepStrictEqual } from 'node:util'
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

const CAUSE = z.enum(['relocated', 'mixed', 'cheaper'])

/**
 * Why documents may have to be corrected after a change; undefined: the next payment brings them in line. `relocated`: the money pays for
 * another home. `mixed`: it pays for more at one VAT rate and for less at another. `cheaper`: perhaps no refund or payment follows. Pure.
 */
export function correctionFor(
  before: PricedStay,
  after: PricedStay,
  is_relocated: boolean,
): z.output<typeof CAUSE> | undefined {
  if (is_relocated) return 'relocated'
  const [old, now] = [byVat(before), byVat(after)]
  const steps = old.map((cents, index) => (now[index] ?? 0) - cents)
  if (!steps.some((step) => step < 0)) return undefined
  return steps.some((step) => step > 0) ? 'mixed' : 'cheaper'
}

/**
 * Corrects the documents of a stay after a change: credit notes, one of each seller, take back what is documented of its price, and an invoice
 * over the same sum says what that pays for now. Documents that are right already stay. Running it again changes nothing.
 */
export const correctDocuments = defineJob({
  name: 'settlement.correct-documents',
  payload: z.object({
    reservation_id: z.int(),
    change_id: z.int(),
    cause: CAUSE,
  }),
  async run(context: StaysContext, { reservation_id, change_id, cause }) {
    const installation = context.config.seller
    await transaction(context.db, async (tx) => {
      const documents = await documentsOf(tx, reservation_id)
      const last = documents.at(-1)
      if (!last || documents.some((one) => one.change_id === change_id)) return
      const { payment_id } = last
      const stay = await findBilled(tx, { reservation_id, payment_id })
      const { locale, buyer, currency } = stay
      const words = texts(locale).documents
      const documented = documents.flatMap((one) => one.lines)
      const total_cents = sumOf(documented)
      // Otherwise the next document of the stay brings it in line.
      if (cause === 'cheaper' && total_cents !== stay.total_cents) return
      const { id: seller_id, ...ofHome } = (await queries.settlement.lockSeller(tx, { reservation_id })) ?? { id: null }
      const seller = { ...installation, ...ofHome }
      const label = `${words.stay} – ${stayLabel(stay)}`
      const lines = total_cents === 0 ? [] : linesOfDocument(stay, [], total_cents, seller.vat_hundredths, () => label)
      const isOne = documents.every((one) => one.seller_id === seller_id)
      if (cause !== 'relocated' && isOne && isDeepStrictEqual(sumsOf(documented), sumsOf(lines))) return
      const document = { reservation_id, change_id, locale, buyer, currency, method: null }
      for (const [seller_id, own] of Map.groupBy(documents, (one) => one.seller_id)) {
        const credited = creditWhole(
          own.flatMap((one) => one.lines),
          words.corrected,
        )
        if (credited.length === 0) continue
        const { seller, payment_id: of } = own.at(-1) ?? last
        const credit = { ...document, payment_id: of, seller_id, seller, lines: credited, total_cents: sumOf(credited) }
        await issueDocument(tx, 'credit_note', installation.timezone, credit)
      }
      if (total_cents === 0) return
      const invoice = { ...document, payment_id, seller_id, seller, lines, total_cents }
      await issueDocument(tx, 'invoice', installation.timezone, invoice)
    })
  },
})

const sumOf = (lines: { amount_cents: number }[]): number => lines.reduce((sum, line) => sum + line.amount_cents, 0)

/** Sums of lines at each rate, those that are not zero, by rate. Pure. */
const sumsOf = (lines: DocumentLine[]) =>
  totalsByRate(lines).filter((sum) => sum.amount_cents !== 0 || sum.vat_cents !== 0)

/** Lines that take back what is documented at each rate. Pure. */
const creditWhole = (documented: DocumentLine[], label: string): DocumentLine[] =>
  sumsOf(documented).map(({ vat_hundredths, amount_cents, vat_cents }) => ({
    label,
    vat_hundredths,
    amount_cents: 0 - amount_cents,
    vat_cents: 0 - vat_cents,
  }))
