import { z } from 'zod'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { withoutKeys } from '../../bookings/states/stay-link.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ConversationsContext } from '../context.ts'
import { findMailReader, MAX_QUOTED, mailMissed } from '../messages/mail.ts'

/**
 * Mails a company what it has missed of a stay's conversation: its user, and the members of its team who read its messages.
 * `mail_due_at` is null when nothing waits, so a second run of the same job does nothing.
 */
export const mailUnreadOfStay = defineJob({
  name: 'stay-messages.mail-unread',
  payload: z.object({ reservation_id: z.int() }),
  async run(context: ConversationsContext, { reservation_id }) {
    await transaction(context.db, async (tx) => {
      await queries.stayMessages.lockThread(tx, { reservation_id })
      const missed = await queries.stayMessages.takeMail(tx, { reservation_id, limit: MAX_QUOTED })
      if (!missed || missed.count === 0) return
      const stay = await queries.stayMessages.findStay(tx, { reservation_id })
      if (!stay) return
      const { owner_id, property_id } = stay
      const members = await context.listNotified(tx, { owner_id, scope: 'messages.read', property_id })
      const { count } = missed
      const excerpts = missed.excerpts.map(withoutKeys)
      const letter = {
        sender: stay.name ?? '',
        excerpts,
        count,
        link: context.frontEnd.officeStay(reservation_id),
        about: aboutStay(reservation_id),
      }
      for (const user_id of [owner_id, ...members]) {
        const reader = await findMailReader(tx, user_id)
        if (reader) await mailMissed(context, tx, reader, letter)
      }
    })
  },
})
