import { randomUUID } from 'node:crypto'
import { reserve } from '../../src/bookings/reservations/reserve.ts'
import { reservationRequest } from '../../src/bookings/reservations/schemas.ts'
import type { PaymentIntent } from '../../src/money/stripe/intents.ts'
import { inDays } from './app.ts'
import type { Rules } from './rules.ts'

/** A hold of three nights at 100 €, and its payment. */
export async function heldStay(rules: Rules, fields: Record<string, unknown> = {}) {
  const [home, guest_id] = [await rules.home(fields), await rules.person()]
  const stay = { property_id: home.id, check_in: inDays(30), check_out: inDays(33), adults: 2 }
  const guest = { userId: guest_id, verified: true }
  const { reservation_id } = (await reserve(rules.context, guest, reservationRequest.parse(stay))).data
  const [payment] = await rules.tx<{ id: number; key: string; amount_cents: number }[]>`
    select id, key, amount_cents from payments where reservation_id = ${reservation_id}`
  if (!payment) throw new Error('no payment')
  return { home, guest_id, reservation_id, payment }
}

/** An intent that has succeeded, as the provider reports it. */
export const paidIntent = (
  { key, amount_cents }: { key: string; amount_cents: number },
  fields: Partial<PaymentIntent> = {},
): PaymentIntent => ({
  id: `pi_${randomUUID()}`,
  status: 'succeeded',
  paymentKey: key,
  reservationId: undefined,
  amountCents: amount_cents,
  currency: 'EUR',
  attempt: randomUUID(),
  chargeKey: undefined,
  keptMethod: undefined,
  customerId: undefined,
  ...fields,
})

export async function statusOf({ tx }: Rules, reservation_id: number): Promise<string | undefined> {
  const [row] = await tx<{ status: string }[]>`select status from reservations where id = ${reservation_id}`
  return row?.status
}

/** Payments of a stay, in the order of their ids. */
export const paymentsOf = ({ tx }: Rules, reservation_id: number) =>
  tx<{ id: number; cents: number; status: string; has_successor: boolean; rest_cents: number | null }[]>`
    select id, amount_cents::integer as cents, status, has_successor, rest_cents::integer from payments
    where reservation_id = ${reservation_id} order by id`

/** Refunds of a stay, in the order of their ids. */
export const refundsOf = ({ tx }: Rules, reservation_id: number) =>
  tx<{ amount_cents: number; source: string; status: string }[]>`
    select r.amount_cents, r.source, r.status from refunds r
    join receipts c on c.payment_intent_id = r.payment_intent_id join payments p on p.id = c.payment_id
    where p.reservation_id = ${reservation_id} order by r.id`
