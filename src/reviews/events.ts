import { queries } from '../db/queries.ts'
import { defineSubject, inOrder, numbersOf } from '../events/subject.ts'
import { comment, showComment } from './schemas.ts'

/** Reviews as everybody sees them, with the stay that they are about. */
export const reviewEvents = defineSubject({
  name: 'review',
  data: comment,
  async show(app, tx, facts) {
    const rows = await queries.reviews.listSome(tx, { ids: numbersOf(facts) })
    return inOrder(
      facts,
      rows,
      ({ id }) => id,
      (row) => ({ ...showComment(app, row, null), reservation_id: row.reservation_id }),
    )
  },
})
