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

/** A notification about a payment: the facts of its text, and ids for the front end. Pure. */
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

/** Notifies the guest, unless they are a contact of another platform, which notifies its own guests. */
export async function tellGuest(
  app: FastifyInstance,
  tx: Transaction,
  { guest_id }: Pick<Parties, 'guest_id'>,
  notice: Notice,
): Promise<void> {
  if (guest_id !== null) await notify(app, tx, { ...notice, user_id: guest_id })
}

/** Notifies guest and owner, in a fixed order, so that two transactions cannot deadlock. */
export async function tellBoth(
  app: FastifyInstance,
  tx: Transaction,
  { guest_id, owner_id }: Pick<Parties, 'guest_id' | 'owner_id'>,
  notice: Notice,
): Promise<void> {
  const people = guest_id === null ? [owner_id] : [guest_id, owner_id]
  for (const user_id of people.toSorted((a, b) => a - b)) await notify(app, tx, { ...notice, user_id })
}

/** Notifies all support accounts, when a person has to act. */
export async function tellSupport(app: FastifyInstance, tx: Transaction, notice: Notice): Promise<void> {
  for (const { id } of await listSupport(tx, {})) await notify(app, tx, { ...notice, user_id: id })
}

/** Tells the guest of a completed stay that it can be reviewed. */
export async function inviteToReview(
  app: FastifyInstance,
  tx: Transaction,
  { id, guest_id, home, check_in, check_out }: Pick<Parties, 'id' | 'guest_id' | 'home' | 'check_in' | 'check_out'>,
): Promise<void> {
  await tellGuest(
    app,
    tx,
    { guest_id },
    {
      content: { type: 'stay_completed', home, check_in, check_out },
      data: { reservation_id: id },
      dedupe_key: `reservation:${id}:completed`,
    },
  )
}
