import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob, type Job } from '../../platform/jobs/job.ts'
import type { AccountsContext } from '../context.ts'
import { mailNotification } from './mails.ts'
import { showNotification } from './show.ts'

/** `company`: the account whose company signs the mail; `link`: that of the mail, by default to the reservation. */
const payload = z.object({
  user_id: z.int(),
  prefix: z.string(),
  company: z.int().optional(),
  link: z.string().optional(),
})

/** Mails a user the latest of the notifications whose keys begin with the same text. */
export const mailGathered: Job<z.infer<typeof payload>, AccountsContext> = defineJob({
  name: 'notifications.mail-gathered',
  payload,
  async run(context: AccountsContext, { user_id, prefix, company, link }) {
    await transaction(context.db, async (tx) => {
      const latest = await queries.notifications.findLatestKey(tx, { user_id, prefix })
      const found = latest && (await queries.notifications.findByKey(tx, { user_id, ...latest }))
      const [recipient] = await queries.notifications.listContacts(tx, { user_ids: [user_id] })
      if (!found || !recipient) return
      const { title, message, ...notified } = showNotification(found, recipient.locale)
      await mailNotification(context, tx, recipient, { title, message, notified, link, company })
    })
  },
})
