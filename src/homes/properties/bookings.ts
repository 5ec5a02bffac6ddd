import type { Queryable } from '../../platform/db/client.ts'

/** Questions of homes to their bookings, which stand above them (src/bookings/states/bookings.ts). */
export interface Bookings {
  /** Counts the homes of an account by seller; sellers without homes are left out. */
  homesOfSellers(db: Queryable, account: { owner_id: number }): Promise<{ seller_id: number; homes: number }[]>
  /** True if a user is the guest of a stay in a home that was confirmed: past, present or to come. */
  isGuest(db: Queryable, who: { property_id: string; user_id: number }): Promise<boolean>
  /** True if a stay in a home is current or to come; an unpaid hold counts until its end. */
  isBooked(db: Queryable, home: { property_id: string }): Promise<boolean>
  /** Bookings of each home within a year, where one counts half after sixty days; homes without any are left out. */
  score(db: Queryable, homes: { property_ids: string[] }): Promise<{ property_id: string; score: number }[]>
}
