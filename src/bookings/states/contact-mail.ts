import { z } from 'zod'
import { countWithin, DAY_SECONDS } from '../../accounts/auth/throttle.ts'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { type NotificationText, writeNotification } from '../../accounts/notifications/texts.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { formatMoney, nearestLocale } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import { isProved } from './proved.ts'
import { mailedLink } from './stay-link.ts'

/** Daily mails to an address that a company typed and nobody confirmed. */
const MAILS_TO_A_CONTACT = { limit: 5, seconds: DAY_SECONDS }
/** A fact is mailed once, as it is notified once. */
const MAILS_OF_A_FACT = { limit: 1, seconds: 30 * DAY_SECONDS }

/** Counts a mail with a fixed text to an address. Returns 0, or the seconds to wait after five in a day. */
export const countContactMail = (db: Queryable, to: string): Promise<number> =>
  countWithin(db, { key: `contact-mail ${to.toLowerCase()}`, ...MAILS_TO_A_CONTACT })

/** Home, days, guests and price of a stay, as its guest knows them. */
interface KnownStay {
  home: string
  check_in: string
  check_out: string
  guests: number
  total_cents: number
}

/** A stay before a change; where it moves to another home in the middle, its home alone. */
export const replaced = z.object({
  home: z.string(),
  check_in: z.string().exactOptional(),
  check_out: z.string().exactOptional(),
  guests: z.int().exactOptional(),
  total_cents: z.int().exactOptional(),
})

/** A line of a bill. */
interface BilledLine {
  label: string
  amount_cents: number
}

/** Further facts of a mail to a guest without an account. */
export interface ContactFacts {
  /** The stay before a change. */
  before?: z.infer<typeof replaced> | undefined
  /** Lines of a bill. */
  lines?: BilledLine[]
  /** The amount whose payment confirms the stay. */
  paid_cents?: number
  /** True for a hold that ended without its payment. */
  isUnpaid?: boolean
}

/** A fact of a stay, and the link of its mail; by default that of the stay. */
interface News extends ContactFacts {
  content: NotificationText
  dedupe_key: string
  link?: string | undefined
}

type Contact = NonNullable<Awaited<ReturnType<typeof queries.states.findContact>>>

const SHOWN = ['home', 'days', 'guests', 'price'] as const

/** Home, days, guests and price in a language. Pure. */
const shownStay = (stay: KnownStay & { currency: string }, locale: Locale): Record<(typeof SHOWN)[number], string> => ({
  home: stay.home,
  days: texts(locale).words.days(stay.check_in, stay.check_out),
  guests: String(stay.guests),
  price: formatMoney(stay.total_cents, stay.currency, locale),
})

/** Guest, home, days, guests and price of a stay, one a line, for mails to the company that sells it. Pure. */
export function linesOfCompany(
  { guest, ...stay }: KnownStay & { currency: string; guest: string | null },
  locale: Locale,
): string[] {
  const { mails, documents } = texts(locale)
  const shown = { guest, ...shownStay(stay, locale) }
  return (['guest', ...SHOWN] as const).flatMap((fact) => {
    const value = shown[fact]
    return value ? [documents.labelled({ label: mails.facts[fact], value })] : []
  })
}

/** Words of a mail to a proved address: what has happened, then home, days, guests and amounts. Pure. */
function newsOfStay(
  stay: KnownStay & Pick<Contact, 'due_now_cents' | 'currency'>,
  { content, before, lines = [], paid_cents, isUnpaid = false }: ContactFacts & Pick<News, 'content'>,
  locale: Locale,
): { title: string; message: string; lines: string[] } {
  const { mails, words, documents } = texts(locale)
  const money = (cents: number) => formatMoney(cents, stay.currency, locale)
  const [then, now] = [shownStay({ ...stay, ...before }, locale), shownStay(stay, locale)]
  const facts = SHOWN.map((fact) => ({
    label: mails.facts[fact],
    value: then[fact] === now[fact] ? now[fact] : `${then[fact]} → ${now[fact]}`,
  }))
  const { type } = content
  const asked = type === 'inquiry_accepted' ? [{ label: mails.facts.to_pay, value: money(stay.due_now_cents) }] : []
  const paid = paid_cents === undefined ? [] : [{ label: mails.facts.paid, value: money(paid_cents) }]
  const billed = lines.map(({ label, amount_cents }) => ({ label, value: money(amount_cents) }))
  const is = { stay: words.stay(stay) }
  const write = () => {
    if (type === 'inquiry_accepted') return mails.asked_to_pay(is)
    if (isUnpaid) return mails.hold_ended(is)
    if (type === 'reservation_modified' && then.home !== now.home) return mails.moved(is)
    return writeNotification(content, locale)
  }
  return { ...write(), lines: [...billed, ...facts, ...asked, ...paid].map(documents.labelled) }
}

/**
 * Mails a guest without an account: to an address that is not proved one fixed text, because it may be somebody else's, and a link to a
 * payment or to the page of the stay. Returns whether it was written: addresses have limits, and a fact is mailed once.
 */
export async function mailContactNow(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  { link, dedupe_key, ...news }: News,
): Promise<boolean> {
  const contact = await queries.states.findContact(tx, { reservation_id })
  if (!contact?.email) return false
  const { email: to, email_scopes, language, check_in, check_out } = contact
  const fact = `mail of ${dedupe_key} to ${to.toLowerCase()}`
  if ((await countWithin(tx, { key: fact, ...MAILS_OF_A_FACT })) > 0) return false
  // Words for a proved address have the limit of all its mails alone.
  const isKnown = isProved(contact)
  if (!isKnown && (await countContactMail(tx, to)) > 0) return false
  const locale = nearestLocale(language)
  const { mails, words } = texts(locale)
  const text = isKnown ? newsOfStay(contact, news, locale) : mails.stay({ days: words.days(check_in, check_out) })
  await context.mail.enqueue(tx, {
    to,
    locale,
    about: aboutStay(reservation_id),
    content: {
      template: 'notification',
      ...text,
      link: link ?? mailedLink(context, { id: reservation_id, ...contact }, { email: to, email_scopes }),
    },
    company: isKnown ? contact.owner_id : undefined,
    isNews: true,
  })
  return true
}
