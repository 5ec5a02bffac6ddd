import type { NotificationType } from '../../platform/db/enums.ts'
import type { AccountsContext } from '../context.ts'
import { MARKETING } from './kinds.ts'

/** The kinds of mail that a user can end: `notifications` by `email_notifications`, `marketing` by `marketing_emails`. */
export const MAILING_LISTS = ['notifications', 'marketing'] as const
export type MailingList = (typeof MAILING_LISTS)[number]

export const listOf = (type: NotificationType): MailingList => (MARKETING.has(type) ? 'marketing' : 'notifications')

/** The address that ends mails of a list, for the user whose key it has: a page for people, one click for mail programs. */
export const unsubscribeLink = (
  context: AccountsContext,
  { mail_key }: { mail_key: string },
  list: MailingList,
): string => context.addressOf('previewUnsubscribe', { key: mail_key, list })
