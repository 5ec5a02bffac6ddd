import { assertBelow, lockQuota } from '../../accounts/quotas/quotas.ts'
import { COMPANY_GRANT, stayLink } from '../../bookings/states/stay-link.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { formatMoney, nearestLocale } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { ConversationsContext } from '../context.ts'
import { fill, type Variable } from './fill.ts'
import { type NewTemplate, showTemplate, storedTexts, type TemplateChange } from './schemas.ts'

/** @throws AppError 400 unless all homes are the account's. */
async function checkHomes(tx: Transaction, owner_id: number, property_ids: string[] | null): Promise<void> {
  if (property_ids === null) return
  const { count } = await queries.messageTemplates.countHomes(tx, { owner_id, property_ids })
  if (count !== property_ids.length) throw invalid({ property_ids: 'unknown' })
}

/** Creates a template. @throws AppError 400 for homes of others, 409 when the account has too many. */
export function createTemplate({ db, config }: ConversationsContext, owner_id: number, wanted: NewTemplate) {
  return transaction(db, async (tx) => {
    await lockQuota(tx, owner_id)
    assertBelow(config.quotas.templatesPerAccount, await queries.messageTemplates.count(tx, { owner_id }))
    await checkHomes(tx, owner_id, wanted.property_ids)
    return showTemplate(await queries.messageTemplates.insert(tx, { ...wanted, owner_id }))
  })
}

/** Changes a template; what is sent stays sent. @throws AppError 400 for homes of others, 404. */
export function changeTemplate(
  { db }: ConversationsContext,
  own: { id: number; owner_id: number },
  changes: TemplateChange,
) {
  return transaction(db, async (tx) => {
    const present = await queries.messageTemplates.lock(tx, own)
    if (!present) throw new AppError('notFound')
    const wanted = { ...showTemplate(present), ...changes }
    await checkHomes(tx, own.owner_id, wanted.property_ids)
    const changed = await queries.messageTemplates.update(tx, { ...wanted, ...own })
    if (!changed) throw new AppError('notFound')
    return showTemplate(changed)
  })
}

type Values = NonNullable<Awaited<ReturnType<typeof queries.messageTemplates.findValues>>>

/** Values of the variables for a stay, in a language. */
function valuesOf(context: ConversationsContext, stay: Values, locale: Locale): Record<Variable, string> {
  const { words } = texts(locale)
  return {
    guest_name: stay.guest_name ?? '',
    home: stay.home,
    address: stay.address ?? '',
    check_in: words.day(stay.check_in),
    check_out: words.day(stay.check_out),
    check_in_time: stay.check_in_time.slice(0, 5),
    check_out_time: stay.check_out_time.slice(0, 5),
    nights: String(stay.nights),
    guests: String(stay.guests),
    amount_open: formatMoney(stay.open_cents, stay.currency, locale),
    company: stay.company ?? context.config.brand?.name ?? stay.host,
    link: stay.guest_id === null ? stayLink(context, stay, COMPANY_GRANT) : context.frontEnd.reservation(stay.id),
  }
}

/**
 * The text of a template for a stay, in the language of its guest, or else in the other one. undefined: there is no such stay.
 * @param written texts by language, as the row has them
 */
export async function writeFor(context: ConversationsContext, db: Queryable, reservation_id: number, written: unknown) {
  const stay = await queries.messageTemplates.findValues(db, { reservation_id })
  if (!stay) return undefined
  const byLanguage = storedTexts.parse(written)
  const wanted = nearestLocale(stay.language)
  const locale: Locale = byLanguage[wanted] !== undefined ? wanted : wanted === 'fr' ? 'en' : 'fr'
  const content = fill(byLanguage[locale] ?? '', valuesOf(context, stay, locale))
  return { content, locale, takes_place: stay.takes_place }
}
