import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { type Notification, notify } from '../notifications/notify.ts'

export type Parties = NonNullable<Awaited<ReturnType<typeof queries.reservations.findParties>>>

type PaymentNotice =
  | 'payment_received'
  | 'payment_failed'
  | 'payment_mismatch'
  | 'refund_pending'
  | 'refund_approved'
  | 'refund_failed'

type StayNotice =
  | 'reservation_inquiry'
  | 'inquiry_accepted'
  | 'reservation_confirmed'
  | 'reservation_modified'
  | 'reservation_overbooked'
  | 'reservation_cancelled'
  | 'stay_completed'

/** What is told of a stay itself; `occasion` says which fact of the stay it is, and is told once. Pure. */
export const stayNotice = (
  type: StayNotice,
  { id, home, check_in, check_out }: Pick<Parties, 'id' | 'home' | 'check_in' | 'check_out'>,
  occasion: string,
) => ({
  content: { type, home, check_in, check_out },
  data: { reservation_id: id },
  dedupe_key: `reservation:${id}:${occasion}`,
})

/** What tells one fact about money from another. Pure. */
export const paymentKey = {
  paid: (payment_id: number): string => `payment:${payment_id}:paid`,
  /** Each failed attempt adds a key of its own. */
  failed: (payment_id: number): string => `payment:${payment_id}:failed`,
  refund: (refund_id: number, type: 'refund_pending' | 'refund_approved' | 'refund_failed'): string =>
    `refund:${refund_id}:${type}`,
}

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

/** What support is told of a dispute, once for each outcome. Pure. */
export const disputeNotice = (
  { id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
  { dispute_id, outcome }: { dispute_id: string; outcome: 'open' | 'won' | 'lost' },
): Omit<Notification, 'user_id'> => ({
  content: { type: 'payment_disputed', home, check_in, check_out, amount_cents, currency, outcome },
  data: { reservation_id: id, payment_id },
  dedupe_key: `dispute:${dispute_id}:${outcome}`,
})

/** What is told of a balance that is not paid; each reminder once. Pure. */
export const balanceNotice = (
  type: 'balance_due' | 'balance_overdue',
  { id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
  reminders: number,
): Omit<Notification, 'user_id'> => ({
  content: { type, home, check_in, check_out, amount_cents, currency, is_reminder: reminders > 0 },
  data: { reservation_id: id, payment_id },
  dedupe_key: `payment:${payment_id}:asked:${reminders}`,
})

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
  for (const { id } of await queries.users.listSupport(tx, {})) await notify(app, tx, { ...notice, user_id: id })
}

/** Tells the owner. */
export async function tellOwner(
  app: FastifyInstance,
  tx: Transaction,
  { owner_id }: Pick<Parties, 'owner_id'>,
  notice: Notice,
): Promise<void> {
  await notify(app, tx, { ...notice, user_id: owner_id })
}

/** Tells the guest of a completed stay that it can be reviewed. */
export function inviteToReview(
  app: FastifyInstance,
  tx: Transaction,
  stay: Pick<Parties, 'id' | 'guest_id' | 'home' | 'check_in' | 'check_out'>,
): Promise<void> {
  return tellGuest(app, tx, stay, stayNotice('stay_completed', stay, 'completed'))
}
