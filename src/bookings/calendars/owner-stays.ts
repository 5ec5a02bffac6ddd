import type { z } from 'zod'
import type { ManagedHome } from '../../homes/properties/write.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { hasScope } from '../../platform/http/scopes.ts'
import type { BookingsContext } from '../context.ts'
import { close } from './closures.ts'
import type { newOwnerStay } from './schemas.ts'

/** True if somebody may close any days; an owner in the team of a company may not. */
const isFree = (identity: Identity): boolean => hasScope(identity, 'calendar.write')

/**
 * Closes days of a home for a stay of its own owner (docs/design/domain.md, "An owner's stay"), in a transaction that holds its lock.
 * @throws AppError 400 in the past, 409 as `close`, and for an owner also on closed days and beyond their nights of a year.
 */
export async function makeOwnerStay(
  context: BookingsContext,
  tx: Transaction,
  identity: Identity,
  { id: property_id, timezone, owner_days }: ManagedHome,
  wanted: z.infer<typeof newOwnerStay>,
) {
  const stay = { ...wanted, property_id, kind: 'owner_stay' as const }
  const isRepeated = (await queries.calendars.findClosure(tx, stay)) !== undefined
  if (!isFree(identity) && !isRepeated) {
    const { today } = await queries.properties.findDayAt(tx, { timezone })
    if (stay.start_date < today) throw invalid({ start_date: 'inThePast' })
    if ((await queries.calendars.isClosed(tx, stay)).found) throw new AppError('taken')
    if (owner_days !== null) await assertNightsLeft(tx, stay, owner_days)
  }
  return close(tx, context.config.quotas, stay)
}

async function assertNightsLeft(
  tx: Transaction,
  stay: { property_id: string; start_date: string; end_date: string },
  limit: number,
): Promise<void> {
  const years = await queries.calendars.countOwnerNights(tx, stay)
  const full = years.find(({ used, wanted }) => used + wanted > limit)
  if (full) throw new AppError('ownerDaysReached', { data: () => ({ limit, year: full.year, used: full.used }) })
}

/**
 * Ends an owner's stay. An owner cannot take back nights that have passed.
 * @throws AppError 404, 409 one that has begun
 */
export async function endOwnerStay(
  tx: Transaction,
  identity: Identity,
  { id: property_id, timezone }: ManagedHome,
  closure_id: number,
): Promise<void> {
  const stay = { property_id, closure_id }
  const found = await queries.calendars.findOwnerStay(tx, stay)
  if (!found) throw new AppError('notFound')
  const { today } = await queries.properties.findDayAt(tx, { timezone })
  if (found.start_date < today && !isFree(identity)) throw new AppError('conflict')
  await queries.calendars.deleteClosure(tx, stay)
}
