import { notifySupport } from '../../accounts/notifications/notify.ts'
import { settle } from '../../money/payments/settle.ts'
import type { PaymentIntent } from '../../money/stripe/intents.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { IntegrationsContext } from '../context.ts'

/** Puts money that has arrived for a payment that is lost on the list, once, and notifies support. */
export async function noteUnclaimed(context: IntegrationsContext, intent: PaymentIntent): Promise<void> {
  const { id, reservationId, amountCents: amount_cents, currency } = intent
  await transaction(context.db, async (tx) => {
    const money = { payment_intent_id: id, amount_cents, currency }
    const noted = await queries.stripeEvents.insertUnclaimed(tx, { ...money, lost_reservation_id: reservationId })
    if (!noted) return
    await notifySupport(context, tx, {
      content: { type: 'payment_unclaimed', payment_intent_id: id, amount_cents, currency },
      data: { payment_intent_id: id },
      dedupe_key: `intent:${id}:unclaimed`,
    })
  })
}

/** Reason why a person cannot act on money of the list, in a sentence. Pure. */
class UnclaimedError extends Error {}

const notOnTheList = (id: string) => new UnclaimedError(`${id} is not on the list of money that nobody has claimed.`)

/**
 * Pays for a reservation with money of the list: one made in place of the lost one, whose first payment is due, and of this amount.
 * The provider's object gets the id of its payment, so that refunds and disputes find it.
 * @throws UnclaimedError, AppError 503 when the provider cannot be reached.
 */
export async function claim(
  context: IntegrationsContext,
  payment_intent_id: string,
  reservation_id: number,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const money = await lockUnclaimed(tx, payment_intent_id)
    const payments = await queries.payments.listOfReservation(tx, { reservation_id })
    const due = payments.find(({ status }) => status === 'unpaid' || status === 'failed')
    if (!due) throw new UnclaimedError(`Nothing is to be paid for reservation ${reservation_id}.`)
    if (due.amount_cents !== money.amount_cents || due.currency !== money.currency)
      throw new UnclaimedError(
        `Reservation ${reservation_id} asks for ${due.amount_cents / 100} ${due.currency}, and ${money.amount_cents / 100} ${money.currency} came in.`,
      )
    await context.payments.assignIntent(payment_intent_id, { paymentKey: due.key, reservationId: reservation_id })
    const intent = await context.payments.findIntent(payment_intent_id)
    // In transactions of its own, as for every payment; the lock of this one keeps a refund away meanwhile.
    if (!intent || !(await settle(context, intent))) throw notOnTheList(payment_intent_id)
    await queries.stripeEvents.settleUnclaimed(tx, { payment_intent_id, reservation_id })
  })
}

/** @throws UnclaimedError when somebody has settled it. */
async function lockUnclaimed(tx: Transaction, payment_intent_id: string) {
  const money = await queries.stripeEvents.lockUnclaimed(tx, { payment_intent_id })
  if (!money) throw notOnTheList(payment_intent_id)
  return money
}

/**
 * Gives money of the list back, once.
 * @throws UnclaimedError, AppError 503 when the provider cannot be reached, 502 when it refuses.
 */
export async function refundUnclaimed(context: IntegrationsContext, payment_intent_id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const money = await lockUnclaimed(tx, payment_intent_id)
    await context.payments.refund({
      key: money.refund_key,
      paymentIntentId: payment_intent_id,
      amountCents: money.amount_cents,
    })
    await queries.stripeEvents.settleUnclaimed(tx, { payment_intent_id })
  })
}
