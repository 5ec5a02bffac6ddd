import type { z } from 'zod'
import { codeState } from '../../bookings/states/access-codes.ts'
import { findForCompany } from '../../bookings/states/parties.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { hasScope } from '../../platform/http/scopes.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { HostingContext } from '../context.ts'
import { openCode } from './codes.ts'
import { listPictures } from './pictures.ts'
import { arrivalState, awaitsIdentity, inLanguage } from './rules.ts'
import { type Arrival, byLanguage, type decision, seen, wifi } from './schemas.ts'

/** The reader of an arrival: its guest, or the company, which may lack the scope of codes. */
export interface ArrivalReader {
  isGuest: boolean
  seesCode: boolean
  locale: Locale
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.arrival.findOfStay>>>

/** A guest sees a stale code while it is for the same home and day of arrival: a lock has it until the departure of before. */
function showCode(
  context: HostingContext,
  reservation_id: number,
  row: Row,
  { isGuest, seesCode }: ArrivalReader,
): Arrival['access_code'] {
  const { sealed, valid_from, valid_to } = row
  const opened =
    sealed !== null && seesCode && (row.fits_arrival || !isGuest)
      ? openCode(context.config, reservation_id, sealed)
      : undefined
  return {
    state: codeState.parse(row.code_state),
    code: opened?.code ?? null,
    note: opened?.note ?? null,
    valid_from,
    valid_to,
  }
}

/** The arrival of a stay in a language, or else in another; for its guest without contents unless it is open. undefined: there is no such stay. */
export async function readArrival(
  context: HostingContext,
  reservation_id: number,
  reader: ArrivalReader,
): Promise<Arrival | undefined> {
  const row = await queries.arrival.findOfStay(context.db, { reservation_id })
  if (!row) return undefined
  const state = arrivalState(row)
  // A guest is shown nothing before its time.
  const isShown = state === 'open' || !reader.isGuest
  const isAwaited = awaitsIdentity(row)
  const seesCode = reader.seesCode && isShown && !(isAwaited && reader.isGuest)
  const known = seen.nullable().parse(row.guest_seen)
  const texts = byLanguage.parse((isShown && row.texts) || {})
  const { locale } = reader
  return {
    reservation_id,
    state,
    access: row.arrival_access,
    opens_at: row.opens_at,
    closes_at: row.closes_at,
    way: inLanguage(texts, 'way', locale),
    door: inLanguage(texts, 'door', locale),
    manual: inLanguage(texts, 'manual', locale),
    contact: inLanguage(texts, 'contact', locale),
    wifi: wifi.nullable().parse(isShown ? row.wifi : null),
    pictures: isShown ? await listPictures(context, row.property_id) : [],
    access_code: showCode(context, reservation_id, row, { ...reader, seesCode }),
    identity: { is_awaited: isAwaited, seen: known && { ...known, by: reader.isGuest ? null : known.by } },
  }
}

/**
 * The arrival of a stay, for its guest while it is open, and for the company at any time.
 * @throws AppError 404 also before the stay is confirmed and after departure, 409 to the guest: too early, unpaid, or withheld.
 */
export async function findArrival(
  context: HostingContext,
  identity: Identity,
  reservation_id: number,
  locale: Locale,
): Promise<Arrival> {
  const { guest_id } = await findForCompany(context.db, identity, reservation_id, 'any')
  const isGuest = guest_id === identity.userId
  const seesCode = isGuest || hasScope(identity, 'access_codes.write')
  const arrival = await readArrival(context, reservation_id, { isGuest, seesCode, locale })
  if (!arrival) throw new AppError('notFound')
  if (isGuest) assertOpen(arrival)
  return arrival
}

/** @throws AppError 404 or 409 unless a guest sees it now. */
function assertOpen({ state, opens_at }: Arrival): void {
  if (state === 'over') throw new AppError('notFound')
  if (state === 'later') throw new AppError('arrivalLater', { data: () => ({ opens_at }) })
  if (state !== 'open') throw new AppError(state === 'unpaid' ? 'arrivalUnpaid' : 'arrivalWithheld')
}

/** Releases the arrival of a stay, withholds it, or leaves it to the rules; notes how its guest was seen. @throws AppError 403 the guest, 404. */
export async function decideArrival(
  context: HostingContext,
  identity: Identity,
  reservation_id: number,
  { access, seen: how }: z.output<typeof decision>,
): Promise<void> {
  const guest_seen = how ? { how, by: identity.personId, at: new Date().toISOString() } : null
  await transaction(context.db, async (tx) => {
    await findForCompany(tx, identity, reservation_id)
    if (access !== undefined) await queries.states.updateArrivalAccess(tx, { reservation_id, access })
    if (how !== undefined) await queries.states.updateGuestSeen(tx, { reservation_id, guest_seen })
  })
}
