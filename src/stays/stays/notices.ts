import { countWithin, DAY_SECONDS } from '../../accounts/auth/throttle.ts'
import type { TypesOf } from '../../accounts/notifications/kinds.ts'
import {
  type Notification,
  notify,
  notifyAll,
  notifyPerson,
  notifySupport,
  withoutTeam,
} from '../../accounts/notifications/notify.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { StaysContext } from '../context.ts'
import { stayLink } from './stay-link.ts'

/** A stay with its parties, and today at its home. */
export type FoundStay = NonNullable<Awaited<ReturnType<typeof queries.stays.findParties>>>
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

export type Notice = Omit<Notification, 'user_id'>

/** Notifies the guest; one without an account by mail, unless a channel has sold the stay: it notifies its own guests. */
export async function notifyGuest(
  context: StaysContext,
  tx: Transaction,
  { id, guest_id }: Pick<Parties, 'id' | 'guest_id'>,
  notice: Notice,
): Promise<void> {
  if (guest_id === null) await mailContact(context, tx, id, notice)
  else await notifyPerson(context, tx, { ...notice, user_id: guest_id })
}

/** Daily mails to an address that a company typed and nobody confirmed. */
const MAILS_TO_A_CONTACT = { limit: 5, seconds: DAY_SECONDS }
/** A payment and the confirmation that it brings are one mail. */
const PAID: readonly string[] = ['payment_received', 'reservation_confirmed']
const MAILS_OF_A_PAID_STAY = { limit: 1, seconds: 60 }
/** A fact is mailed once, as it is notified once. */
const MAILS_OF_A_FACT = { limit: 1, seconds: 30 * DAY_SECONDS }

/**
 * Mails a guest without an account: one fixed text, because the address may be somebody else's, and a link to a payment or to the page of
 * the stay.
 */
async function mailContact(
  context: StaysContext,
  tx: Transaction,
  reservation_id: number,
  { link, content: { type }, dedupe_key }: Notice,
): Promise<void> {
  const contact = await queries.stays.findContact(tx, { reservation_id })
  if (!contact?.email) return
  const { email: to, language, check_in, check_out, link_version } = contact
  if (PAID.includes(type)) {
    const key = `mail of paid stay ${reservation_id}`
    if ((await countWithin(tx, { key, ...MAILS_OF_A_PAID_STAY })) > 0) return
  }
  if ((await countWithin(tx, { key: `contact-mail ${to.toLowerCase()}`, ...MAILS_TO_A_CONTACT })) > 0) return
  const fact = `mail of ${dedupe_key} to ${to.toLowerCase()}`
  if ((await countWithin(tx, { key: fact, ...MAILS_OF_A_FACT })) > 0) return
  const locale = nearestLocale(language)
  const { title, message } = texts(locale).mails.stay({ days: texts(locale).words.days(check_in, check_out) })
  const letter = {
    template: 'notification',
    title,
    message,
    link: link ?? stayLink(context, { id: reservation_id, link_version }),
  } as const
  await context.mail.enqueue(tx, { to, locale, content: letter })
}

/** Notifies guest and owner, in a fixed order, so that two transactions cannot deadlock. */
export async function notifyBoth(
  context: StaysContext,
  tx: Transaction,
  { id, guest_id, owner_id }: Pick<Parties, 'id' | 'guest_id' | 'owner_id'>,
  ...notices: Notice[]
): Promise<void> {
  if (guest_id === null) for (const notice of notices) await mailContact(context, tx, id, notice)
  const all = notices.flatMap((notice) => {
    const ofOwner = { ...notice, user_id: owner_id }
    if (guest_id === null) return [ofOwner]
    return [{ ...withoutTeam(notice), user_id: guest_id }, ofOwner].toSorted((a, b) => a.user_id - b.user_id)
  })
  await notifyAll(context, tx, all)
}

/** Notifies those who answer for money: the owner, with members of their team who may read payments, and support. */
export async function notifyOfMoney(
  context: StaysContext,
  tx: Transaction,
  stay: Pick<Parties, 'owner_id'>,
  notice: Notice,
): Promise<void> {
  await notifyOwner(context, tx, stay, notice)
  await notifySupport(context, tx, notice)
}

/** Notifies the owner. */
export async function notifyOwner(
  context: StaysContext,
  tx: Transaction,
  { owner_id }: Pick<Parties, 'owner_id'>,
  notice: Notice,
): Promise<void> {
  await notify(context, tx, { ...notice, user_id: owner_id })
}

/** Invites the guest of a completed stay to review it, unless it was imported without asking them for money. */
export async function inviteToReview(
  context: StaysContext,
  tx: Transaction,
  stay: Pick<Parties, 'id' | 'property_id' | 'guest_id' | 'home' | 'check_in' | 'check_out'>,
): Promise<void> {
  if (await queries.stays.findSilent(tx, { reservation_id: stay.id })) return
  await notifyGuest(context, tx, stay, stayNotice('stay_completed', stay, 'completed'))
}
