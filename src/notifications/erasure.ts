import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { type NotificationText, notificationText } from './texts.ts'

/** Deletes what a user was told, in the transaction that erases the account. */
export async function eraseNotifications(_app: FastifyInstance, tx: Transaction, user_id: number): Promise<string[]> {
  await queries.notifications.erase(tx, { user_id })
  return []
}

/** Which notification names a person: whose it is, and its key. */
interface Told {
  user_id: number
  key: string
}

/** Writes notifications anew that name a person whose account is erased, in the same transaction. */
export async function rewriteNotifications<T extends Told>(
  tx: Transaction,
  told: T[],
  contentOf: (told: T, message: string) => NotificationText,
): Promise<void> {
  const byKey = new Map(told.map((one) => [one.key, one]))
  const user_ids = told.map(({ user_id }) => user_id)
  const rows = await queries.notifications.listTold(tx, { user_ids, keys: told.map(({ key }) => key) })
  const texts = rows.flatMap(({ id, key, message, locale }) => {
    const one = byKey.get(key)
    return one ? [{ id, ...notificationText(contentOf(one, message), locale) }] : []
  })
  await queries.notifications.rewrite(tx, {
    ids: texts.map(({ id }) => id),
    titles: texts.map(({ title }) => title),
    messages: texts.map(({ message }) => message),
  })
}
