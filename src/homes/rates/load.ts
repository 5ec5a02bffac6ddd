import type { z } from 'zod'
import { pipeline, type Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, type FieldProblems } from '../../platform/http/errors.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { type PricingInput, priceStay } from './price.ts'
import type { stayRequest } from './price-schemas.ts'
import type { PricedStay } from './priced-stay.ts'
import { violationText } from './show-price.ts'

export type StayRequest = z.infer<typeof stayRequest>

/**
 * Prices a stay with the present data of the home.
 * @throws AppError 404 when the home does not exist or is not published.
 */
export const priceFromDatabase = async (db: Queryable, stay: StayRequest): Promise<PricedStay> =>
  priceStay(await loadPricing(db, stay))

/** Input of the price of a stay. @throws AppError 404 as `priceFromDatabase`. */
export async function loadPricing(
  db: Queryable,
  { property_id, ...stay }: StayRequest,
  { with_drafts = false }: { with_drafts?: boolean } = {},
): Promise<PricingInput> {
  const range = { property_id, check_in: stay.check_in, check_out: stay.check_out }
  const { home, days, seasons } = await pipeline({
    home: queries.rates.findHome(db, { property_id, with_drafts }),
    days: queries.rates.listDays(db, range),
    seasons: queries.rates.listSeasonsOfStay(db, range),
  })
  if (!home) throw new AppError('notFound')
  return { home, days, seasons, stay, today: home.today }
}

/** @throws AppError 400 with one message per broken rule. */
export function assertBookable({ violations }: Pick<PricedStay, 'violations'>): void {
  if (violations.length === 0) return
  const fields: FieldProblems = {}
  for (const { field, ...violation } of violations) {
    const text = (locale: Locale) => violationText(violation, locale)
    fields[field] = [...(fields[field] ?? []), { ...violation, text }]
  }
  throw new AppError('validation', { fields })
}
