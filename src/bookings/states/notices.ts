import type { TypesOf } from '../../accounts/notifications/kinds.ts'
import { GATHER_AFTER_SECONDS, isGathered, isGatheredAlready } from '../../accounts/notifications/mails.ts'
import {
  type Notification,
  notify,
  notifyAll,
  notifyPerson,
  notifySupport,
} from '../../accounts/notifications/notify.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { mailChangedStay } from './contact.jobs.ts'
import { type ContactFacts, mailContactNow } from './contact-mail.ts'

/** A stay with its parties, and today at its home. */
export type FoundStay = NonNullable<Awaited<ReturnType<typeof queries.states.findParties>>>
export type Parties = Omit<FoundStay, 'today'>

/** Notifications about a stay itself; `occasion` names the fact of the stay, which is notified once. Pure. */
export const stayNotice = (
  type: TypesOf<'Stay' | 'Acceptance'>,
  {
    id,
    property_id,
    home,
    check_in,
    check_out,
  }: Pick<Parties, 'id' | 'property_id' | 'home' | 'check_in' | 'check_out'>,
  occasion: string,
) => ({
  content: { type, home, check_in, check_out },
  data: { reservation_id: id },
  property_id,
  dedupe_key: `reservation:${id}:${occasion}`,
})

/** A notification about a stay, with what a mail to a guest without an account says besides. */
export type Notice = Omit<Notification, 'user_id'> & ContactFacts

/** Notifies the guest; one without an account by mail, unless a channel has sold the stay: it notifies its own guests. Returns whether a mail to one without an account was written at once. */
export async function notifyGuest(
  context: BookingsContext,
  tx: Transaction,
  { id, guest_id, owner_id }: Pick<Parties, 'id' | 'guest_id' | 'owner_id'>,
  notice: Notice,
): Promise<boolean> {
  if (guest_id === null) return mailContact(context, tx, id, notice)
  await notifyPerson(context, tx, { ...notice, user_id: guest_id, company: owner_id })
  return false
}

/** Mails a guest without an account; about several changes of a stay once. */
async function mailContact(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  notice: Notice,
): Promise<boolean> {
  const { content, dedupe_key, before } = notice
  const { type } = content
  if (!isGathered(type)) return mailContactNow(context, tx, reservation_id, notice)
  if (await isGatheredAlready(tx, `guest of stay ${reservation_id} ${type}`)) return false
  await context.jobs.enqueue(
    tx,
    mailChangedStay,
    { reservation_id, dedupe_key, before },
    { after: GATHER_AFTER_SECONDS },
  )
  return false
}

/** A payment and the confirmation that it brings, as one notice that has the amount. Pure. */
function inOneMail(notices: Notice[]): Notice[] {
  const paid = notices.find(({ content }) => content.type === 'payment_received')?.content
  const confirmed = notices.find(({ content }) => content.type === 'reservation_confirmed')
  if (!confirmed || paid === undefined || !('amount_cents' in paid)) return notices
  return [{ ...confirmed, paid_cents: paid.amount_cents }]
}

/** Notifies guest and owner, in a fixed order, so that two transactions cannot deadlock. */
export async function notifyBoth(
  context: BookingsContext,
  tx: Transaction,
  { id, guest_id, owner_id }: Pick<Parties, 'id' | 'guest_id' | 'owner_id'>,
  ...notices: Notice[]
): Promise<void> {
  if (guest_id === null) for (const notice of inOneMail(notices)) await mailContact(context, tx, id, notice)
  const all = notices.flatMap((notice) => {
    const ofOwner = { ...notice, user_id: owner_id }
    if (guest_id === null) return [ofOwner]
    return [{ ...notice, user_id: guest_id, company: owner_id, copies: false as const }, ofOwner].toSorted(
      (a, b) => a.user_id - b.user_id,
    )
  })
  await notifyAll(context, tx, all)
}

/** Notifies those who answer for money: the owner, with members of their team who may read payments, and support. */
export async function notifyOfMoney(
  context: BookingsContext,
  tx: Transaction,
  stay: Pick<Parties, 'owner_id'>,
  notice: Notice,
): Promise<void> {
  await notifyOwner(context, tx, stay, notice)
  await notifySupport(context, tx, notice)
}

/** Notifies the owner. */
export async function notifyOwner(
  context: BookingsContext,
  tx: Transaction,
  { owner_id }: Pick<Parties, 'owner_id'>,
  notice: Notice,
): Promise<void> {
  await notify(context, tx, { ...notice, user_id: owner_id })
}

/** Invites the guest of a completed stay to review it, unless it was imported without asking them for money. */
export async function inviteToReview(
  context: BookingsContext,
  tx: Transaction,
  stay: Pick<Parties, 'id' | 'property_id' | 'guest_id' | 'owner_id' | 'home' | 'check_in' | 'check_out'>,
): Promise<void> {
  if (await queries.states.findSilent(tx, { reservation_id: stay.id })) return
  await notifyGuest(context, tx, stay, stayNotice('stay_completed', stay, 'completed'))
}
