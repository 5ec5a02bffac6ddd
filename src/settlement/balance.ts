import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { type Notification, notifySupport } from '../notifications/notify.ts'
import { payLink } from '../payments/pay-link.ts'
import type { PaidAmount } from '../refunds/notices.ts'
import { type Parties, tellGuest, tellOwner } from '../stays/notices.ts'
import type { Reminder } from './rules.ts'

/** What is told of a balance that is not paid; each reminder once. Pure. */
const balanceNotice = (
  type: 'balance_due' | 'balance_overdue',
  { id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
  reminders: number,
): Omit<Notification, 'user_id'> => ({
  content: { type, home, check_in, check_out, amount_cents, currency, is_reminder: reminders > 0 },
  data: { reservation_id: id, payment_id },
  dedupe_key: `payment:${payment_id}:asked:${reminders}`,
})

/** Sends the guest the link of a balance, once for each reminder; with the last one it is owner and support who are told. */
export async function remindOfBalance(
  app: FastifyInstance,
  tx: Transaction,
  payment_id: number,
  reminders: Reminder,
): Promise<void> {
  const balance = await queries.payments.askForBalance(tx, { payment_id, reminders })
  const stay = balance && (await queries.stays.findParties(tx, balance))
  if (!balance || !stay) return
  const money = { payment_id, amount_cents: balance.amount_cents, currency: balance.currency }
  if (reminders < 3) {
    const notice = balanceNotice('balance_due', stay, money, reminders)
    await tellGuest(app, tx, stay, { ...notice, link: payLink(app, balance.key) })
    return
  }
  const notice = balanceNotice('balance_overdue', stay, money, reminders)
  await tellOwner(app, tx, stay, notice)
  await notifySupport(app, tx, notice)
}
