import type { Queryable } from '../db/client.ts'

/** An event for the subscribers of a channel on all nodes. */
export interface ChannelEvent {
  channel: string
  event: string
  data: unknown
  /** The id of a socket that does not receive it: the one whose request caused it. */
  except?: string | undefined
}

/** A message to every node. */
export type BusMessage = ({ kind: 'event' } & ChannelEvent) | { kind: 'disconnect'; user_id: number }

/** Carries events to the sockets of all nodes (docs/design/realtime.md, "Publishing"). */
export interface Bus {
  /** Publishes in the caller's transaction: delivered at the commit, and never after a rollback. */
  publish(db: Queryable, event: ChannelEvent): Promise<void>
  /** Closes the sockets of a user whose rights have changed, at the commit of the caller's transaction. */
  disconnect(db: Queryable, userId: number): Promise<void>
  /** Calls `receive` for everything that any node publishes. */
  subscribe(receive: (message: BusMessage) => void): Promise<{ close(): Promise<void> }>
}
