import type { Notification } from '../../accounts/notifications/notify.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import type { Rest } from '../../money/payments/plugin.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import type { PaidAmount } from '../refunds/notices.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import { notifyGuest, notifyOfMoney, type Parties } from '../states/notices.ts'
import { TAKES_PLACE } from '../states/states.ts'

/** The balance of a stay, made once and locked; undefined: there is none. The caller holds the lock of the home's calendar. */
export async function makeBalance(tx: Transaction, reservation_id: number) {
  await queries.payments.insertBalance(tx, { reservation_id })
  return queries.payments.lockLast(tx, { reservation_id, kind: 'balance' })
}

/** A guest may pay the balance before its day, as long as the stay takes place. */
export const earlyBalance = (context: BookingsContext): Rest => ({
  async isDue({ reservation_id }) {
    const stay = await queries.states.findStatus(context.db, { reservation_id })
    return stay !== undefined && TAKES_PLACE.has(stay.status)
  },
  async make({ reservation_id }) {
    if (reservation_id === null) return
    await lockStay(context, stayOf(reservation_id), async (tx) => {
      const locked = await queries.states.lock(tx, { reservation_id })
      const balance = await makeBalance(tx, reservation_id)
      // The stay was cancelled in between.
      if (balance && locked && !TAKES_PLACE.has(locked.status))
        await queries.payments.void(tx, { payment_id: balance.id })
    })
  },
})

/** Notices about an unpaid balance; each reminder once. Pure. */
const balanceNotice = (
  type: 'balance_due' | 'balance_overdue',
  { id, property_id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
  reminders: number,
): Omit<Notification, 'user_id'> => ({
  content: { type, home, check_in, check_out, amount_cents, currency, is_reminder: reminders > 0 },
  data: { reservation_id: id, payment_id },
  property_id,
  dedupe_key: `payment:${payment_id}:asked:${reminders}`,
})

/** Sends the guest the link of a balance, once for each reminder. The last one goes to owner and support. */
export async function remindOfBalance(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  reminders: Reminder,
): Promise<void> {
  const balance = await queries.payments.askForBalance(tx, { payment_id, reminders })
  const stay = balance && (await queries.states.findParties(tx, balance))
  if (!balance || !stay) return
  const money = { payment_id, amount_cents: balance.amount_cents, currency: balance.currency }
  if (reminders < 3) {
    const notice = balanceNotice('balance_due', stay, money, reminders)
    await notifyGuest(context, tx, stay, { ...notice, link: payLink(context, balance.key) })
    return
  }
  const notice = balanceNotice('balance_overdue', stay, money, reminders)
  await notifyOfMoney(context, tx, stay, notice)
}

/** Number of reminders: 0 at first, 1 and 2 for the reminders, 3 when owner and support are notified. */
export type Reminder = 0 | 1 | 2 | 3

/** Returns the reminder that is due this many days after the guest was first asked; nobody is reminded of a stay that begins. */
export function reminderDue({ days, is_arrival }: { days: number; is_arrival: boolean }): Reminder {
  if (is_arrival || days >= 10) return 3
  if (days >= 7) return 2
  return days >= 3 ? 1 : 0
}
