import { z } from 'zod'
import type { Database, Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'

/** What travels between nodes: an event for a channel, or the order to drop a user's sockets. */
const messageSchema = z.union([
  z.object({ kind: z.literal('event'), channel: z.string(), event: z.string(), data: z.unknown() }),
  z.object({ kind: z.literal('disconnect'), user_id: z.int() }),
  z.object({ kind: z.literal('reference'), id: z.int() }),
])

export type BusMessage = z.infer<typeof messageSchema>

const PG_CHANNEL = 'sejour_realtime'
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const MAX_NOTIFICATION_BYTES = 7_900

/**
 * Publishes inside the caller's transaction: PostgreSQL delivers at commit and never after a rollback.
 * What is too long for a notification travels by reference.
 */
export async function publish(db: Queryable, message: BusMessage): Promise<void> {
  const text = JSON.stringify(message)
  if (Buffer.byteLength(text) <= MAX_NOTIFICATION_BYTES) {
    await queries.realtime.publish(db, { message: text })
    return
  }
  const stored = await queries.realtime.storePayload(db, { payload: text })
  await queries.realtime.publish(db, { message: JSON.stringify({ kind: 'reference', id: stored.id }) })
}

export const publishToUser = (db: Queryable, userId: number, event: string, data: unknown): Promise<void> =>
  publish(db, { kind: 'event', channel: `private-user.${userId}`, event, data })

/** Calls `receive` for all that any node publishes, on one dedicated connection that reconnects by itself. */
export async function subscribe(
  db: Database,
  receive: (message: BusMessage) => void,
  onError: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const { unlisten } = await db.listen(PG_CHANNEL, async (text) => {
    try {
      const message = messageSchema.parse(JSON.parse(text))
      if (message.kind !== 'reference') return receive(message)
      const stored = await queries.realtime.loadPayload(db, { id: message.id })
      if (stored) receive(messageSchema.parse(JSON.parse(stored.payload)))
    } catch (error) {
      onError(error)
    }
  })
  return { close: unlisten }
}
