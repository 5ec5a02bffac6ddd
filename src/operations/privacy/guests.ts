import { z } from 'zod'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { forgetCards } from '../../bookings/agreements/cards.ts'
import { findForCompany } from '../../bookings/states/parties.ts'
import { withoutKeys } from '../../bookings/states/stay-link.ts'
import { exportTravellers } from '../../hosting/travellers/travellers.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { storeEntries } from '../../platform/db/commits.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import type { OperationsContext } from '../context.ts'

/**
 * The stays of the guest of a stay (docs/security.md, "Guests without an account").
 * @throws AppError 403 for the guest, 404 for everybody else but the company, 409 a guest with an account.
 */
async function findStays(db: Queryable, identity: Identity, reservation_id: number) {
  const { guest_id, owner_id } = await findForCompany(db, identity, reservation_id)
  if (guest_id !== null) throw new AppError('guestKeepsData')
  const stays = await queries.states.listOfGuest(db, { reservation_id, homes: homesOf(identity) })
  const addresses = [...new Set(stays.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))]
  const ids = stays.map(({ id }) => id)
  return { stays, owner_id, addresses, reservation_ids: ids }
}

const rows = z.array(z.record(z.string(), z.unknown()))
/** The data of a guest; further lists are as the tables have them. */
export const guestData = z.looseObject({ contacts: rows, reservations: rows })

/** Everything that a company keeps about a guest without an account. @throws AppError 403, 404, 409. */
export async function exportGuest(
  context: OperationsContext,
  identity: Identity,
  reservation_id: number,
): Promise<z.infer<typeof guestData>> {
  const { addresses, reservation_ids } = await findStays(context.db, identity, reservation_id)
  const [{ document }, travellers, mails] = await Promise.all([
    queries.privacy.exportGuest(context.db, { reservation_ids }),
    exportTravellers(context, reservation_ids),
    queries.jobs.listMailsAbout(context.db, { addresses, subjects: reservation_ids.map(aboutStay) }),
  ])
  // The link of a mail is for its reader alone.
  const withoutLinks: unknown = JSON.parse(withoutKeys(JSON.stringify(mails)))
  return guestData.parse({ ...Object(document), travellers, mails: withoutLinks })
}

/**
 * Erases a guest without an account from the stays of a company; what accounting needs stays. Repeated, it erases what was written since.
 * @throws AppError 403, 404, 409 a guest with an account, a stay that is not over, or money that is due.
 */
export async function eraseGuest(
  context: OperationsContext,
  identity: Identity,
  reservation_id: number,
): Promise<{ reservation_ids: number[] }> {
  return transaction(context.db, async (tx) => {
    // In the order of their numbers: two erasures of the same guest wait for each other.
    const { reservation_ids: found } = await findStays(tx, identity, reservation_id)
    for (const id of found) await queries.states.lock(tx, { reservation_id: id })
    const { stays, ...guest } = await findStays(tx, identity, reservation_id)
    if (stays.some(({ id }) => !found.includes(id))) throw new AppError('conflict')
    if (stays.some(({ is_open }) => is_open)) throw new AppError('guestIsExpected')
    if (stays.some(({ is_owing }) => is_owing)) throw new AppError('guestOwes')
    await forgetCards(context, tx, guest.reservation_ids)
    await eraseAll(tx, guest.reservation_ids, guest)
    return { reservation_ids: guest.reservation_ids }
  })
}

/** Erases what each module keeps about the guests of some stays, which are locked. */
async function eraseAll(
  tx: Transaction,
  reservation_ids: number[],
  { owner_id, addresses }: { owner_id: number; addresses: string[] },
): Promise<void> {
  const stays = { reservation_ids }
  await queries.stayMessages.eraseGuests(tx, stays)
  await queries.reviews.eraseGuests(tx, stays)
  await queries.travellers.eraseGuests(tx, stays)
  await queries.stayPage.eraseGuests(tx, stays)
  await queries.tasks.eraseGuests(tx, stays)
  await queries.payments.eraseGuests(tx, stays)
  for (const reservation_id of reservation_ids) await queries.states.deleteAccessCode(tx, { reservation_id })
  await queries.states.eraseGuests(tx, stays)
  await queries.notifications.eraseStays(tx, { owner_id, reservation_ids })
  await queries.events.eraseStays(tx, { owner_id, reservation_ids: reservation_ids.map(String) })
  await storeEntries(tx)
  await queries.jobs.deleteMailsAbout(tx, { addresses, subjects: reservation_ids.map(aboutStay) })
}
