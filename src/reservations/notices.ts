import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import type { queries } from '../db/queries.ts'
import { type Notification, notify } from '../notifications/notify.ts'
import { listSupport } from '../users/accounts.ts'

export type Parties = NonNullable<Awaited<ReturnType<typeof queries.reservations.findParties>>>

type PaymentNotice =
  | 'payment_received'
  | 'payment_failed'
  | 'payment_mismatch'
  | 'refund_pending'
  | 'refund_approved'
  | 'refund_failed'

interface PaidAmount {
  payment_id: number
  amount_cents: number
  currency: string
}

/** What is told of money of a stay: the text's facts, and the ids that a front end needs. Pure. */
export function paymentNotice(
  type: PaymentNotice,
  { id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
): Pick<Notification, 'content' | 'data'> {
  return {
    content: { type, home, check_in, check_out, amount_cents, currency },
    data: { reservation_id: id, payment_id },
  }
}

/** Tells the guest and the owner; in a fixed order, so that two transactions never wait for each other. */
export async function tellBoth(
  app: FastifyInstance,
  tx: Transaction,
  parties: { guest_id: number; owner_id: number },
  notice: Omit<Notification, 'userId'>,
): Promise<void> {
  for (const userId of [parties.guest_id, parties.owner_id].toSorted((a, b) => a - b))
    await notify(app, tx, { ...notice, userId })
}

/** Tells everybody of the support, when something needs a human. */
export async function tellSupport(
  app: FastifyInstance,
  tx: Transaction,
  notice: Omit<Notification, 'userId'>,
): Promise<void> {
  for (const { id } of await listSupport(tx, {})) await notify(app, tx, { ...notice, userId: id })
}
