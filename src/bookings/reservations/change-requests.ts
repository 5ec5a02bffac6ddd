import { countOfDay } from '../../accounts/quotas/quotas.ts'
import { type Queryable, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import type { BookingsContext } from '../context.ts'
import { type ChangeRequestRow, closeRequest, findRequest } from '../states/change-requests.ts'
import { type FoundStay, notifyGuest, notifyOwner, stayNotice } from '../states/notices.ts'
import { companyOf, findForParty } from '../states/parties.ts'
import { lockForChange, previewChange } from './change.ts'
import { isSame, lastDayOf } from './change-rules.ts'
import type { NewChangeRequest } from './change-schemas.ts'
import type { StayChange } from './change-steps.ts'

/**
 * Stores a guest's request to change their stay, with its present price: what the company would change. Nothing is held. An open request is
 * replaced.
 * @param find the stay of the guest; it runs before and under the lock of its home.
 * @param how `by_company_link`: it comes by a link that the company may have fetched. `dry_run`: nothing is stored; there is no request.
 * @throws AppError 400 a request that changes nothing, or days in the past, 409 as the change itself would be, 429 too many in a day of the
 * account, or of the stay of a guest without one.
 */
export async function askForChange(
  context: BookingsContext,
  find: (db: Queryable) => Promise<FoundStay>,
  { message, ...wanted }: NewChangeRequest,
  { by_company_link = false, dry_run = false }: { by_company_link?: boolean; dry_run?: boolean } = {},
): Promise<{ change_request: ChangeRequestRow | undefined; preview: StayChange }> {
  const stay = await find(context.db)
  const { id: reservation_id } = stay
  return lockForChange(context, find, stay, wanted, async (tx, parties) => {
    const limit = context.config.quotas.changeRequestsPerDay
    if (!dry_run) await countOfDay(tx, 'change-requests', parties.guest_id ?? `stay ${reservation_id}`, { limit })
    const change = { ...wanted, price: 'requote' as const, reason: '' }
    const preview = await previewChange(context, { tx, identity: companyOf(parties), parties, wanted: change })
    const { before, after } = preview
    if (isSame(before, after)) throw invalid({ check_out: 'changesNothing' })
    if (dry_run) return { change_request: undefined, preview }
    await queries.states.withdrawChangeRequest(tx, { reservation_id })
    const open_until = lastDayOf(before, after)
    const kept = { reservation_id, message, open_until, by_company_link, change: { before, after } }
    const { id } = await queries.states.insertChangeRequest(tx, kept)
    await notifyOwner(context, tx, parties, stayNotice('change_requested', parties, `change-requested:${id}`))
    await markCarriedOut(tx)
    const { today } = stay
    return { change_request: await findRequest(tx, { reservation_id, request_id: id, today }), preview }
  })
}

/** Declines a request as the company. @throws AppError 403 a stay of one's own, 404, 409 a request that is closed. */
export async function declineRequest(
  context: BookingsContext,
  identity: Identity,
  { reservation_id, request_id, reason }: { reservation_id: number; request_id: number; reason: string | undefined },
): Promise<ChangeRequestRow> {
  return transaction(context.db, async (tx) => {
    const stay = await findForParty(tx, identity, reservation_id, 'host')
    const { today } = stay
    const request = { reservation_id, request_id, today }
    await closeRequest(tx, request, 'declined', reason)
    const { home, check_in, check_out, property_id } = stay
    await notifyGuest(context, tx, stay, {
      content: { type: 'change_declined', home, check_in, check_out, reason: reason ?? null },
      data: { reservation_id },
      property_id,
      dedupe_key: `reservation:${reservation_id}:change-declined:${request_id}`,
    })
    return findRequest(tx, request)
  })
}

/** Withdraws a request as its guest. @throws AppError 403 for the company, 404, 409 a request that is closed. */
export async function withdrawRequest(
  context: BookingsContext,
  identity: Identity,
  reservation_id: number,
  request_id: number,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const { today } = await findForParty(tx, identity, reservation_id, 'guest')
    await closeRequest(tx, { reservation_id, request_id, today }, 'withdrawn')
  })
}
