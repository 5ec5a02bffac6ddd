import type { z } from 'zod'
import { assertBelow, lockQuota } from '../../accounts/quotas/quotas.ts'
import { transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { HomesContext } from '../context.ts'
import type { newSeller, seller, sellerChange } from './schemas.ts'

type Row = Awaited<ReturnType<typeof queries.sellers.list>>[number]

/** A seller with its rate in percent. Pure. */
export const showSeller = ({ vat_hundredths, ...row }: Row): z.infer<typeof seller> => ({
  ...row,
  vat_percent: fromCents(vat_hundredths),
})

/** Creates a seller. @throws AppError 409 when the account has too many, or another seller has its prefix. */
export async function createSeller(
  { db, config }: HomesContext,
  owner_id: number,
  { vat_percent: vat_hundredths, ...fields }: z.infer<typeof newSeller>,
) {
  return transaction(db, async (tx) => {
    await lockQuota(tx, owner_id)
    assertBelow(config.quotas.sellersPerAccount, await queries.sellers.count(tx, { owner_id }))
    const row = await queries.sellers.insert(tx, { ...fields, owner_id, vat_hundredths })
    if (!row) throw new AppError('prefixTaken')
    return showSeller(row)
  })
}

/** Changes a seller; documents keep what they say. @throws AppError 404 also for those of others. */
export async function changeSeller(
  { db }: HomesContext,
  own: { id: number; owner_id: number },
  { vat_percent: vat_hundredths, ...fields }: z.infer<typeof sellerChange>,
) {
  const row = await transaction(db, (tx) => queries.sellers.update(tx, { ...own, ...fields, vat_hundredths }))
  if (!row) throw new AppError('notFound')
  return showSeller(row)
}

/** Deletes a seller. @throws AppError 404 also for those of others, 409 when it has homes or documents. */
export async function deleteSeller({ db }: HomesContext, own: { id: number; owner_id: number }): Promise<void> {
  const deleted = await transaction(db, (tx) => queries.sellers.delete(tx, own)).catch((error: unknown) => {
    throw databaseError(error)?.code === '23503' ? new AppError('sellerInUse') : error
  })
  if (!deleted) throw new AppError('notFound')
}
