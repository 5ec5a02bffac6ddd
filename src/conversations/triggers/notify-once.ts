import { type Notification, notify } from '../../accounts/notifications/notify.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'

type Sent = NonNullable<Awaited<ReturnType<typeof queries.notifications.findByKey>>>

export interface Outcome {
  /** True if this call notified anybody for the first time. */
  created: boolean
  /** The notification that was made, or else the one from before; null when there is nobody to tell. */
  notification: Sent | null
}

/** The notification that a fact has for a user, made by this call or before. */
export async function outcomeOf(
  tx: Transaction,
  fact: { user_id: number; dedupe_key: string; created: boolean },
): Promise<Outcome> {
  const { created, ...key } = fact
  return { created, notification: (await queries.notifications.findByKey(tx, key)) ?? null }
}

/** Notifies people of one fact, in the fixed order of the domain, so that two transactions cannot deadlock. */
export async function notifyOnce(
  context: ConversationsContext,
  tx: Transaction,
  people: (number | null)[],
  notice: Omit<Notification, 'user_id' | 'dedupe_key'>,
  keyOf: (userId: number) => Promise<string>,
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const user_id of people.filter((id) => id !== null).toSorted((a, b) => a - b)) {
    const dedupe_key = await keyOf(user_id)
    const created = await notify(context, tx, { ...notice, user_id, dedupe_key })
    outcomes.push(await outcomeOf(tx, { user_id, dedupe_key, created }))
  }
  return outcomes.find(({ created }) => created) ?? outcomes[0] ?? { created: false, notification: null }
}
