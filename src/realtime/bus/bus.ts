import type { Database, Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { isCached } from './channels.ts'
import type { BusMessage, EventMessage, NodeMessage } from './messages.ts'

/** An event for the subscribers of a channel on all nodes. */
export interface ChannelEvent {
  channel: string
  event: string
  data: unknown
  /** The id of the socket whose request caused the event, and which does not receive it. */
  except?: string | undefined
}

/** The same with data that is text already. */
export interface EncodedEvent extends ChannelEvent {
  data: string
}

/** A listener to the bus on this node. */
export interface BusHandler {
  receive(message: BusMessage): void
  /** The bus was not heard since this time of the database; undefined: since an unknown time. */
  missed(since: string | undefined): void
}

export interface BusFigures {
  lagSeconds: number
  up: boolean
  gaps: number
  lost: number
}

/** Carries events to the sockets of all nodes (docs/design/realtime.md, "Publishing"). */
export interface Bus {
  /** Publishes in the caller's transaction: delivered after the commit, and never after a rollback. */
  publish(db: Database | Transaction, event: ChannelEvent): Promise<void>
  /** Publishes several events whose data is encoded, in their order. */
  publishAll(db: Database | Transaction, events: EncodedEvent[]): Promise<void>
  /** Closes the sockets of a user whose rights have changed, after the commit of the caller's transaction. */
  disconnect(db: Database | Transaction, userId: number | string): Promise<void>
  /** Calls the handler for everything that any node publishes or sends. */
  subscribe(handler: BusHandler): Promise<{ close(): Promise<void> }>
  /** Sends to all nodes at once and without a transaction; it may be lost when the bus is away. */
  send(message: NodeMessage): void
  readonly presence: PresenceStore
  figures(): BusFigures
}

/** Somebody in a presence channel. `info` is JSON. */
export interface PresentPerson {
  channel: string
  user_id: string
  info: string | null
}

/** Another node as it is stored: who is present on it after its change number `revision`. */
export interface StoredNode {
  node: string
  revision: number
  people: PresentPerson[]
}

/** The people present on each node, shared by all nodes. Each node writes its own part, and tells the others. */
export interface PresenceStore {
  register(node: string): Promise<void>
  /** Renews the lease; false: others have given the node up. */
  renew(node: string): Promise<boolean>
  /** Writes a change and tells it to the other nodes; false: they have given this one up. */
  write(node: string, change: PresenceChange): Promise<boolean>
  /** Removes nodes with expired leases, and publishes that. */
  expire(): Promise<void>
  remove(node: string): Promise<void>
  /** The nodes that have not missed two renewals, this one included. */
  listAwake(): Promise<string[]>
  list(): Promise<StoredNode[]>
}

interface PresenceChange {
  revision: number
  joined: PresentPerson[]
  left: { channel: string; user_id: string }[]
}

/** The messages of events, and the last events of cache channels kept in the caller's transaction. */
export async function eventMessages(db: Queryable, events: EncodedEvent[]): Promise<EventMessage[]> {
  for (const { channel, event, data } of events) {
    if (isCached(channel)) await queries.bus.upsertCache(db, { channel, event, data })
  }
  // The id keeps PostgreSQL from merging equal notifications that are relayed together.
  return events.map((event) => ({ kind: 'event', id: crypto.randomUUID(), ...event }))
}

/** Records a revocation for nodes that are cut off, and makes its message. */
export async function revocationMessage(db: Queryable, userId: number | string): Promise<BusMessage> {
  const user_id = String(userId)
  await queries.bus.upsertRevocation(db, { user_id })
  return { kind: 'disconnect', id: crypto.randomUUID(), user_id }
}

export const encodeEvent = (event: ChannelEvent): EncodedEvent => ({
  ...event,
  // JSON has no undefined; Pusher clients read null as no data.
  data: JSON.stringify(event.data ?? null),
})

/** The time, by the clock that all nodes share. */
export const databaseTime = async (db: Database): Promise<string> => (await queries.bus.findClock(db, {})).at
