import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { missingScope, scopeMissing } from '../../platform/http/scopes.ts'
import type { BookingsContext } from '../context.ts'
import { followOwedJob } from '../settlement/collected.jobs.ts'
import { findForParty } from '../states/parties.ts'
import { scopesOfTypist } from '../states/stay-link.ts'
import { withKnownCountry } from './contact.ts'
import type { ReservationChanges } from './schemas.ts'

const OF_GUEST: readonly string[] = ['expected_arrival', 'remarks'] satisfies (keyof ReservationChanges)[]
const OF_COMPANY: readonly string[] = [
  'contact',
  'note',
  'labels',
  'expected_arrival',
  'collected_by',
] satisfies (keyof ReservationChanges)[]

/**
 * Writes down what a company or a guest says of a stay (docs/design/domain.md, "The guest of a stay").
 * @throws AppError 400 the contact of a guest with an account, or the collector of a stay that no channel has sold, 403 a field of the
 * other side, or a grant without `guests.read` or `payments.write`, 404, 409 a note that is not the one that was seen.
 */
export async function changeNotes(
  context: BookingsContext,
  identity: Identity,
  reservation_id: number,
  { seen, ...changes }: ReservationChanges,
): Promise<void> {
  const stay = await findForParty(context.db, identity, reservation_id, 'any')
  const own = stay.guest_id === identity.userId ? OF_GUEST : OF_COMPANY
  if (Object.keys(changes).some((field) => !own.includes(field))) throw new AppError('forbidden')
  const missing =
    (changes.contact && missingScope(identity, ['guests.read'])) ??
    (changes.collected_by && missingScope(identity, ['payments.write']))
  if (missing) throw scopeMissing(missing)
  const { contact, collected_by, ...noted } = changes
  const known = contact && (await withKnownCountry(context.db, contact, 'contact'))
  await transaction(context.db, async (tx) => {
    const present = await queries.states.lockNotes(tx, { reservation_id })
    if (!present) throw new AppError('notFound')
    if (seen && seen.note !== present.note) throw new AppError('changedMeanwhile')
    await queries.states.updateNotes(tx, { ...present, ...noted })
    if (collected_by !== undefined) await confirmCollector(context, tx, { reservation_id, collected_by })
    if (!known) return
    const { contact_id } = present
    const before = contact_id === null ? undefined : await queries.states.lockContact(tx, { contact_id })
    if (!before) throw invalid({ contact: 'hasAccount' })
    const typist = known.email === undefined ? {} : { email_scopes: scopesOfTypist(identity) }
    const isNew = known.email?.toLowerCase() !== before.email?.toLowerCase()
    await queries.states.updateContact(tx, {
      ...before,
      ...known,
      // An address that stays the same keeps the scopes of who typed it.
      ...(isNew && typist),
    })
    // The guest of a new address has not been told of a bill.
    if (isNew && known.email !== undefined) await queries.settlement.forgetMailed(tx, { reservation_id })
  })
}

/** Writes down who collects a price, and has its payments follow. @throws AppError 400 for a stay that no channel has sold. */
async function confirmCollector(
  context: BookingsContext,
  tx: Transaction,
  confirmed: { reservation_id: number; collected_by: 'channel' | 'property' },
): Promise<void> {
  const { reservation_id } = confirmed
  if (!(await queries.states.confirmCollector(tx, confirmed))) throw invalid({ collected_by: 'ofChannel' })
  await context.jobs.enqueue(tx, followOwedJob, { reservation_id })
}
