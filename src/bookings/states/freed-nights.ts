import type { Transaction } from '../../platform/db/client.ts'

/** Freed nights of stays, reported to calendars, which stand above them (src/bookings/calendars/freed-nights.ts). */
export interface FreedNights {
  /** Closes again what another platform has taken of them, in the transaction that frees them. */
  closeTaken(tx: Transaction, nights: { property_id: string; check_in: string; check_out: string }): Promise<void>
}
