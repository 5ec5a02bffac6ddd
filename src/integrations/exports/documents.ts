import { documentLines } from '../../money/invoices/document.ts'
import { totalsByRate } from '../../money/invoices/vat.ts'
import { queries } from '../../platform/db/queries.ts'
import { PERCENT } from '../../platform/lib/money.ts'
import { writeAmount } from './csv.ts'
import { askedBy, type Columns, cellsOf, type Export, inPages, PAGE_ROWS, partsFor, type Rows } from './pages.ts'

type Document = Rows<typeof queries.exports.listDocuments>
type OfRate = Document & ReturnType<typeof totalsByRate>[number]

const DOCUMENTS: Columns<OfRate> = {
  number: ({ number }) => number,
  issued_on: ({ issued_on }) => issued_on,
  kind: ({ kind }) => kind,
  corrects: ({ corrects }) => corrects,
  seller: ({ seller }) => seller,
  buyer: ({ buyer }) => buyer,
  reservation_id: ({ reservation_id }) => reservation_id,
  property_id: ({ property_id }) => property_id,
  property_title: ({ title }) => title,
  external_id: ({ external_id }) => external_id,
  check_in: ({ check_in }) => check_in,
  check_out: ({ check_out }) => check_out,
  vat_percent: ({ vat_hundredths }) => (vat_hundredths * 100) / PERCENT,
  net: ({ amount_cents, vat_cents }) => writeAmount(amount_cents - vat_cents),
  vat: ({ vat_cents }) => writeAmount(vat_cents),
  gross: ({ amount_cents }) => writeAmount(amount_cents),
  total: ({ total_cents }) => writeAmount(total_cents),
  currency: ({ currency }) => currency,
  method: ({ method }) => method,
  received_on: ({ received_on }) => received_on,
}

/** The rows of a document, one for each rate; the only one of a document without lines is of nothing. Pure. */
const ratesOf = (document: Document): OfRate[] =>
  totalsByRate(documentLines.parse(document.lines)).map((rate) => ({ ...document, ...rate }))

/** Invoices and credit notes, a row for each document and VAT rate. */
export const documents: Export = {
  scope: 'payments.read',
  columns: Object.keys(DOCUMENTS),
  async *pages(db, reader, filter) {
    const parts = partsFor(reader, filter, 'issued-from', 'issued-to')
    const asked = { ...askedBy(reader, filter), limit: PAGE_ROWS }
    const pages = inPages((after) => queries.exports.listDocuments(db, parts, { ...asked, ...after }), ratesOf)
    for await (const page of pages) yield page.flat().map(cellsOf(DOCUMENTS))
  },
}
