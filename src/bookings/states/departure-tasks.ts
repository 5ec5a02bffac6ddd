import type { Transaction } from '../../platform/db/client.ts'

/** Days of departure that a reading has moved, lost and gained. */
export interface Departures {
  moved: { before: string; after: string }[]
  lost: string[]
  gained: string[]
}

/** Departures, reported to tasks, which stand above bookings (src/hosting/tasks/departures.ts). */
export interface DepartureTasks {
  /** Adapts the cleaning after a stay to its state, home and days, once its nights are written. */
  followStay(tx: Transaction, reservation_id: number): Promise<void>
  /** Keeps assignee and note of cleanings after the stays of a feed, before its events are written. */
  keepDays(tx: Transaction, property_id: string, departures: Departures): Promise<void>
  /** Adapts the cleanings after stays of the feeds of a home to their events, once their closures are written. */
  followFeeds(tx: Transaction, property_id: string): Promise<void>
}
