import { isDeepStrictEqual } from 'node:util'
import type { StayRequest } from '../../homes/rates/load.ts'
import type { PricedStay } from '../../homes/rates/priced-stay.ts'
import type { ReservationSource, ReservationStatus } from '../../platform/db/enums.ts'
import { AppError, fieldProblem, invalid } from '../../platform/http/errors.ts'
import { addDays, daysBetween } from '../../platform/lib/days.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { isOver } from '../states/states.ts'
import { isChangeable } from './actions.ts'

/** Rules of a change of a stay (docs/design/domain.md, "Change of a stay"). Pure. */

/** Changes of a stay; undefined fields stay. */
export type Wanted = { [field in keyof StayRequest]?: StayRequest[field] | undefined }

export interface Changeable extends StayRequest {
  status: ReservationStatus
  source: ReservationSource
  guest_id: number | null
  /** Today at the home. */
  today: string
}

/** The home, days and guests of a stay. */
export const versionOf = ({
  property_id,
  check_in,
  check_out,
  adults,
  children,
  infants,
}: StayRequest): StayRequest => ({
  property_id,
  check_in,
  check_out,
  adults,
  children,
  infants,
})

/** The stay as it is wanted. */
export const changed = (before: StayRequest, wanted: Wanted): StayRequest =>
  versionOf({ ...before, ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) })

/** True if other nights are taken, or those of another home. */
export const hasOtherNights = (before: StayRequest, after: StayRequest): boolean =>
  before.property_id !== after.property_id || before.check_in !== after.check_in || before.check_out !== after.check_out

/**
 * @param isOurs whether its days are changed here: no channel has sold it, or the company has changed it there.
 * @throws AppError 400 days in the past, 409 a state that does not allow the change, or a booking of a channel.
 */
export function assertChangeable(stay: Changeable, after: StayRequest, isOurs = stay.source !== 'channel'): void {
  const { status, today } = stay
  const isInHouse = status === 'checked_in'
  if (!isChangeable(stay) || isOver(stay)) throw new AppError('illegalMove')
  if (isInHouse && (after.property_id !== stay.property_id || after.check_in !== stay.check_in))
    throw new AppError('illegalMove')
  if (!isOurs && !isSame({ ...after, property_id: stay.property_id }, stay)) throw new AppError('changeAtChannel')
  if (daysBetween(after.check_in, after.check_out) < 1) throw invalid({ check_out: 'checkOutAfterCheckIn' })
  if (after.check_in !== stay.check_in && after.check_in < today) throw invalid({ check_in: 'inThePast' })
  if (after.check_out < today) throw invalid({ check_out: 'inThePast' })
}

/**
 * The continuation of a stay at another home, whose guest is in the house. `after`: the whole stay as it is wanted; `from`: the day of the move.
 * @throws AppError 400 a day outside the stay or in the past, 409 a stay that is over or continued, another arrival, or a booking of a channel.
 */
export function continuationOf(
  stay: Changeable & { is_continued: boolean },
  after: StayRequest,
  from = stay.today,
): StayRequest {
  if (isOver(stay) || stay.is_continued || after.check_in !== stay.check_in) throw new AppError('illegalMove')
  if (stay.source === 'channel') throw new AppError('changeAtChannel')
  if (from < stay.today) throw invalid({ from: 'inThePast' })
  if (from <= stay.check_in || from >= stay.check_out) throw invalid({ from: 'outsideStay' })
  if (after.check_out <= from) throw invalid({ check_out: 'checkOutAfterCheckIn' })
  return { ...after, check_in: from }
}

/** The last day, at the home, on which a company can make a change that is possible today. */
export const lastDayOf = (before: StayRequest, after: StayRequest): string => {
  const arrival = after.check_in === before.check_in ? [] : [after.check_in]
  const days = [addDays(before.check_out, -1), after.check_out, ...arrival]
  return days.reduce((first, day) => (day < first ? day : first))
}

/** 400 for a total below cleaning and tax, with the least one. */
export const belowFees = (least_cents: number): AppError =>
  invalid({ 'price.amount': fieldProblem('belowFees', { limit: fromCents(least_cents) }) })

/** True if home, days and guests are the same. */
export const isSame = (one: StayRequest, other: StayRequest): boolean =>
  isDeepStrictEqual(versionOf(one), versionOf(other))

/**
 * The day of a balance that is still to come. It stays as agreed, unless the stay begins before it: then it comes as many days before the
 * arrival as was agreed, or today.
 */
export function balanceDay(
  agreed: string | null,
  { check_in, today }: Pick<Changeable, 'check_in' | 'today'>,
  after: Pick<StayRequest, 'check_in'>,
): string | null {
  if (agreed === null || agreed < after.check_in) return agreed
  const day = addDays(after.check_in, -daysBetween(agreed, check_in))
  return day < today ? today : day
}

/** The price as the stay keeps it: what was due at booking stays, and the balance is what is left of it. */
export const keptPrice = (
  price: PricedStay,
  due_now_cents: number,
  balance_cents: number,
  balance_due_on: string | null,
): PricedStay => ({
  ...price,
  violations: [],
  due_now_cents,
  balance_cents,
  balance_due_on: balance_cents > 0 ? balance_due_on : null,
})
