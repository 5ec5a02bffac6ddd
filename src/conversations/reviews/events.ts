import { comment } from '../../bookings/reservations/review.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import type { ConversationsContext } from '../context.ts'
import { showComment } from './schemas.ts'

/** Reviews as everybody sees them, with the stay that they are about. */
export const reviewEvents = defineSubject({
  name: 'review',
  data: comment,
  show: (context: ConversationsContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.reviews.listSome(tx, { ids }),
      (row) => ({ ...showComment(context, row, null), reservation_id: row.reservation_id }),
    ),
})
