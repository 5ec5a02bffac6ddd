import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'
import type { ChargeResult } from '../stripe/charges.ts'
import { closeCheckoutsOf } from './close-checkouts.ts'
import { isIdle } from './states.ts'

/**
 * Charges a payment without its guest (docs/design/payments.md, "Deposit and balance"). Running it again repeats the
 * same call. undefined when nothing is due, the guest is paying, or the charge was refused before.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function chargeWithoutGuest(
  context: MoneyContext,
  payment_id: number,
  isTakenBack: () => Promise<boolean>,
): Promise<(ChargeResult & { methodId: string }) | undefined> {
  if (!(await findOpenCharge(context, payment_id))) return undefined
  // Since the charge is committed, nobody opens a checkout of this payment. One that the guest has opened before is closed, or was paid.
  await closeCheckoutsOf(context, payment_id)
  const charge = await findOpenCharge(context, payment_id)
  if (!charge) return undefined
  const request = {
    key: charge.key,
    paymentKey: charge.payment_key,
    reservationId: charge.reservation_id,
    amountCents: charge.amount_cents,
    currency: charge.currency,
    customerId: charge.customer_id,
    methodId: charge.method_id,
  }
  const methodId = charge.method_id
  const isWithdrawn = await isTakenBack()
  // The provider deletes idempotency keys after a day: what an earlier call has made is searched in its list. A card that its guest has taken back is not charged anew.
  const earlier = charge.is_old || isWithdrawn ? await context.payments.findCharge(request) : undefined
  if (earlier) return { ...earlier, methodId }
  if (isWithdrawn) return { refusal: 'withdrawn', methodId }
  return { ...(await context.payments.charge(request)), methodId }
}

async function findOpenCharge(context: MoneyContext, payment_id: number) {
  const charge = await queries.payments.findCharge(context.db, { payment_id })
  return charge && !charge.is_refused && isIdle(charge.status) ? charge : undefined
}
