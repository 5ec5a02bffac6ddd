import { z } from 'zod'
import type { Database, Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type { Bus, BusMessage } from './bus.ts'

/** The content of a notification: the message itself, or a reference to a long one. */
const messageSchema = z.union([
  z.object({
    kind: z.literal('event'),
    channel: z.string(),
    event: z.string(),
    data: z.unknown(),
    except: z.string().optional(),
  }),
  z.object({ kind: z.literal('disconnect'), user_id: z.int() }),
  z.object({ kind: z.literal('reference'), id: z.int() }),
])

const PG_CHANNEL = 'sejour_realtime'
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const MAX_NOTIFICATION_BYTES = 7_900

/** NOTIFY and LISTEN: PostgreSQL delivers at the commit, never after a rollback. Long messages go by reference. */
export function postgresBus(db: Database, onError: (error: unknown) => void): Bus {
  async function publish(tx: Queryable, message: BusMessage): Promise<void> {
    const text = JSON.stringify(message)
    if (Buffer.byteLength(text) <= MAX_NOTIFICATION_BYTES) {
      await queries.realtime.publish(tx, { message: text })
      return
    }
    const stored = await queries.realtime.insertPayload(tx, { payload: text })
    await queries.realtime.publish(tx, { message: JSON.stringify({ kind: 'reference', id: stored.id }) })
  }

  return {
    publish: (tx, event) => publish(tx, { kind: 'event', ...event }),
    disconnect: (tx, userId) => publish(tx, { kind: 'disconnect', user_id: userId }),
    async subscribe(receive) {
      // One dedicated connection, which reconnects by itself.
      const { unlisten } = await db.listen(PG_CHANNEL, async (text) => {
        try {
          const message = messageSchema.parse(JSON.parse(text))
          if (message.kind !== 'reference') return receive(message)
          const stored = await queries.realtime.findPayload(db, { id: message.id })
          const long = stored && messageSchema.parse(JSON.parse(stored.payload))
          if (long && long.kind !== 'reference') receive(long)
        } catch (error) {
          onError(error)
        }
      })
      return { close: unlisten }
    },
  }
}
