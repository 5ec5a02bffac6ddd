import { unsubscribeLink } from '../../accounts/notifications/mailing-lists.ts'
import { unquoted, wantsMail } from '../../accounts/notifications/mails.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { ConversationsContext } from '../context.ts'

/** Most messages that a mail quotes. */
export const MAX_QUOTED = 10

/** Unread messages that a mail is about; an empty excerpt is a file. */
interface Missed {
  sender: string
  excerpts: string[]
  count: number
  link: string
  /** The account whose company signs the mail. */
  company?: number
  about?: string
}

/** A person who wants mails. */
export type MailReader = Awaited<ReturnType<typeof queries.notifications.listContacts>>[number]

/** A person by their number; undefined: they are gone, or their settings want no mails. */
export async function findMailReader(tx: Transaction, user_id: number): Promise<MailReader | undefined> {
  const [contact] = await queries.notifications.listContacts(tx, { user_ids: [user_id] })
  return contact && wantsMail(contact, 'messages') ? contact : undefined
}

/** Mails a person what they have missed, in their language. */
export async function mailMissed(
  context: ConversationsContext,
  tx: Transaction,
  contact: MailReader,
  { sender, excerpts, count, link, company, about }: Missed,
): Promise<void> {
  const quoted = excerpts.map((excerpt) => excerpt || texts(contact.locale).words.attachedFile)
  await context.mail.enqueue(tx, {
    to: contact.email,
    locale: contact.locale,
    about,
    isNews: true,
    unsubscribe: unsubscribeLink(context, contact, 'notifications'),
    ...(contact.verified
      ? { company, content: { template: 'unread_messages' as const, sender, excerpts: quoted, count, link } }
      : { content: { template: 'notification' as const, ...unquoted(context, contact), link } }),
  })
}
