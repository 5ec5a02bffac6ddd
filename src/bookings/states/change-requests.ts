import { z } from 'zod'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { ChangeRequestStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'

/** Requests of guests to change a stay (docs/design/domain.md, "A guest asks for a change"). */

export type ChangeRequestRow = Awaited<ReturnType<typeof queries.states.listChangeRequests>>[number]

/** A request about a stay, on a day at its home. */
export interface RequestOfStay {
  reservation_id: number
  request_id: number
  today: string
}

/** @throws AppError 404 */
export async function findRequest(db: Queryable, asked: RequestOfStay): Promise<ChangeRequestRow> {
  const [row] = await queries.states.listChangeRequests(db, { ...asked, limit: 1, offset: 0 })
  if (!row) throw new AppError('notFound')
  return row
}

const askedChange = z.object({
  after: z.object({
    check_in: z.string(),
    check_out: z.string(),
    adults: z.int(),
    children: z.int(),
    infants: z.int(),
  }),
})

/** Days and guests that a request asks for. @throws AppError 404 */
export const findAsked = async (db: Queryable, asked: RequestOfStay) =>
  askedChange.parse((await findRequest(db, asked)).change).after

/** Closes an open request by compare-and-swap. @throws AppError 404, 409 when it is closed, or its last day is over. */
export async function closeRequest(
  tx: Transaction,
  asked: RequestOfStay,
  to_status: Exclude<ChangeRequestStatus, 'open'>,
  reason?: string,
): Promise<void> {
  if (await queries.states.closeChangeRequest(tx, { ...asked, to_status, reason })) return
  await findRequest(tx, asked)
  throw new AppError('requestClosed')
}
