import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { notifyGuest, stayNotice } from './notices.ts'
import { move } from './transitions.ts'

export interface Nights {
  property_id: string
  check_in: string
  check_out: string
}

/**
 * Expires overdue holds on these nights that can no longer be paid, so that a sale does not depend on the sweep. A guest without an account
 * is mailed; others see their hold run out where they pay.
 */
export async function expireOverdueHolds(context: BookingsContext, tx: Transaction, nights: Nights): Promise<void> {
  for (const { id } of await queries.states.lockOverdueHolds(tx, nights)) {
    const ended = await move(context, tx, {
      reservation_id: id,
      to: 'expired',
      actor: 'system',
      reason: 'hold expired',
    })
    if (ended?.guest_id === null)
      await notifyGuest(context, tx, ended, {
        ...stayNotice('reservation_cancelled', ended, 'expired'),
        isUnpaid: true,
      })
  }
}
