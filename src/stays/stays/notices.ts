import { type Notification, notify } from '../../accounts/notifications/notify.ts'
import { pipeline, type Transaction } from '../../platform/db/client.ts'
import type { queries } from '../../platform/db/queries.ts'
import type { StaysContext } from '../context.ts'

export type Parties = NonNullable<Awaited<ReturnType<typeof queries.stays.findParties>>>

type StayNotice =
  | 'reservation_inquiry'
  | 'inquiry_accepted'
  | 'inquiry_declined'
  | 'reservation_confirmed'
  | 'reservation_modified'
  | 'reservation_overbooked'
  | 'reservation_cancelled'
  | 'stay_completed'

/** Notifications about a stay itself; `occasion` names the fact of the stay, which is notified once. Pure. */
export const stayNotice = (
  type: StayNotice,
  { id, home, check_in, check_out }: Pick<Parties, 'id' | 'home' | 'check_in' | 'check_out'>,
  occasion: string,
) => ({
  content: { type, home, check_in, check_out },
  data: { reservation_id: id },
  dedupe_key: `reservation:${id}:${occasion}`,
})

type Notice = Omit<Notification, 'user_id'>

/** Notifies the guest, unless they are a contact of another platform, which notifies its own guests. */
export async function notifyGuest(
  context: StaysContext,
  tx: Transaction,
  { guest_id }: Pick<Parties, 'guest_id'>,
  notice: Notice,
): Promise<void> {
  if (guest_id !== null) await notify(context, tx, { ...notice, user_id: guest_id })
}

/** Notifies guest and owner, in a fixed order, so that two transactions cannot deadlock. */
export async function notifyBoth(
  context: StaysContext,
  tx: Transaction,
  { guest_id, owner_id }: Pick<Parties, 'guest_id' | 'owner_id'>,
  notice: Notice,
): Promise<void> {
  const people = guest_id === null ? [owner_id] : [guest_id, owner_id]
  const sorted = people.toSorted((a, b) => a - b)
  await pipeline(Object.fromEntries(sorted.map((user_id) => [user_id, notify(context, tx, { ...notice, user_id })])))
}

/** Tells the owner. */
export async function notifyOwner(
  context: StaysContext,
  tx: Transaction,
  { owner_id }: Pick<Parties, 'owner_id'>,
  notice: Notice,
): Promise<void> {
  await notify(context, tx, { ...notice, user_id: owner_id })
}

/** Tells the guest of a completed stay that it can be reviewed. */
export function inviteToReview(
  context: StaysContext,
  tx: Transaction,
  stay: Pick<Parties, 'id' | 'guest_id' | 'home' | 'check_in' | 'check_out'>,
): Promise<void> {
  return notifyGuest(context, tx, stay, stayNotice('stay_completed', stay, 'completed'))
}
