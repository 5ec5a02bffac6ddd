import type { DropReason } from './connection.ts'
/** Metrics of this node's sockets and of its bus. */
export interface RealtimeFigures {
  sockets: number
  channels: number
  people: number
  framesIn: number
  framesOut: number
  /** Sockets that this node closed, by reason. */
  dropped: ReadonlyMap<DropReason, number>
  /** Seconds between the sending of the node's last message to itself and its arrival. */
  busLagSeconds: number
  /** True if the node hears the bus. */
  busUp: boolean
  /** Number of times that the node has missed messages. */
  busGaps: number
  /** Messages of clients that other nodes did not get, because the bus was away or behind. */
  busLost: number
}

/** The sockets of all nodes, for other modules. */
export interface Sockets {
  /** Counts the sockets of each channel with a prefix. */
  count(prefix: string): Promise<Map<string, number>>
  /** The ids of the people in a presence channel. */
  people(channel: string): string[]
  lastEvent(channel: string): Promise<{ event: string; data: string } | undefined>
  /** Counts the nodes that are alive, this one included. */
  nodes(): number
  /** Somebody was refused a signature because the service could not answer: they come again when it can. */
  noteRefusal(): void
  figures(): RealtimeFigures
}
