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

type Notice = Omit<Notification, 'user_id'>

/** Tells the guest, unless it is a contact of another platform, which tells its own guests. */
export async function tellGuest(
  app: FastifyInstance,
  tx: Transaction,
  { guest_id }: Pick<Parties, 'guest_id'>,
  notice: Notice,
): Promise<void> {
  if (guest_id !== null) await notify(app, tx, { ...notice, user_id: guest_id })
}

/** Tells the guest and the owner; in a fixed order, so that two transactions never wait for each other. */
export async function tellBoth(
  app: FastifyInstance,
  tx: Transaction,
  { guest_id, owner_id }: Pick<Parties, 'guest_id' | 'owner_id'>,
  notice: Notice,
): Promise<void> {
  const people = guest_id === null ? [owner_id] : [guest_id, owner_id]
  for (const user_id of people.toSorted((a, b) => a - b)) await notify(app, tx, { ...notice, user_id })
}

/** Tells everybody of the support, when something needs a human. */
export async function tellSupport(app: FastifyInstance, tx: Transaction, notice: Notice): Promise<void> {
  for (const { id } of await listSupport(tx, {})) await notify(app, tx, { ...notice, user_id: id })
}
