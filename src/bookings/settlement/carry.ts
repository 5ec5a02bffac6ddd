import { invoicePayment } from '../../money/invoices/invoices.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { elsewhereFirst, leftCents, partsOf } from '../refunds/amounts.ts'
import type { Parties } from '../states/notices.ts'
import {
  askForMore,
  lowerOpen,
  type MovedMoney,
  type PriceStep,
  receiptsOfPrice,
  refundDifference,
} from './change-money.ts'
import { payElsewhere, refundElsewhere } from './elsewhere.ts'
import { keptOfStay } from './stay-payment.ts'

/** Money that goes with a guest from one stay to its continuation (docs/design/payments.md, "Carried money"). Amounts in cents. */

const METHOD = 'carried'

/** The continuation of a stay, as its money sees it. */
interface Continued {
  total_cents: number
  /** Today at the first home. */
  today: string
}

export interface LeftMoney extends Omit<MovedMoney, 'payment_url' | 'due_cents'> {
  carried_cents: number
  /** The part of the price of the continuation that the first stay does not settle. */
  due_cents: number
  /** Money without a document: it has none in the continuation either. `confirmed_by`: the seller of its confirmation. */
  undocumented: { confirmed_by: unknown } | undefined
}

/**
 * Takes the money of a shortened stay that pays for its continuation, and refunds what is paid above both. The caller holds the locks of
 * `followPrice`.
 * @throws AppError 409 as `followPrice`.
 */
export async function carryAway(
  context: BookingsContext,
  tx: Transaction,
  step: PriceStep,
  { total_cents, today }: Continued,
): Promise<LeftMoney> {
  const { id: reservation_id } = step.stay
  const { over_cents, ...lowered } = await lowerOpen(context, tx, step)
  const paid_cents = Math.min(over_cents, leftCents(await receiptsOfPrice(tx, reservation_id)))
  const carried_cents = Math.min(total_cents, paid_cents)
  const refund = await refundDifference(context, tx, step, paid_cents - carried_cents)
  // Card money that stays can still be refunded by card.
  const receipts = elsewhereFirst(await receiptsOfPrice(tx, reservation_id))
  const { reason, created_by } = step
  const parts = partsOf(receipts, carried_cents)
  const [last] = parts.some((one) => one.is_documented) ? [] : parts.toReversed()
  const undocumented = last && { confirmed_by: last.confirmed_by }
  for (const { payment_intent_id, part_cents: amount_cents } of parts)
    await refundElsewhere(context, tx, payment_intent_id, {
      ...{ amount_cents, method: METHOD, paid_on: today, reason, created_by },
    })
  // A part of an imported price may be settled although no payment of it is here.
  return { ...lowered, ...refund, carried_cents, undocumented, due_cents: Math.max(0, total_cents - over_cents) }
}

/** Pays a continuation with what was carried over, and asks for what is due; returns its link, or null. @throws AppError 409 as `askForMore`. */
export async function payContinuation(
  context: BookingsContext,
  tx: Transaction,
  { stay, ...step }: { stay: Parties; currency: string; created_by: number; today: string },
  { carried_cents, due_cents, undocumented }: Pick<LeftMoney, 'carried_cents' | 'due_cents' | 'undocumented'>,
): Promise<string | null> {
  const { currency, created_by, today: received_on } = step
  if (carried_cents > 0) {
    const payment = { ...keptOfStay(stay), kind: 'booking', amount_cents: carried_cents, currency } as const
    const { id: payment_id } = await queries.payments.insert(tx, payment)
    const is_documented = !undocumented || undocumented.confirmed_by !== null
    await payElsewhere(tx, { payment_id, method: METHOD, received_on, created_by, is_documented })
    if (undocumented && is_documented)
      await queries.payments.withholdDocument(tx, { payment_id, seller: undocumented.confirmed_by })
    await context.jobs.enqueue(tx, invoicePayment, { payment_id })
  }
  if (due_cents === 0) return null
  return askForMore(context, tx, { stay, currency }, due_cents, carried_cents > 0 ? 'change' : 'booking')
}
