import { type Rules, rulesOf } from '../../homes/sellers/lawful.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'

/** The rules for the seller of the home of a stay today. The installation is a firm, and exempt from VAT where its prices have none. */
export async function rulesOfStay(
  { config }: Pick<BookingsContext, 'config'>,
  db: Queryable,
  reservation_id: number,
): Promise<Rules> {
  const seller = await queries.settlement.findSellerFacts(db, { reservation_id })
  return rulesOf(
    seller ?? {
      ...config.sellerPlace,
      kind: 'business',
      vat_exempt: config.seller.vat_hundredths === 0,
      homes: 0,
      documents_allowed_by: null,
      cash_allowed_by: null,
    },
  )
}
