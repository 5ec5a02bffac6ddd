import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { BookingsContext } from '../context.ts'
import { notifyGuest, stayNotice } from './notices.ts'
import { move } from './transitions.ts'

/**
 * Locks a stay before something of its guest is written. An erasure that had the lock has voided the link by which they came.
 * @throws AppError 404 where the guest is erased
 */
export async function lockUnerased(tx: Transaction, reservation_id: number): Promise<void> {
  await queries.states.lock(tx, { reservation_id })
  if ((await queries.states.isErased(tx, { reservation_id })).is_erased) throw new AppError('notFound')
}

/**
 * Deletes what a guest has written of their stays, in the transaction that erases the account; amounts and days stay for accounting.
 */
export async function eraseStays(_context: BookingsContext, tx: Transaction, user_id: number): Promise<string[]> {
  await queries.states.erase(tx, { user_id })
  return []
}

/**
 * Closes the open inquiries of a person, in the transaction that erases the account: their own are withdrawn, those
 * about their homes declined. Mails about it do not name the guest. An inquiry that is accepted during the erasure is a stay to come, which refuses it.
 */
export async function closeInquiries(app: BookingsContext, tx: Transaction, user_id: number): Promise<string[]> {
  const context: BookingsContext = Object.create(app, { linesOfStay: { value: async () => [] } })
  for (const { id: reservation_id, is_own } of await queries.states.listInquiries(tx, { user_id })) {
    const step = { reservation_id, actor_id: user_id, sources: ['inquiry' as const] }
    if (is_own) {
      await move(context, tx, { ...step, to: 'cancelled', actor: 'guest' })
    } else {
      const declined = await move(context, tx, { ...step, to: 'declined', actor: 'owner' })
      if (declined) await notifyGuest(context, tx, declined, stayNotice('reservation_cancelled', declined, 'declined'))
    }
  }
  return []
}
