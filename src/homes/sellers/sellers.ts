import type { z } from 'zod'
import { assertBelow, lockQuota } from '../../accounts/quotas/quotas.ts'
import { transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { HomesContext } from '../context.ts'
import { type Rule, rulesOf, type Sentence } from './lawful.ts'
import type { lawfulRule, newSeller, seller, sellerChange } from './schemas.ts'

type Row = Awaited<ReturnType<typeof queries.sellers.list>>[number] & { homes: number }

/** A rule in a language. Pure. */
export function showRule({ state, text, next, allowed_by, row }: Rule, locale: Locale): z.infer<typeof lawfulRule> {
  const say = (sentence: Sentence | null) => sentence?.[locale] ?? null
  return {
    state,
    text: say(text),
    next: next && { ...next, text: say(next.text) },
    allowed_by,
    source: row?.source ?? null,
    checked_on: row?.day ?? null,
    link: row?.link ?? null,
    sure: row?.sure ?? null,
  }
}

/** A seller with its rate in percent, and what it may do today. Pure. */
export function showSeller({ vat_hundredths, homes, ...row }: Row, locale: Locale): z.infer<typeof seller> {
  const { documents, business_documents, cash } = rulesOf({ ...row, homes })
  return {
    ...row,
    vat_percent: fromCents(vat_hundredths),
    rules: {
      documents: showRule(documents, locale),
      business_documents: showRule(business_documents, locale),
      cash: showRule(cash, locale),
    },
  }
}

/** Lists the sellers of an account, in the order in which they were made. */
export async function listSellers({ db, bookings }: HomesContext, owner_id: number): Promise<Row[]> {
  const rows = await queries.sellers.list(db, { owner_id })
  return withHomes(rows, await bookings.homesOfSellers(db, { owner_id }))
}

/** Adds the number of their homes to sellers. Pure. */
const withHomes = <Row extends { id: number }>(rows: Row[], counts: { seller_id: number; homes: number }[]) =>
  rows.map((row) => ({ ...row, homes: counts.find(({ seller_id }) => seller_id === row.id)?.homes ?? 0 }))

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
    return { ...row, homes: 0 }
  }).catch(refuseRegion)
}

/** @throws AppError 400 for a region of another country. */
function refuseRegion(error: unknown): never {
  throw databaseError(error)?.constraint === 'sellers_region' ? invalid({ region: 'sellerRegion' }) : error
}

/** Changes a seller; documents keep what they say. @throws AppError 400 a region of another country, 404 also for those of others. */
export async function changeSeller(
  { db, bookings }: HomesContext,
  own: { id: number; owner_id: number },
  { vat_percent: vat_hundredths, ...fields }: z.infer<typeof sellerChange>,
) {
  const row = await transaction(db, (tx) => queries.sellers.update(tx, { ...own, ...fields, vat_hundredths })).catch(
    refuseRegion,
  )
  const [changed] = withHomes(row ? [row] : [], await bookings.homesOfSellers(db, own))
  if (!changed) throw new AppError('notFound')
  return changed
}

/** Deletes a seller. @throws AppError 404 also for those of others, 409 when it has homes or documents. */
export async function deleteSeller({ db }: HomesContext, own: { id: number; owner_id: number }): Promise<void> {
  const deleted = await transaction(db, (tx) => queries.sellers.delete(tx, own)).catch((error: unknown) => {
    throw databaseError(error)?.code === '23503' ? new AppError('sellerInUse') : error
  })
  if (!deleted) throw new AppError('notFound')
}
