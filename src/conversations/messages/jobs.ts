import { z } from 'zod'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ConversationsContext } from '../context.ts'
import { findMailReader, MAX_QUOTED, type MailReader, mailMissed } from './mail.ts'

interface Side {
  user_id: number
  other_id: number
}

/**
 * Mails what an account has missed in a conversation, to its user and to the members of its team who read its messages. The first message
 * must have been unread for five minutes, and the mail before must be an hour old; until then the job waits. `mail_due_at` is null when
 * nothing waits, so a second run of the same job does nothing.
 */
export const mailUnread = defineJob({
  name: 'messages.mail-unread',
  payload: z.object({ user_id: z.int(), other_id: z.int() }),
  async run(context: ConversationsContext, side) {
    await transaction(context.db, async (tx) => {
      if (!(await queries.messages.lockMail(tx, side))) return
      const missed = await queries.messages.findMissed(tx, side)
      const readers = missed ? await findReaders(context, tx, side) : []
      if (!missed || readers.length === 0) return queries.messages.cancelMail(tx, side)
      if (missed.wait_seconds > 0) {
        await queries.messages.postponeMail(tx, { ...side, seconds: missed.wait_seconds })
        return context.jobs.enqueue(tx, mailUnread, side, { after: missed.wait_seconds })
      }
      for (const reader of readers) await mailReader(context, tx, side, reader, missed.first_name)
      await queries.messages.markMailed(tx, { ...side, message_id: missed.last_id })
    })
  },
})

/** Messages that somebody reads: all of them, or those about some homes, and perhaps those about none. */
interface Reading {
  homes: string[] | undefined
  or_no_home: boolean
}

interface Reader extends Reading {
  contact: MailReader
  /** True if all of it is about homes of who wrote: then their company signs the mail. */
  isOfCompany: boolean
}

/** People who are mailed, by their own settings: the user of the account, and members whose scopes and homes cover a missed message. */
async function findReaders(context: ConversationsContext, tx: Transaction, side: Side): Promise<Reader[]> {
  const { user_id: owner_id, other_id } = side
  const people = new Map<number, Reading>([[owner_id, { homes: undefined, or_no_home: true }]])
  const missed = await queries.messages.listMissedHomes(tx, side)
  const isOfCompany = missed.length > 0 && missed.every(({ is_theirs }) => is_theirs)
  for (const { property_id } of missed) {
    for (const member of await context.listNotified(tx, { owner_id, scope: 'messages.read', property_id })) {
      // A member who has written to the account needs no mail of it.
      if (member === other_id) continue
      const { homes = [], or_no_home = false } = people.get(member) ?? {}
      const covered =
        property_id === null ? { homes, or_no_home: true } : { homes: [...homes, property_id], or_no_home }
      people.set(member, covered)
    }
  }
  const readers: Reader[] = []
  for (const [user_id, reading] of people) {
    const contact = await findMailReader(tx, user_id)
    if (contact) readers.push({ ...reading, contact, isOfCompany })
  }
  return readers
}

/** Mails one reader what they may read of it. */
async function mailReader(
  context: ConversationsContext,
  tx: Transaction,
  side: Side,
  { contact, isOfCompany, ...reading }: Reader,
  sender: string,
): Promise<void> {
  const quoted = await queries.messages.listMissed(tx, { ...side, ...reading, limit: MAX_QUOTED })
  await mailMissed(context, tx, contact, {
    sender,
    excerpts: quoted.map(({ excerpt }) => excerpt),
    count: quoted[0]?.count ?? 0,
    link: context.frontEnd.conversation(side.other_id),
    ...(isOfCompany && { company: side.other_id }),
  })
}
