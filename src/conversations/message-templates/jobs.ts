import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ConversationsContext } from '../context.ts'
import { sendFromCompany } from '../stay-messages/write.ts'
import type { SkipReason } from './schemas.ts'
import { writeFor } from './templates.ts'

/**
 * Writes what is claimed at a stay, in its order. The message and the end of its claim are one transaction, so that a repetition writes
 * nothing twice.
 */
export const sendTemplates = defineJob({
  name: 'message-templates.send',
  payload: z.object({ reservation_id: z.int() }),
  async run(context: ConversationsContext, { reservation_id }) {
    for (const { id } of await queries.messageTemplates.listClaimed(context.db, { reservation_id }))
      await sendOne(context, id)
  },
})

async function sendOne(context: ConversationsContext, sending_id: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    const sending = await queries.messageTemplates.lockSending(tx, { sending_id })
    if (!sending) return
    const skip = (reason: SkipReason) => queries.messageTemplates.settle(tx, { sending_id, status: 'skipped', reason })
    const { reservation_id } = sending
    if (sending.texts === null) return skip('deleted')
    const written = await writeFor(context, tx, reservation_id, sending.texts)
    if (!written?.takes_place) return skip('cancelled')
    const sent = await sendFromCompany(context, tx, reservation_id, written.content)
    if (typeof sent === 'string') return skip(sent)
    await queries.messageTemplates.settle(tx, { sending_id, status: 'sent', message_id: sent.id })
  })
}

/** Claims what is due of all templates, and has it sent. */
export const claimDueTemplates = defineJob({
  name: 'message-templates.claim-due',
  payload: z.object({}),
  schedule: '*/5 * * * *',
  async run(context: ConversationsContext) {
    for (;;) {
      const claimed = await transaction(context.db, async (tx) => {
        const stays = await queries.messageTemplates.claimDue(tx, {})
        for (const { reservation_id, owner_id: account } of stays)
          await context.jobs.enqueue(tx, sendTemplates, { reservation_id }, { account })
        return stays.length
      })
      if (claimed === 0 || context.stopping) return
    }
  },
})
