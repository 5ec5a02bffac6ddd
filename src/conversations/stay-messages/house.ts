import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { boundsOf } from '../../platform/http/scopes.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import type { ConversationsContext } from '../context.ts'
import { counted } from '../messages/send.ts'
import { sendFromCompany, type Unsent } from './write.ts'

/** Most stays that one message is written to. */
export const MAX_IN_HOUSE = 100

interface WrittenToHouse {
  /** Ids of stays. */
  sent: number[]
  unsent: { reservation_id: number; because: Unsent }[]
}

/**
 * Writes to the guests of all stays in the house today, at the homes that the caller reaches, in one transaction.
 * @throws AppError 403 before the address of the account is verified, 409 more than `MAX_IN_HOUSE` stays, 429.
 */
export async function writeToHouse(
  context: ConversationsContext,
  identity: Identity,
  { content, property_id }: { content: string; property_id?: string | undefined },
): Promise<WrittenToHouse> {
  if (!identity.verified) throw new AppError('notVerified')
  return counted(context, identity, () =>
    transaction(context.db, async (tx) => {
      const stays = await queries.stayMessages.listInHouse(tx, {
        owner_id: identity.userId,
        homes: boundsOf(identity)?.homes,
        property_id,
        limit: MAX_IN_HOUSE + 1,
      })
      if (stays.length > MAX_IN_HOUSE) throw new AppError('tooManyInHouse')
      const written: WrittenToHouse = { sent: [], unsent: [] }
      for (const { id: reservation_id } of stays) {
        const sent = await sendFromCompany(context, tx, reservation_id, content)
        if (typeof sent === 'string') written.unsent.push({ reservation_id, because: sent })
        else written.sent.push(reservation_id)
      }
      await markCarriedOut(tx)
      return written
    }),
  )
}
