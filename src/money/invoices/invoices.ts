import { z } from 'zod'
import { pipeline, type Transaction } from '../../platform/db/client.ts'
import type { InvoiceKind, MoneyMethod } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Brand } from '../../platform/http/brand.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { MoneyContext } from '../context.ts'
import { withPayment } from '../payments/payment-lock.ts'
import type { AppliedPayment, DocumentLine, Sale } from '../payments/plugin.ts'
import { documentLines } from './document.ts'
import { nextNumber } from './numbers.ts'
import { creditOf } from './vat.ts'

/** Numbers of a series are issued one after another. At most two documents hold a connection; the others wait without one. */
const NUMBERS = ['invoice numbers']

/** The document of a payment that was made. Running it again changes nothing. */
export const invoicePayment = defineJob({
  name: 'invoices.invoice',
  events: ['invoice.issued'],
  payload: z.object({ payment_id: z.int() }),
  async run(context: MoneyContext, { payment_id }) {
    await issueInvoice(context, payment_id)
  },
})

/** The document of a refund that succeeded, or that failed after it had. Running it again changes nothing. */
export const creditRefund = defineJob({
  name: 'invoices.credit-note',
  events: ['invoice.issued'],
  payload: z.object({ payment_id: z.int(), refund_id: z.int() }),
  async run(context: MoneyContext, { payment_id, refund_id }) {
    await issueInvoice(context, payment_id)
    await withPayment(context, payment_id, (tx) => issueCreditNote(context, tx, payment_id, refund_id), NUMBERS)
  },
})

/** Address of a document, or of a confirmation; whoever has it may read it. */
export const invoiceUrl = (context: MoneyContext, key: string): string => context.addressOf('showInvoice', { key })

/**
 * The invoice of a payment, issued when it is first asked for (docs/design/payments.md, "Supplements and invoices"), or the confirmation of one
 * whose seller may not issue documents here.
 * undefined while nothing was paid.
 */
export async function issueInvoice(context: MoneyContext, payment_id: number): Promise<{ key: string } | undefined> {
  // Two at once wait for each other: the second finds the document of the first.
  return withPayment(context, payment_id, (tx) => findOrIssue(context, tx, payment_id), NUMBERS)
}

/** Lines below a document of a company. Pure. */
const footerOf = (brand: Brand | undefined): string[] =>
  brand ? [brand.name, brand.site, brand.legal].filter((line) => line !== null) : []

async function findOrIssue(
  context: MoneyContext,
  tx: Transaction,
  payment_id: number,
): Promise<{ key: string } | undefined> {
  const { known, confirmed, paid } = await pipeline({
    known: queries.invoices.findOf(tx, { payment_id, kind: 'invoice' }),
    confirmed: queries.payments.findConfirmationKey(tx, { payment_id }),
    paid: queries.payments.findApplied(tx, { payment_id }),
  })
  if (known || confirmed) return confirmed ?? known
  const sale = paid && context.sales.get(paid.kind)
  if (!paid || !sale) return undefined
  const installation = context.config.seller
  const { bill, brand } = await pipeline({ bill: sale.billOf(tx, paid), brand: brandOfSale(context, tx, sale, paid) })
  const { locale, buyer, linesOf, withheld } = bill
  const { id: seller_id, ...own } = bill.seller ?? { id: null }
  const footer = footerOf(brand)
  const seller = { ...installation, ...own, ...(footer.length > 0 && { footer }) }
  if (withheld) return queries.payments.withholdDocument(tx, { payment_id, seller: { ...seller, ...withheld } })
  const lines = linesOf({ seller_id, vat_hundredths: seller.vat_hundredths })
  const document = { ...paid, locale, buyer, seller_id, seller, lines, total_cents: paid.amount_cents }
  return issueDocument(tx, 'invoice', installation.timezone, document)
}

async function brandOfSale(context: MoneyContext, tx: Transaction, sale: Sale, paid: AppliedPayment) {
  const owner_id = await sale.companyOf(tx, paid)
  return owner_id === undefined ? undefined : context.brandOf(tx, owner_id)
}

async function issueCreditNote(
  context: MoneyContext,
  tx: Transaction,
  payment_id: number,
  refund_id: number,
): Promise<void> {
  const refund = await queries.invoices.findForCreditNote(tx, { refund_id })
  if (!refund || refund.status === 'pending') return
  const credited = await queries.invoices.findOf(tx, { payment_id, refund_id, kind: 'credit_note' })
  // A refund that never succeeded changes no document.
  if (refund.status === 'failed' && !credited) return
  const kind: InvoiceKind = refund.status === 'succeeded' ? 'credit_note' : 'invoice'
  if (await queries.invoices.findOf(tx, { payment_id, refund_id, kind })) return
  const words = texts(refund.locale).documents
  const made = refund.method === null ? words.reversalOf(refund) : words.refundOf(refund)
  const label = refund.status === 'failed' && credited ? words.failedRefundOf(credited) : made
  const refunded_cents = kind === 'credit_note' ? refund.amount_cents : -refund.amount_cents
  const amount_cents = 0 - refunded_cents
  const { seller_id } = refund
  const { timezone, vat_hundredths } = { ...context.config.seller, ...ratesOf.parse(refund.seller) }
  const ofSale = await context.sales
    .get(refund.payment_kind)
    ?.linesOfRefund?.(tx, { ...refund, amount_cents, label }, { seller_id, vat_hundredths })
  const lines = ofSale ?? (await linesOfCredit(tx, refund, refunded_cents, label))
  await issueDocument(tx, kind, timezone, { ...refund, refund_id, lines, total_cents: amount_cents })
}

type CreditedInvoice = NonNullable<Awaited<ReturnType<typeof queries.invoices.findForCreditNote>>>

/** The lines of a refund that follow from the invoice of its payment. */
async function linesOfCredit(tx: Transaction, { payment_id, lines }: CreditedInvoice, cents: number, label: string) {
  const earlier = await queries.invoices.listCredited(tx, { payment_id })
  const credited = earlier.flatMap((one) => documentLines.parse(one.lines))
  return creditOf(documentLines.parse(lines), credited, cents, label)
}

interface NewDocument {
  reservation_id: number | null
  payment_id: number
  refund_id?: number
  /** The change of a stay whose documents it corrects. */
  change_id?: number
  locale: Locale
  seller_id: number | null
  /** With `prefix`, if it has a series of its own. */
  seller: unknown
  buyer: unknown
  lines: DocumentLine[]
  total_cents: number
  currency: string
  method: MoneyMethod | null
}

/** The VAT rate of an issued document's seller; those from before there were sellers lack it. */
const ratesOf = z.object({ vat_hundredths: z.int().exactOptional() })

const withPrefix = z.object({ prefix: z.string().optional() })

/** Writes a document under the next number of its seller, as the last thing of its transaction. */
export async function issueDocument(tx: Transaction, kind: InvoiceKind, timezone: string, document: NewDocument) {
  const number = await nextNumber(tx, withPrefix.parse(document.seller), timezone)
  return queries.invoices.insert(tx, { ...document, kind, number })
}
