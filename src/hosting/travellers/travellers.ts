import { lockUnerased } from '../../bookings/states/erasure.ts'
import { findForParty } from '../../bookings/states/parties.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import type { HostingContext } from '../context.ts'
import { askedIn, isKnown, keptUntil, onlyAsked, problemsOf, type Traveller } from './rules.ts'
import { type AskedRegister, type Register, traveller } from './schemas.ts'
import { openTravellers, sealTravellers } from './sealing.ts'

type Stay = NonNullable<Awaited<ReturnType<typeof queries.travellers.findStay>>>

/**
 * The stay whose travellers somebody reads or writes: its guest, or its company.
 * @throws AppError 403 for the staff and for who would act on a stay of their own, 404.
 */
export async function assertMayRegister(db: Queryable, identity: Identity, reservation_id: number): Promise<void> {
  const { guest_id, owner_id } = await findForParty(db, identity, reservation_id, 'any')
  if (isStaff(identity) && ![guest_id, owner_id].includes(identity.userId)) throw new AppError('forbidden')
}

/** @throws AppError 404, 409 a stay that does not take place. */
async function findStay(db: Queryable, reservation_id: number): Promise<Stay> {
  const stay = await queries.travellers.findStay(db, { reservation_id })
  if (!stay) throw new AppError('notFound')
  if (!stay.takes_place) throw new AppError('notConfirmed')
  return stay
}

const showAsked = (stay: Stay): AskedRegister => ({
  country_id: stay.country_id,
  known: isKnown(stay),
  asked: askedIn(stay),
  people: stay.people,
  kept_until: keptUntil(stay),
  written_at: stay.written_at,
  by_company_link: stay.by_company_link ?? false,
})

const show = (stay: Stay, written_at: string | null, travellers: Register['travellers']): Register => ({
  ...showAsked(stay),
  written_at,
  travellers,
})

/** The questions of the country of a stay, and when its list was written, which is not read. undefined: the stay does not take place. */
export async function findAsked(db: Queryable, reservation_id: number): Promise<AskedRegister | undefined> {
  const stay = await queries.travellers.findStay(db, { reservation_id })
  return stay?.takes_place ? showAsked(stay) : undefined
}

/**
 * The travellers of a stay, and what its country asks. The reading is written down and committed before anything is opened.
 * @throws AppError 404, 409 a stay that does not take place, or a list whose key is no longer known.
 */
export async function readTravellers(context: HostingContext, reservation_id: number): Promise<Register> {
  const stay = await findStay(context.db, reservation_id)
  const row = await transaction(context.db, (tx) => queries.travellers.read(tx, { reservation_id }))
  if (!row) return show(stay, null, [])
  const opened = openTravellers(context.config, reservation_id, row.sealed)
  if (!opened) throw new AppError('registerUnreadable')
  return show(stay, row.written_at, traveller.array().parse(opened))
}

/** Travellers of some stays, for the guest who asks for their data; null: the key of a list is lost. The reading is written down first. */
export async function exportTravellers(
  context: HostingContext,
  reservation_ids: number[],
): Promise<{ reservation_id: number; travellers: Traveller[] | null }[]> {
  const rows = await transaction(context.db, (tx) => queries.travellers.listSealed(tx, { reservation_ids }))
  return rows.map(({ reservation_id, sealed }) => ({
    reservation_id,
    travellers: openTravellers(context.config, reservation_id, sealed) ?? null,
  }))
}

/**
 * Writes the travellers of a stay, in place of an earlier list; an empty one deletes it. Whoever calls has decided that the writer may.
 * @throws AppError 400 by field for what is missing, not asked or refused by an authority, 404, 409 a stay that does not take place.
 */
export async function writeTravellers(
  context: HostingContext,
  tx: Transaction,
  reservation_id: number,
  travellers: Traveller[],
  by_company_link = false,
): Promise<Register> {
  await lockUnerased(tx, reservation_id)
  const stay = { ...(await findStay(tx, reservation_id)), by_company_link }
  const problems = problemsOf(travellers, stay)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (travellers.length === 0) {
    await queries.travellers.delete(tx, { reservation_id })
    return show(stay, null, [])
  }
  const sealed = await sealTravellers(tx, context.config, reservation_id, travellers)
  const written = await queries.travellers.upsert(tx, {
    reservation_id,
    people: travellers.length,
    sealed,
    by_company_link,
  })
  if (!written) throw new AppError('notConfirmed')
  return show(stay, written.written_at, traveller.array().parse(travellers))
}

/**
 * Writes travellers as somebody has typed them: what the country does not ask of a person is left out, such as the address of a national.
 * @throws AppError 400 by field for what is missing or refused by an authority, 404, 409 a stay that does not take place.
 */
export async function writeTyped(
  context: HostingContext,
  tx: Transaction,
  reservation_id: number,
  travellers: Traveller[],
  by_company_link: boolean,
): Promise<Register> {
  const stay = await findStay(tx, reservation_id)
  return writeTravellers(context, tx, reservation_id, onlyAsked(travellers, stay), by_company_link)
}

/** Copies the travellers of a stay to its continuation. A home in another country asks something else, and gets none. */
export async function copyTravellers(
  { config }: HostingContext,
  tx: Transaction,
  from_id: number,
  to_id: number,
): Promise<void> {
  const [first, next] = [await findStay(tx, from_id), await findStay(tx, to_id)]
  if (first.country_id !== next.country_id) return
  const list = await queries.travellers.findToCopy(tx, { reservation_id: from_id, room: next.people })
  // A list whose key is lost is none that anybody could read there.
  const travellers = list && openTravellers(config, from_id, list.sealed)
  if (!travellers) return
  const sealed = await sealTravellers(tx, config, to_id, travellers)
  await queries.travellers.copy(tx, { ...list, reservation_id: to_id, sealed })
}
