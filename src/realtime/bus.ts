import type { Queryable } from '../db/client.ts'

/** An event for all who are in a channel, on any node. */
export interface ChannelEvent {
  channel: string
  event: string
  data: unknown
}

/** What reaches each node. */
export type BusMessage = ({ kind: 'event' } & ChannelEvent) | { kind: 'disconnect'; user_id: number }

/** How nodes tell each other what their sockets are to hear (docs/design/realtime.md). */
export interface Bus {
  /** Publishes with the caller's transaction: delivered when it is committed, never after a rollback. */
  publish(db: Queryable, event: ChannelEvent): Promise<void>
  /** Closes the sockets of a user whose rights have changed, with the caller's transaction. */
  disconnect(db: Queryable, userId: number): Promise<void>
  /** Calls `receive` for all that any node publishes. */
  subscribe(receive: (message: BusMessage) => void): Promise<{ close(): Promise<void> }>
}
