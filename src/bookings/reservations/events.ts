import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { BookingsContext } from '../context.ts'
import { contact, reservationSummary } from './schemas.ts'
import { showParties } from './show.ts'

/** Stays as `GET /reservations` lists them for the owner. */
export const reservationEvents = defineSubject({
  name: 'reservation',
  data: reservationSummary,
  show: (context: BookingsContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.reservations.listShown(tx, { reservation_ids: ids }),
      ({ total_cents, ...row }) => ({
        ...showParties(context, row, { isHost: true, seesGuest: false }),
        total: fromCents(total_cents),
      }),
    ),
  personal: {
    scope: 'guests.read',
    async read(db, ids) {
      const rows = await queries.reservations.listContacts(db, { reservation_ids: ids.map(Number) })
      return new Map(rows.map((row) => [String(row.id), { contact: contact.parse(row.contact) }]))
    },
  },
})
