import { countOrRefuse, HOUR_SECONDS } from '../../accounts/auth/throttle.ts'
import { lockUnerased } from '../../bookings/states/erasure.ts'
import { withOwnKey } from '../../bookings/states/stay-link.ts'
import { showStayMessage } from '../../conversations/stay-messages/schemas.ts'
import { type Draft, receiveMessage } from '../../conversations/stay-messages/thread.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { HostingContext } from '../context.ts'
import type { StayPage } from './schemas.ts'

/** Messages that a guest without an account writes with one link. */
const MESSAGES_AN_HOUR = { limit: 20, seconds: HOUR_SECONDS }

/** The messages of a stay as its guest sees them, newest last, with the link that they came by in place of others. Those of an account are read signed in: the link may have been passed on. */
export async function readMessages(
  context: HostingContext,
  stay: { id: number; guest_id: number | null; owner_id: number },
  key: string,
): Promise<NonNullable<StayPage['messages']>> {
  if (stay.guest_id !== null) return { account_url: context.frontEnd.conversation(stay.owner_id), list: [] }
  const rows = await queries.stayMessages.listForGuest(context.db, { reservation_id: stay.id })
  const list = rows.reverse().map((row) => {
    const { id, source, from, attachments, created_at } = showStayMessage(context, row)
    return { id, source, from, content: withOwnKey(row.content, stay, key), attachments, created_at }
  })
  return { account_url: null, list }
}

/** Words of a guest; `by_company_link`: the company may have written them itself. */
type Written = Pick<Draft, 'content' | 'by_company_link'>

/**
 * Writes to the company as a guest without an account. The same words again within a minute are the same message, such as after a double
 * click; the lock of the stay lets the second find the first.
 * @throws AppError 404, 409 a guest with an account, 429 after 20 messages in an hour.
 */
export async function writeAsGuest(context: HostingContext, reservation_id: number, written: Written): Promise<void> {
  const { content } = written
  await transaction(context.db, async (tx) => {
    await lockUnerased(tx, reservation_id)
    const stay = await queries.stayMessages.findStay(tx, { reservation_id })
    if (!stay) throw new AppError('notFound')
    if (stay.guest_id !== null) throw new AppError('guestHasAccount')
    if (await queries.stayMessages.findRepeated(tx, { reservation_id, content })) return
    await countOrRefuse(tx, { key: `messages by the link of stay ${reservation_id}`, ...MESSAGES_AN_HOUR })
    await receiveMessage(context, tx, stay, { source: 'site', ...written })
  })
}
