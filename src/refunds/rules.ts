import { guestRefund } from '../pricing/cancellation.ts'
import { pricedStay } from '../pricing/priced-stay.ts'

/** How much goes back, and of which receipts. Pure. */

/** What a reservation has paid and not got back. */
export const paidCents = (receipts: { left_cents: number }[]): number =>
  receipts.reduce((total, { left_cents }) => total + left_cents, 0)

interface Booked {
  quote: unknown
  total_cents: number
  /** Today at the home. */
  today: string
}

/** What a guest who cancels today gets back of what was paid. */
export const refundByTerms = ({ quote, total_cents, today }: Booked, receipts: { left_cents: number }[]): number =>
  guestRefund(pricedStay.parse(quote).cancellation, total_cents, paidCents(receipts), today)

/** An amount as parts of what is left of some receipts, from one after the other; receipts without a part are left out. */
export function partsOf<Receipt extends { left_cents: number }>(
  receipts: Receipt[],
  amount_cents: number,
): (Receipt & { part_cents: number })[] {
  let left = amount_cents
  return receipts.flatMap((receipt) => {
    const part_cents = Math.min(left, receipt.left_cents)
    left -= part_cents
    return part_cents > 0 ? [{ ...receipt, part_cents }] : []
  })
}
