import type { z } from 'zod'
import type { Quotas } from '../../accounts/quotas/config.ts'
import { assertBelow } from '../../accounts/quotas/quotas.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { addDays, daysBetween } from '../../platform/lib/days.ts'
import type { BulkOperation, bulkResult, closure } from './schemas.ts'

type Closure = z.infer<typeof closure>
type Row = Awaited<ReturnType<typeof queries.calendars.insertClosure>>
type NewRow = Parameters<typeof queries.calendars.insertClosure>[1]

/** A closure as the API has it; only an owner's stay has a kind, and who stays. Pure. */
const showClosure = ({ kind, name, guests, note, ...row }: Row): Closure =>
  kind === 'owner_stay' ? { ...row, kind, name, guests, note } : row

interface Days {
  property_id: string
  /** Both inclusive. */
  start_date: string
  end_date: string
}

/**
 * Closes days of a home, in a transaction that holds its lock.
 * @throws AppError 409 when they overlap a reservation in any state (docs/design/domain.md, "One stay per night"), or when the
 * home has as many closures as it may have.
 */
export async function close(
  tx: Transaction,
  { closuresPerHome }: Quotas,
  wanted: Days & Partial<Pick<NewRow, 'kind' | 'reason' | 'name' | 'guests' | 'note' | 'task_id'>>,
): Promise<Closure> {
  const days = { kind: 'closure' as const, ...wanted }
  // A second click changes nothing.
  const same = wanted.task_id ? undefined : await queries.calendars.findClosure(tx, days)
  if (same) return showClosure(same)
  assertBelow(closuresPerHome, await queries.calendars.countClosures(tx, days))
  const reservation = await queries.states.findOverlapping(tx, days)
  if (reservation) throw new AppError('reservedDays')
  try {
    return showClosure(await insertClosure(tx, days))
  } catch (error) {
    throw databaseError(error)?.code === '23P01' ? new AppError('reservedDays') : error
  }
}

/** Writes a closure and takes its nights. */
async function insertClosure(tx: Transaction, days: NewRow): Promise<Row> {
  const created = await queries.calendars.insertClosure(tx, days)
  await queries.states.takeClosedNights(tx, { property_id: days.property_id, closures: [created] })
  return created
}

/** Moves the closed days of a task to a home and a day; they end before a stay there. */
export async function moveClosedDays(
  tx: Transaction,
  { task_id, property_id, from }: { task_id: number; property_id: string; from: string },
): Promise<void> {
  const { days } = await queries.calendars.deleteClosuresOfTask(tx, { task_id })
  if (days === 0) return
  const { free_until } = await queries.states.findFreeUntil(tx, { property_id, from, until: addDays(from, days) })
  if (free_until > from)
    await insertClosure(tx, {
      property_id,
      start_date: from,
      end_date: addDays(free_until, -1),
      task_id,
      kind: 'closure',
    })
}

/** Opens closed days. Closures that reach beyond them are split, and their parts keep their fields. */
async function open(tx: Transaction, { property_id, start_date, end_date }: Days): Promise<Closure[]> {
  const removed = await queries.calendars.deleteOverlapping(tx, { property_id, start_date, end_date })
  const rest = removed.flatMap((closure) => [
    { ...closure, end_date: addDays(start_date, -1) },
    { ...closure, start_date: addDays(end_date, 1) },
  ])
  const kept: Closure[] = []
  for (const { id: _id, ...days } of rest.filter((part) => part.start_date <= part.end_date)) {
    kept.push(showClosure(await insertClosure(tx, { property_id, ...days })))
  }
  return kept
}

/** Writes prices and rules of days; other fields stay. @throws AppError 400 when no length of stay is possible. */
async function setDays(tx: Transaction, days: Days, operation: BulkOperation): Promise<void> {
  const { min_stay, max_stay, closed_to_arrival, closed_to_departure } = operation
  // JSON leaves out fields that are undefined, so these stay as they are.
  const changes = {
    price_cents: operation.price_per_night,
    cleaning_fee_cents: operation.cleaning_fee,
    extra_guest_fee_cents: operation.extra_guest_fee,
    min_stay,
    max_stay,
    closed_to_arrival,
    closed_to_departure,
  }
  const impossible = await queries.rates.setPrices(tx, { ...days, changes })
  if (impossible) throw invalid({ [typeof min_stay === 'number' ? 'min_stay' : 'max_stay']: 'stayRange' })
  await queries.rates.deletePlainDays(tx, days)
}

/**
 * Frees nights for a stay: closures that feeds made give way, and the company's own where `replaces_own`. An owner's stay never does.
 * @throws AppError 409 for the company's own closures, or an owner's stay.
 */
export async function giveWay(
  tx: Transaction,
  { property_id, check_in, check_out }: { property_id: string; check_in: string; check_out: string },
  replaces_own: boolean,
): Promise<void> {
  const days = { property_id, start_date: check_in, end_date: addDays(check_out, -1) }
  const own = await queries.calendars.hasOwnClosure(tx, days)
  if (own.owner_stays) throw new AppError('taken')
  if (own.found && !replaces_own) throw new AppError('closedDays')
  await open(tx, days)
}

/** Runs a bulk operation, whole or not at all, in a transaction that holds the lock of the home. */
export async function runBulk(
  tx: Transaction,
  quotas: Quotas,
  property_id: string,
  operation: BulkOperation,
): Promise<z.infer<typeof bulkResult>> {
  const { action, start_date, end_date, reason } = operation
  const days = { property_id, start_date, end_date }
  const result = { action, start_date, end_date, days: daysBetween(start_date, end_date) + 1 }
  switch (action) {
    case 'block':
      return { ...result, closures: [await close(tx, quotas, { ...days, reason })] }
    case 'unblock':
      return { ...result, closures: await open(tx, days), taken: await queries.calendars.listKeeping(tx, days) }
    case 'set_price':
      await setDays(tx, days, operation)
      return { ...result, closures: [] }
  }
}
