import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { notificationText } from './texts.ts'

/** Deletes what a user was told, and takes their name out of what others were told, in the transaction that erases the account. */
export async function eraseNotifications(_app: FastifyInstance, tx: Transaction, user_id: number): Promise<string[]> {
  const naming = await queries.notifications.listNaming(tx, { user_id })
  const texts = naming.map(({ message, locale, home, rating }) =>
    home === null || rating === null
      ? notificationText({ type: 'new_message', sender: undefined, excerpt: message }, locale)
      : notificationText({ type: 'review_received', author: undefined, home, rating }, locale),
  )
  await queries.notifications.rewrite(tx, {
    ids: naming.map(({ id }) => id),
    titles: texts.map(({ title }) => title),
    messages: texts.map(({ message }) => message),
  })
  await queries.notifications.erase(tx, { user_id })
  return []
}
