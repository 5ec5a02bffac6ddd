import { z } from 'zod'
import { LINE_CODES } from '../../homes/rates/lines.ts'
import type { PricedStay } from '../../homes/rates/priced-stay.ts'
import { issueDocument } from '../../money/invoices/invoices.ts'
import type { DocumentLine } from '../../money/payments/plugin.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import { amountsOf, overdrawn } from './allocation.ts'
import { type Documented, linesOfPrice, readBilled, withheldBy, wrongLines } from './billing.ts'
import { rulesOfStay } from './seller-rules.ts'

/** Jobs of 0.2 name the second cause `mixed` or `cheaper`. */
const CAUSE = z.enum(['relocated', 'mixed', 'cheaper'])

/**
 * Why documents may have to be corrected after a change; undefined: the next payment brings them in line. `relocated`: the money pays for
 * another home. `cheaper`: a line is, and perhaps no refund follows. Pure.
 */
export function correctionFor(
  before: PricedStay,
  after: PricedStay,
  is_relocated: boolean,
): z.output<typeof CAUSE> | undefined {
  if (is_relocated) return 'relocated'
  return overdrawn(after.lines, amountsOf(before.lines)).size > 0 ? 'cheaper' : undefined
}

/**
 * Corrects the documents of a stay after a change or its end: credit notes, one of each seller, take back what is documented of its price, and
 * an invoice over the same sum says what that pays for now. Where the seller of another home may not issue one, the money has confirmations.
 * Documents that are right already stay, and so do those that the credit note of a refund will correct. Running it again changes nothing.
 */
export const correctDocuments = defineJob({
  name: 'settlement.correct-documents',
  payload: z.object({
    reservation_id: z.int(),
    change_id: z.int(),
    cause: CAUSE,
  }),
  async run(context: BookingsContext, { reservation_id, change_id, cause }) {
    const installation = context.config.seller
    await transaction(context.db, async (tx) => {
      const { stay, documents } = await readBilled(tx, { reservation_id })
      const last = documents.at(-1)
      if (!last || documents.some((one) => one.change_id === change_id)) return
      const { payment_id } = last
      const { locale, buyer, currency } = stay
      const total_cents = sumOf(documents.flatMap((one) => one.lines))
      if (total_cents === 0) return
      if (cause !== 'relocated' && wrongLines(stay, documents).size === 0) return
      const { id: seller_id, ...ofHome } = (await queries.settlement.lockSeller(tx, { reservation_id })) ?? { id: null }
      const seller = { ...installation, ...ofHome }
      const isNew = !documents.some((one) => one.seller_id === seller_id)
      const withheld = isNew ? withheldBy(await rulesOfStay(context, tx, reservation_id), buyer) : undefined
      const document = { reservation_id, change_id, locale, buyer, currency, method: null }
      for (const [seller_id, own] of Map.groupBy(documents, (one) => one.seller_id)) {
        const lines = creditWhole(own, locale)
        if (lines.length === 0) continue
        const { seller, payment_id: of } = own.at(-1) ?? last
        const credit = { ...document, payment_id: of, seller_id, seller, lines, total_cents: sumOf(lines) }
        await issueDocument(tx, 'credit_note', installation.timezone, credit)
      }
      if (withheld) {
        await queries.payments.withholdOfPrice(tx, { reservation_id, seller: { ...seller, ...withheld } })
        return
      }
      const issuer = { seller_id, vat_hundredths: seller.vat_hundredths }
      const lines = linesOfPrice(stay, [], total_cents, issuer, ({ full }) => full)
      const invoice = { ...document, payment_id, seller_id, seller, lines, total_cents }
      await issueDocument(tx, 'invoice', installation.timezone, invoice)
    })
  },
})

const sumOf = (lines: { amount_cents: number }[]): number => lines.reduce((sum, line) => sum + line.amount_cents, 0)

/** Lines that take back what documents have of each code, at each rate. Pure. */
function creditWhole(documents: Documented[], locale: Locale): DocumentLine[] {
  const { documents: words, labels } = texts(locale)
  const label = words.correctionOf({ numbers: documents.map(({ number }) => number).join(', ') })
  const lines = documents.flatMap((one) => one.lines)
  const groups = Map.groupBy(lines, ({ code = '', vat_hundredths }) => `${code} ${vat_hundredths}`)
  return [...groups.values()]
    .flatMap((same) =>
      same.slice(0, 1).map(({ amount_cents: _, vat_cents: __, ...line }) => {
        const code = LINE_CODES.find((known) => known === line.code)
        return {
          ...line,
          label: code === undefined ? label : `${label}, ${labels.line_code[code]}`,
          amount_cents: 0 - sumOf(same),
          vat_cents: 0 - same.reduce((sum, { vat_cents }) => sum + vat_cents, 0),
        }
      }),
    )
    .filter((line) => line.amount_cents !== 0 || line.vat_cents !== 0)
}

/** Enqueues the correction of the documents of a stay that its latest step may have made wrong. */
export async function correctLater(context: BookingsContext, tx: Transaction, reservation_id: number): Promise<void> {
  const step = await queries.states.findLastStep(tx, { reservation_id })
  if (step) await context.jobs.enqueue(tx, correctDocuments, { reservation_id, change_id: step.id, cause: 'cheaper' })
}
