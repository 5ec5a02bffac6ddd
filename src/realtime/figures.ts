/** What /metrics tells of this node's sockets and of its bus. */
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
  /** Whether the node hears the bus. */
  busUp: boolean
  /** How often the node has missed messages. */
  busGaps: number
  /** Messages of clients that other nodes did not get, because the bus was away or behind. */
  busLost: number
}

export type DropReason = 'refused' | 'revoked' | 'slow' | 'loud' | 'silent' | 'unauthorized' | 'stopping'
