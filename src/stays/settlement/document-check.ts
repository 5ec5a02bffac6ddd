import type { LineCode } from '../../homes/pricing/lines.ts'
import { pricedStay } from '../../homes/pricing/priced-stay.ts'
import { documentLines } from '../../money/invoices/document.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import { wrongLines } from './billing.ts'

/** A line of which the documents of a stay have more than its price, or than anybody owes, in cents. */
export interface WrongDocument {
  reservation_id: number
  code: LineCode
  above_cents: number
  currency: string
}

/** Lists wrong lines of documents, by stay. It reads only, and leaves out stays whose refunds are not made yet. */
export async function* wrongDocuments(db: Queryable): AsyncGenerator<WrongDocument, void> {
  for await (const { id: reservation_id, quote, lines, currency, ...stay } of sweep({ id: 0 }, (after) =>
    queries.settlement.listDocumentedStays(db, after),
  )) {
    const priced = { ...stay, lines: pricedStay.parse(quote).lines }
    for (const [code, above_cents] of wrongLines(priced, documentLines.parse(lines)))
      yield { reservation_id, code, above_cents, currency }
  }
}
