import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hasKey, type Identity } from '../../platform/http/identity.ts'
import { picturesIn } from '../../platform/storage/images.ts'
import { assertRoom, countOrRefuse, DAY_SECONDS, isOverLimit } from '../auth/throttle.ts'

/** Daily counters; attachments in kilobytes. */
type Counted =
  | 'homes'
  | 'invitations'
  | 'subscriptions'
  | 'reservations'
  | 'hand-bookings'
  | 'imported-stays'
  | 'change-requests'
  | 'guest-mails'
  | 'tasks'
  | 'quotes'
  | 'pictures'
  | 'attachments'

const dayKey = (what: Counted, who: number | string): string => `${what} of ${who}`

/**
 * Counts what an account does within a day; in a transaction, what is committed.
 * @param who the id of the account, or the address of somebody without one.
 * @throws AppError 429 with the seconds until the day of the account ends.
 */
export const countOfDay = (
  db: Queryable,
  what: Counted,
  who: number | string,
  { limit, amount = 1 }: { limit: number; amount?: number },
): Promise<void> => countOrRefuse(db, { key: dayKey(what, who), limit, amount, seconds: DAY_SECONDS })

/**
 * Counts the pixels of a decoded picture that was counted as one before.
 * @throws AppError 429 when they are more than the day has room for.
 */
export async function countPixels(
  db: Queryable,
  who: number,
  { limit, pixels }: { limit: number; pixels: number },
): Promise<void> {
  const amount = picturesIn(pixels) - 1
  if (amount > 0) await countOfDay(db, 'pictures', who, { limit, amount })
}

/** The counter of a caller: each key has its own, so that a website uses up nothing of the desk's. Pure. */
export const counterOf = (identity: Pick<Identity, 'grant'>, account: number): number | string =>
  hasKey(identity) ? `key ${identity.grant?.id}` : account

/** Refuses what `countOfDay` would refuse; counts nothing. @throws AppError 429 as `countOfDay`. */
export const assertDayLeft = (
  db: Queryable,
  what: Counted,
  who: number | string,
  { limit }: { limit: number },
): Promise<void> => assertRoom(db, { key: dayKey(what, who), limit })

/** True if `countOfDay` would refuse one more; counts nothing. */
export const isDayOver = (db: Queryable, what: Counted, who: number, { limit }: { limit: number }): Promise<boolean> =>
  isOverLimit(db, { key: dayKey(what, who), limit })

/** Serialises what an account creates, until the end of the transaction, so that it can be counted. */
export const lockQuota = (tx: Transaction, user_id: number): Promise<void> => queries.quotas.lock(tx, { user_id })

/** 409 with the limit. */
export const limitReached = (limit: number): AppError => new AppError('limitReached', { data: () => ({ limit }) })

/** @param count how many there are. @throws AppError 409 with the limit when there may not be another one. */
export function assertBelow(limit: number, { count }: { count: number }): void {
  if (count >= limit) throw limitReached(limit)
}
