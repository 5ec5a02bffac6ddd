import { z } from 'zod'
import { notifyPerson } from '../../accounts/notifications/notify.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import type { ConversationsContext } from '../context.ts'

/** Reminds guests once, a week after their stay, that it can be reviewed; by mail only those who want marketing. */
export const remindToReview = defineJob({
  name: 'reviews.remind',
  payload: z.object({}),
  schedule: '23 9 * * *',
  async run(context: ConversationsContext) {
    const first = { check_out: '0001-01-01', id: 0 }
    for await (const stay of sweep(first, (after) => queries.reviews.listUnreviewed(context.db, after))) {
      if (context.stopping) return
      const { id, guest_id, home, check_in, check_out } = stay
      await transaction(context.db, (tx) =>
        notifyPerson(context, tx, {
          user_id: guest_id,
          content: { type: 'review_reminder', home, check_in, check_out },
          data: { reservation_id: id },
          dedupe_key: `reservation:${id}:review_reminder`,
        }),
      )
    }
  },
})
