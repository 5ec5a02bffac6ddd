import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { SecondFactorNews } from '../../platform/locales/fr/mails.ts'
import type { AccountsContext } from '../context.ts'

/** Mails the owner of an account about changes of its second factors, in the transaction that makes them. */
export async function notifyOwner(
  context: AccountsContext,
  tx: Transaction,
  user_id: number,
  news: SecondFactorNews,
): Promise<void> {
  const account = await queries.auth.lockUser(tx, { user_id })
  if (!account) return
  const { email: to, locale } = account
  await context.mail.enqueue(tx, {
    to,
    locale,
    content: { template: 'second_factor', news, link: context.frontEnd.home() },
  })
}
