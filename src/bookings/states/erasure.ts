import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { notifyGuest, stayNotice } from './notices.ts'
import { move } from './transitions.ts'

/**
 * Deletes what a guest has written of their stays, in the transaction that erases the account; amounts and days stay for accounting.
 */
export async function eraseStays(_context: BookingsContext, tx: Transaction, user_id: number): Promise<string[]> {
  await queries.states.erase(tx, { user_id })
  return []
}

/**
 * Closes the open inquiries of a person, in the transaction that erases the account: their own are withdrawn, those
 * about their homes declined. Mails of it do not name the guest. An inquiry that is accepted meanwhile is a stay to come, which the erasure refuses.
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
