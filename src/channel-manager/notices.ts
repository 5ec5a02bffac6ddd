import type { FastifyInstance } from 'fastify'
import { transaction } from '../db/client.ts'
import { tellOwner, tellSupport } from '../reservations/notices.ts'
import type { Subscription } from './secrets.ts'

/** Which booking it is, and why it could not be taken. */
interface Problem {
  /** The revision or the event; told once. */
  id: string
  reason: string
}

/** Tells owner and support of a booking that cannot be read: its nights are sold, and nobody has taken them here. */
export function tellUnreadable(
  app: FastifyInstance,
  { owner_id, property_id, home }: Pick<Subscription, 'owner_id' | 'property_id' | 'home'>,
  { id, reason }: Problem,
): Promise<void> {
  return transaction(app.db, async (tx) => {
    const notice = noticeOf(home, { id, reason }, property_id)
    await tellOwner(app, tx, { owner_id }, notice)
    await tellSupport(app, tx, notice)
  })
}

/** Tells support of a booking whose home is not mapped. */
export function tellUnmapped(app: FastifyInstance, remote_property_id: string, id: string): Promise<void> {
  const problem = { id, reason: `no home is mapped to ${remote_property_id}` }
  return transaction(app.db, (tx) => tellSupport(app, tx, noticeOf(remote_property_id, problem)))
}

const noticeOf = (home: string, { id, reason }: Problem, property_id?: string) => ({
  content: { type: 'channel_event_unreadable' as const, home },
  data: { id, reason, ...(property_id === undefined ? {} : { property_id }) },
  dedupe_key: `channel-booking:${id}`,
})
