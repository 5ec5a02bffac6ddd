import { isDue } from '../../money/payments/states.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import type { Parties } from '../states/notices.ts'
import { waive } from './change-money.ts'
import { replacePayment } from './replace.ts'
import { keptOfStay } from './stay-payment.ts'

/** The price of a stay that a channel has sold and its property collects (docs/design/payments.md, "Stays of channels"). */

/** Fits the payments of a stay to what it owes. Running it again changes nothing. @throws AppError 409 while one is being paid. */
export const followOwed = (context: BookingsContext, reservation_id: number): Promise<void> =>
  lockStay(context, stayOf(reservation_id), (tx, stay) => settleOwed(context, tx, stay))

/** The caller holds the lock of the calendar, and no other of the stay unless it is new. */
export async function settleOwed(context: BookingsContext, tx: Transaction, stay: Parties): Promise<void> {
  const reservation_id = stay.id
  // Before the stay: checkouts lock in this order too.
  const booking = await queries.payments.lockLast(tx, { reservation_id, kind: 'booking' })
  await queries.states.lock(tx, { reservation_id })
  const money = await queries.settlement.findOwed(tx, { reservation_id })
  if (money.owed_cents === null) return
  await queries.payments.moveDueDay(tx, { reservation_id, due_on: stay.check_in })
  const { more_cents, less_cents } = differenceOf({ ...money, owed_cents: money.owed_cents })
  if (less_cents > 0) await waive(context, tx, await queries.payments.listOpenParts(tx, { reservation_id }), less_cents)
  if (more_cents > 0) await askFor(context, tx, stay, booking, { amount_cents: more_cents, currency: money.currency })
}

interface Owed {
  owed_cents: number
  /** Received, without refunds of what was above the price. */
  credited_cents: number
  kept_cents: number
  open_cents: number
}

/**
 * The missing part of an owed amount, and the surplus that is asked for. Refunds of what was above the price are asked for again where the stay
 * becomes dearer; others are not. Pure.
 */
function differenceOf({ owed_cents, credited_cents, kept_cents, open_cents }: Owed) {
  const missing_cents = owed_cents - kept_cents - open_cents
  const more_cents = Math.min(owed_cents - credited_cents - open_cents, missing_cents)
  return { more_cents: Math.max(0, more_cents), less_cents: Math.max(0, Math.min(open_cents, 0 - missing_cents)) }
}

type Booking = Awaited<ReturnType<typeof queries.payments.lockLast>>

/** Asks for an amount: by the payment of the price, or by one of its own where that was paid. */
async function askFor(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  booking: Booking,
  money: { amount_cents: number; currency: string },
): Promise<void> {
  const { amount_cents } = money
  if (!booking) {
    const { payer_id: _, ...kept } = keptOfStay(stay)
    await queries.payments.insertOwed(tx, { ...kept, ...money, due_on: stay.check_in })
  } else if (isDue(booking.status)) {
    await replacePayment(context, tx, booking.id, booking.amount_cents + amount_cents)
  } else if (booking.status === 'cancelled') {
    const payment_id = booking.id
    await queries.payments.giveSuccessor(tx, { payment_id })
    await queries.payments.insertSuccessor(tx, { payment_id, amount_cents, is_part: false })
    await queries.payments.liftDeadline(tx, { reservation_id: stay.id })
  } else {
    await queries.payments.insert(tx, { ...keptOfStay(stay), ...money, kind: 'change' })
  }
}
