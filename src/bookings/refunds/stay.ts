import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import type { BookingsContext } from '../context.ts'
import { findForParty } from '../states/parties.ts'
import { isByCard, leftCents, partsOf } from './amounts.ts'
import { startRefunds } from './jobs.ts'

/**
 * Refunds an amount of what was paid for a stay by card, payment after payment, as its owner or the staff.
 * @throws AppError 403 its guest, 404 also for strangers, 409 nothing was paid by card, or more than is left of that or not disputed.
 */
export async function refundStay(
  context: BookingsContext,
  identity: Identity,
  reservation_id: number,
  { amount_cents, reason }: { amount_cents: number; reason: string },
) {
  await findForParty(context.db, identity, reservation_id, 'host')
  return transaction(context.db, async (tx) => {
    const receipts = (await queries.payments.listReceipts(tx, { reservation_id })).filter(isByCard)
    const [first] = receipts
    if (!first) throw new AppError('nothingPaid')
    const request = { reason, source: 'api', created_by: identity.personId } as const
    const refundable = receipts.filter(({ is_disputed }) => !is_disputed)
    const isDisputed = amount_cents > leftCents(refundable) && amount_cents <= leftCents(receipts)
    if (isDisputed) throw new AppError('paymentDisputed')
    const refunds = await startRefunds(context, tx, partsOf(refundable, amount_cents), request)
    await markCarriedOut(tx)
    const { currency } = first
    return { reservation_id, refunds, currency, refundable_cents: leftCents(refundable) - amount_cents }
  })
}
