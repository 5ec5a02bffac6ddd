import { z } from 'zod'
import { unsubscribeLink } from '../../accounts/notifications/mailing-lists.ts'
import { unquoted } from '../../accounts/notifications/notify.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { StaysContext } from '../context.ts'

/** How many messages a mail quotes. */
const MAX_QUOTED = 10

/**
 * Mails what a user has missed in a conversation. The first message must have been unread for five minutes, and the mail
 * before must be an hour old; until then the job waits. `mail_due_at` is null when nothing waits, so a second run of the
 * same job does nothing.
 */
export const mailUnread = defineJob({
  name: 'messages.mail-unread',
  payload: z.object({ user_id: z.int(), other_id: z.int() }),
  async run(context: StaysContext, side) {
    await transaction(context.db, async (tx) => {
      if (!(await queries.messages.lockMail(tx, side))) return
      const missed = await queries.messages.findMissed(tx, side)
      const reader = await queries.notifications.findContact(tx, side)
      if (!missed || !reader?.wants_email) return queries.messages.cancelMail(tx, side)
      if (missed.wait_seconds > 0) {
        await queries.messages.postponeMail(tx, { ...side, seconds: missed.wait_seconds })
        return context.jobs.enqueue(tx, mailUnread, side, { after: missed.wait_seconds })
      }
      const link = context.frontEnd.conversation(side.other_id)
      const quoted = await queries.messages.listMissed(tx, { ...side, limit: MAX_QUOTED })
      await context.mail.enqueue(tx, {
        to: reader.email,
        locale: reader.locale,
        content: reader.verified
          ? {
              template: 'unread_messages',
              sender: missed.first_name,
              excerpts: quoted.map(({ excerpt }) => excerpt || texts(reader.locale).words.attachedFile),
              count: missed.count,
              link,
            }
          : { template: 'notification', ...unquoted(reader), link },
        unsubscribe: unsubscribeLink(context, reader, 'notifications'),
      })
      await queries.messages.markMailed(tx, { ...side, message_id: missed.last_id })
    })
  },
})
