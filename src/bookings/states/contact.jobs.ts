import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { BookingsContext } from '../context.ts'
import { mailContactNow } from './contact-mail.ts'

/** Mails a guest without an account that their stay has changed, once for several changes. The page of the stay has what is due for them. */
export const mailChangedStay = defineJob({
  name: 'stays.mail-changed',
  payload: z.object({ reservation_id: z.int(), dedupe_key: z.string() }),
  run: (context: BookingsContext, { reservation_id, dedupe_key }) =>
    transaction(context.db, (tx) =>
      mailContactNow(context, tx, reservation_id, { type: 'reservation_modified', dedupe_key }),
    ),
})
