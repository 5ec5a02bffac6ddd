import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type { Parties } from '../stays/notices.ts'

interface Price {
  total_cents: number
  due_now_cents: number
  /** The day on which the rest is due; null: nothing is due later. */
  balance_due_on: string | null
  currency: string
}

/** The payment of what is due now for a booking; it can be made while the nights are held. */
export const insertBookingPayment = (
  tx: Transaction,
  { id, guest_id, home, check_in, check_out }: Pick<Parties, 'id' | 'guest_id' | 'home' | 'check_in' | 'check_out'>,
  { total_cents, due_now_cents, balance_due_on, currency }: Price,
  hold_minutes: number,
) =>
  queries.payments.insert(tx, {
    kind: 'booking',
    reservation_id: id,
    payer_id: guest_id,
    title: home,
    check_in,
    check_out,
    amount_cents: due_now_cents,
    currency,
    hold_minutes,
    rest_cents: balance_due_on === null ? null : total_cents - due_now_cents,
    rest_due_on: balance_due_on,
  })
