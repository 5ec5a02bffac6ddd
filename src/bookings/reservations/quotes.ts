import type { Stay } from '../../homes/rates/price.ts'
import { type PricedStay, pricedStay } from '../../homes/rates/priced-stay.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export interface StoredQuote extends Stay {
  quote_id: string
  property_id: string
  priced: PricedStay
  expired: boolean
}

/** @throws AppError 404 when there is no such quote. */
export async function findQuote(db: Queryable, quote_id: string): Promise<StoredQuote> {
  const row = await queries.reservations.findQuote(db, { quote_id })
  if (!row) throw new AppError('notFound')
  const { body, ...stay } = row
  return { ...stay, quote_id, priced: pricedStay.parse(body) }
}

export const expiries: Expiry[] = [
  { table: 'quotes', deleteSome: ({ db }) => queries.reservations.deleteExpiredQuotes(db, {}) },
]
