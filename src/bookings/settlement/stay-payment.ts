import { HOLD_MINUTES, OPENING_MINUTES } from '../../money/payments/checkout.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Parties } from '../states/notices.ts'

type PaidStay = Pick<Parties, 'id' | 'guest_id' | 'home' | 'check_in' | 'check_out'>

interface Price {
  total_cents: number
  due_now_cents: number
  /** The day on which the rest is due; null: nothing is due later. */
  balance_due_on: string | null
  currency: string
}

/** The part of a stay that its payment keeps (docs/design/payments.md, "What payments know of what is sold"). Pure. */
export const keptOfStay = ({ id, guest_id, home, check_in, check_out }: PaidStay) => ({
  reservation_id: id,
  payer_id: guest_id,
  title: home,
  check_in,
  check_out,
})

/** The payment of what is due now for a booking; it can be made while the nights are held, or as long as it is due. `due_on`: it is late after. */
export const insertBookingPayment = (
  tx: Transaction,
  stay: PaidStay,
  { total_cents, due_now_cents, balance_due_on, currency }: Price,
  hold_minutes: number | null,
  how: { due_on?: string | undefined; return_url?: string | undefined } = {},
) =>
  queries.payments.insert(tx, {
    ...keptOfStay(stay),
    kind: 'booking',
    amount_cents: due_now_cents,
    currency,
    hold_minutes,
    is_brief: hold_minutes !== null && hold_minutes > OPENING_MINUTES && hold_minutes < HOLD_MINUTES,
    ...how,
    rest_cents: balance_due_on === null ? null : total_cents - due_now_cents,
    rest_due_on: balance_due_on,
  })
