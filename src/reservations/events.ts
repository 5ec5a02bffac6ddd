import { queries } from '../db/queries.ts'
import { defineSubject, inOrder, numbersOf } from '../events/subject.ts'
import { fromCents } from '../lib/money.ts'
import { reservationSummary } from './schemas.ts'
import { showParties } from './show.ts'

/** Stays as `GET /reservations` lists them for the owner. */
export const reservationEvents = defineSubject({
  name: 'reservation',
  data: reservationSummary,
  async show(app, tx, facts) {
    const reservation_ids = numbersOf(facts)
    const page = { limit: reservation_ids.length, offset: 0 }
    const rows = await queries.reservations.list(tx, new Set(['of-numbers']), { reservation_ids, ...page })
    return inOrder(
      facts,
      rows,
      ({ id }) => id,
      ({ total_cents, ...row }) => ({ ...showParties(app, row), total: fromCents(total_cents) }),
    )
  },
})
