import { z } from 'zod'
import { INVOICE_KIND, LOCALE, MONEY_METHOD } from '../../platform/db/enums.ts'
import { amount, shownDay, timestamp } from '../../platform/http/fields.ts'
import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { texts } from '../../platform/locales/locales.ts'
import { STAY } from '../../reference/examples/demo.ts'
import { shownMethod } from '../payments/methods.ts'
import { showLines, vatByRate } from './vat.ts'

/** Lines of a document; those from before there was VAT do not say it, and those from before there were codes have none. */
export const documentLines = z.array(
  z.object({
    code: z.string().exactOptional(),
    label: z.string(),
    amount_cents: z.int(),
    vat_hundredths: z.int().default(0),
    vat_cents: z.int().default(0),
  }),
)

/** Kinds of what a guest is given for a payment: a confirmation is no invoice, and has no number. */
export const DOCUMENT_KINDS = [...INVOICE_KIND, 'confirmation'] as const

/** An issued document as it is shown. */
export const issuedDocument = z.object({
  number: z.string().nullable(),
  kind: z.enum(DOCUMENT_KINDS),
  reservation_id: z.int().nullable(),
  locale: z.enum(LOCALE),
  seller: z.object({
    name: z.string(),
    address: z.string(),
    tax_id: z.string(),
    timezone: z.string(),
    /** Lines below a document: the company, its site and its legal line, as they were at its issue. */
    footer: z.array(z.string()).optional(),
  }),
  /**
   * The guest's name, and what they have given for their invoices before this one was issued. The owner of the home reads the document
   * too, and sees all of it; never the guest's e-mail address.
   */
  buyer: z.object({
    name: z.string(),
    company: z.string().optional(),
    vat_number: z.string().optional(),
    address: z.string().optional(),
  }),
  lines: documentLines,
  total_cents: z.int(),
  currency: z.string(),
  /** null for corrections and older documents. */
  method: z.enum(MONEY_METHOD).nullable(),
  issued_at: z.string(),
  /** False for corrections of documents and of entries. */
  moves_money: z.boolean().default(true),
  /** The day of issue where the seller is, as in the number. */
  issued_on: z.string(),
  /** Words that the country of the seller expects on a confirmation. */
  mention: z.string().nullable().default(null),
})

export type IssuedDocument = z.infer<typeof issuedDocument>

/** The day of a document as data. */
export const issuedOn = shownDay.meta({ description: 'The day of issue where the seller is', example: '2026-11-18' })

const taxed = {
  amount: amount.meta({ description: 'With VAT; negative in credit notes', example: 123.26 }),
  vat_percent: z.number().meta({ example: 10 }),
  vat: amount.meta({ description: 'VAT within the amount', example: 11.21 }),
}

/** Lines of a document and their sums by VAT rate, as data. */
export const shownLines = {
  lines: z.array(
    z
      .object({
        code: z.string().nullable().meta({
          description:
            'What the line is for, the same from an invoice to its credit notes: a code of the lines of a price, or `supplement`; null in documents of earlier versions',
          example: 'accommodation',
        }),
        label: z.string().meta({ example: 'Hébergement × 3' }),
        ...taxed,
      })
      .meta({ id: 'DocumentLine' }),
  ),
  vat: z.array(z.object(taxed).meta({ id: 'DocumentVat' })).meta({ description: 'Sums by VAT rate' }),
}

/** An issued document as data. */
export const documentData = z
  .object({
    number: z
      .string()
      .nullable()
      .meta({ description: 'null: a confirmation of payment, which is no invoice', example: 'ROSSI-2026-000001' }),
    kind: z.enum(DOCUMENT_KINDS).meta({ id: 'DocumentKind' }),
    reservation_id: z.int().nullable().meta({ example: STAY }),
    seller: issuedDocument.shape.seller
      .omit({ timezone: true, footer: true })
      .meta({ id: 'DocumentSeller', example: { name: 'Séjour', address: '1 rue de la Paix, Paris', tax_id: 'FR00' } }),
    buyer: issuedDocument.shape.buyer.meta({ id: 'DocumentBuyer', example: { name: 'Camille Roux' } }),
    ...shownLines,
    total: amount.meta({ example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    method: shownMethod,
    issued_at: timestamp,
    issued_on: issuedOn,
  })
  .meta({ id: 'Document' })

/** A document as data, with amounts in major units. Pure. */
export const showDocument = ({
  lines,
  total_cents,
  locale: _,
  moves_money: ___,
  mention: ____,
  seller: { timezone: __, footer: _____, ...seller },
  ...document
}: IssuedDocument): z.input<typeof documentData> => ({
  ...document,
  seller,
  ...showLines(lines),
  total: fromCents(total_cents),
})

/** The texts of a document in its language, in the order in which HTML and PDF show them. Pure. */
export function documentTexts(document: IssuedDocument) {
  const { locale, currency, seller, buyer } = document
  const words = texts(locale).documents
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const percent = (hundredths: number) => format.format(hundredths / 10_000)
  const vat = vatByRate(document.lines)
  const hasVat = vat.length > 0
  return {
    title: [words[document.kind], document.number].filter(Boolean).join(' '),
    seller: [
      seller.name,
      ...seller.address.split('\n'),
      seller.tax_id && words.labelled({ label: words.tax, value: seller.tax_id }),
    ].filter(Boolean),
    buyer: [
      buyer.company ?? '',
      buyer.name,
      ...(buyer.address ?? '').split('\n'),
      buyer.vat_number === undefined ? '' : words.labelled({ label: words.tax, value: buyer.vat_number }),
    ].filter(Boolean),
    buyerTitle: words.buyer,
    facts: [
      words.labelled({ label: words.date, value: longDate(document) }),
      ...(document.reservation_id === null
        ? []
        : [words.labelled({ label: words.reservation, value: document.reservation_id })]),
    ],
    // The rate of VAT has a column where there is any.
    head: [words.label, ...(hasVat ? [words.vat] : []), words.amount],
    lines: document.lines.map((line) => [
      line.label,
      ...(hasVat ? [percent(line.vat_hundredths)] : []),
      money(line.amount_cents),
    ]),
    totals: hasVat
      ? [
          [words.net, money(document.total_cents - vat.reduce((sum, { vat_cents }) => sum + vat_cents, 0))],
          ...vat.map((rate) => [`${words.vat} ${percent(rate.vat_hundredths)}`, money(rate.vat_cents)]),
          [words.gross, money(document.total_cents)],
        ]
      : [[words.total, money(document.total_cents)]],
    closing: closingOf(document),
    footer: seller.footer ?? [],
  }
}

const closingOf = ({ locale, kind, method, mention, moves_money }: IssuedDocument): string => {
  const { documents: words, labels } = texts(locale)
  if (!moves_money) return words.unmoved
  const closings = { invoice: words.paid, credit_note: words.returned, confirmation: words.noInvoice }
  const closing = [closings[kind], mention && `${mention}.`].filter(Boolean).join(' ')
  if (method === null) return closing
  return `${closing} ${words.labelled({ label: words.method, value: labels.money_method[method] })}.`
}

/** The day of issue where the seller is, as in the document's number. */
const longDate = ({ issued_at, locale, seller }: IssuedDocument): string => {
  const format = { dateStyle: 'long', timeZone: seller.timezone } as const
  return new Intl.DateTimeFormat(texts(locale).tag, format).format(new Date(issued_at))
}

/** Allows the styles of the page, and nothing else. */
export const DOCUMENT_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

const STYLES = `main{max-width:45rem}h1{margin:20px 0}
header{display:flex;gap:32px;justify-content:space-between;flex-wrap:wrap}header>div{flex:1 1 240px}
table{width:100%;border-collapse:collapse;margin:24px 0}th,td{text-align:left;padding:8px 0;border-bottom:1px solid var(--line)}
.amount{text-align:right;white-space:nowrap;padding-left:16px}thead{display:table-header-group}tr{break-inside:avoid}
footer{margin:32px 0 0;font-size:.8125rem;color:var(--muted)}
`

/** A document for a browser, and for its printer. Pure. */
export function documentPage(document: IssuedDocument): string {
  const texts = documentTexts(document)
  const block = (lines: string[]) => lines.map(escapeHtml).join('<br>')
  const columns = texts.head.length
  const row = ([label = '', ...amounts]: string[], tag = 'td') =>
    `<tr><${tag}${amounts.length + 1 < columns ? ` colspan="${columns - amounts.length}"` : ''}>${escapeHtml(label)}</${tag}>` +
    `${amounts.map((amount) => `<${tag} class="amount">${escapeHtml(amount)}</${tag}>`).join('')}</tr>`
  const body = `<header><div>${block(texts.seller)}</div>
<div><b>${escapeHtml(texts.buyerTitle)}</b><br>${block(texts.buyer)}</div></header>
<h1>${escapeHtml(texts.title)}</h1><p>${block(texts.facts)}</p>
<table><thead>${row(texts.head, 'th')}</thead><tbody>${texts.lines.map((line) => row(line)).join('')}</tbody>
<tfoot>${texts.totals.map((total) => row(total, 'th')).join('')}</tfoot></table><p>${escapeHtml(texts.closing)}</p>${texts.footer.length > 0 ? `<footer>${block(texts.footer)}</footer>` : ''}`
  return htmlPage({ locale: document.locale, title: texts.title, body, styles: STYLES })
}
