import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BookingsContext } from '../context.ts'
import { mailContactNow, replaced } from './contact-mail.ts'

/** Mails a guest without an account that their stay has changed, once for several changes, with what it was before the first of them. */
export const mailChangedStay = defineJob({
  name: 'stays.mail-changed',
  // Jobs of earlier versions have no `before`.
  payload: z.object({ reservation_id: z.int(), dedupe_key: z.string(), before: replaced.optional() }),
  run: (context: BookingsContext, { reservation_id, dedupe_key, before }) =>
    transaction(context.db, async (tx) => {
      const stay = await queries.states.findParties(tx, { reservation_id })
      if (!stay) return
      const { home, check_in, check_out } = stay
      const content = { type: 'reservation_modified', home, check_in, check_out } as const
      await mailContactNow(context, tx, reservation_id, { content, dedupe_key, before })
    }),
})
