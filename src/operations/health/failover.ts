/** Facts of the database from a heartbeat (sql/operations/health/beat.sql). Null: no service has started on it yet. */
export interface Beat {
  /** Server, database there and timeline, as they are now, and as they were at the last beat. */
  present_id: string
  known_id: string | null
  /** True if the server has run since the last beat. */
  is_known_server: boolean
  epoch: number | null
  /** Their number. */
  beats: number | null
  /** True if a standby had every commit before it was answered, when the last beat was written. */
  is_synchronous: boolean | null
}

/** Highest values that a node has seen of the database. */
export interface Seen {
  epoch: number
  beats: number
}

/** Reason to assume that committed work is lost. */
export type LossReason = 'another database' | 'rewound' | 'asynchronous failover' | 'nobody watched'

/**
 * `same`: the database that it was. `new`: nobody has started on it. `moved`: a server that has all that was committed: restarted, or
 * promoted after a synchronous beat. `known-elsewhere`: a loss that another node has found.
 */
export type Verdict = 'same' | 'new' | 'moved' | 'known-elsewhere' | { lost: LossReason }

/** Server and database of an identity, without the timeline. Pure. */
export const placeOf = (id: string): string => id.slice(0, id.lastIndexOf('.'))

/**
 * Compares a beat with what this node has seen before; undefined: it has just started. A new timeline after a synchronous beat
 * that is still there is no loss; every other new timeline, another database, and fewer beats than were seen are taken for one. A node that has
 * just started cannot tell a standby that was promoted from a server that was restored to a moment before. Pure.
 */
export function verdictOn(beat: Beat, seen: Seen | undefined): Verdict {
  if (beat.known_id === null || beat.beats === null || beat.epoch === null) return seen ? { lost: 'rewound' } : 'new'
  if (seen && beat.epoch > seen.epoch) return 'known-elsewhere'
  if (seen && (beat.beats < seen.beats || beat.epoch < seen.epoch)) return { lost: 'rewound' }
  if (placeOf(beat.present_id) !== placeOf(beat.known_id)) return { lost: 'another database' }
  if (beat.present_id !== beat.known_id) {
    if (!beat.is_synchronous) return { lost: 'asynchronous failover' }
    return seen ? 'moved' : { lost: 'nobody watched' }
  }
  return beat.is_known_server ? 'same' : 'moved'
}

/** The numbers by name, the higher one of each. Pure. */
export function highest(some: Record<string, number>, others: Record<string, number>): Record<string, number> {
  const higher = Object.entries(others).filter(([name, number]) => number > (some[name] ?? 0))
  return { ...some, ...Object.fromEntries(higher) }
}
