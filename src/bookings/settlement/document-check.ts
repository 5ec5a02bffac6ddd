import type { LineCode } from '../../homes/rates/lines.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import { findBilled, wrongLines } from './billing.ts'

/** A line of which the documents of a stay have too much, or too little (negative), in cents. */
export interface WrongDocument {
  reservation_id: number
  code: LineCode
  wrong_cents: number
  currency: string
}

/** Lists wrong lines of documents, by stay. It reads only, and leaves out stays whose refunds are not made yet. */
export async function* wrongDocuments(db: Queryable): AsyncGenerator<WrongDocument, void> {
  for await (const { id: reservation_id } of sweep({ id: 0 }, (after) => queries.invoices.listStays(db, after))) {
    const { stay, documents } = await findBilled(db, { reservation_id })
    for (const [code, wrong_cents] of wrongLines(stay, documents))
      yield { reservation_id, code, wrong_cents, currency: stay.currency }
  }
}
