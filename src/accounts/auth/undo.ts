import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { AccountsContext } from '../context.ts'
import { createLinkSecret } from './passwords.ts'

interface Account {
  id: number
  email: string
  locale: Locale
}

/**
 * Mails the earlier address of an account, after a change of its address or password, a link that undoes the change for
 * 72 hours. Only for a verified address, because an unverified one gives no claim to the account. Runs in the
 * transaction of the change.
 */
export async function notifyOfChange(
  context: AccountsContext,
  tx: Transaction,
  { id, email, locale }: Account,
  change: { template: 'email_changed' } | { template: 'password_changed'; endpoints: string[]; keys: string[] },
): Promise<void> {
  const { secret, hash } = createLinkSecret()
  await queries.auth.insertUndo(tx, { user_id: id, token_hash: hash, email })
  const link = context.addressOf('previewUndo', { token: secret })
  await context.mail.enqueue(tx, { to: email, locale, content: { ...change, link } })
}
