import type { z } from 'zod'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Bounds } from '../../platform/http/scopes.ts'
import type { ConversationsContext } from '../context.ts'
import { type answeredUpTo, conversationAnsweredPush } from './pushes.ts'
import { publishToAccount } from './send.ts'

interface Answering {
  user_id: number
  other_id: number
  message_id: number
  bounds: Bounds | undefined
  /** The only stay whose messages were seen; undefined: of all. */
  reservation_id?: number
}

/**
 * Ends the wait for an answer of a user, up to a message. Somebody limited to some homes, or at one stay, ends it before the first waiting
 * message that they do not see. Returns the home that the conversation named last; undefined: there is no conversation.
 */
export async function markAnswered(
  tx: Transaction,
  { user_id, other_id, bounds, message_id, reservation_id }: Answering,
): Promise<{ property_id: string | null } | undefined> {
  const people = { user_id, other_id }
  // A message that arrives meanwhile has a higher number.
  const beyond =
    bounds && (await queries.messages.findFirstBeyond(tx, { ...people, ...bounds, reservation_id })).waiting_id
  return queries.messages.markAnswered(tx, { ...people, message_id: Math.min(message_id, (beyond ?? Infinity) - 1) })
}

/** Publishes to the sockets of a company that messages need no answer. */
export async function publishAnswered(
  context: ConversationsContext,
  tx: Transaction,
  account: { owner_id: number; property_id: string | null },
  data: z.infer<typeof answeredUpTo>,
): Promise<void> {
  await publishToAccount(context, tx, account, { push: conversationAnsweredPush, data })
}
