import type { IncomingHttpHeaders } from 'node:http'
import { LOCALE } from '../db/enums.ts'
import { fromCents } from '../lib/money.ts'
import { DEFAULT_LOCALE, type Locale, texts } from '../locales/locales.ts'

/** The language of this service that `Accept-Language` prefers; the default one if it prefers none to that. */
export function localeOf(headers: IncomingHttpHeaders): Locale {
  const weights = new Map<string | undefined, number>()
  for (const range of headers['accept-language']?.toLowerCase().split(',') ?? []) {
    const [tag = '', ...options] = range.trim().split(';')
    const language = tag.split('-')[0]
    const quality = Number(
      options
        .find((option) => option.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    weights.set(language, Math.max(weights.get(language) ?? 0, quality))
  }
  const weightOf = (locale: Locale): number => weights.get(locale) ?? 0
  return LOCALE.reduce<Locale>((best, locale) => (weightOf(locale) > weightOf(best) ? locale : best), DEFAULT_LOCALE)
}

/** The language of this service for somebody who reads another one, as a tag: English, or the default one where theirs is unknown. Pure. */
export const nearestLocale = (tag: string | null): Locale =>
  tag === null ? DEFAULT_LOCALE : localeOf({ 'accept-language': `${tag}, en;q=0.1` })

/** More than the currencies of the world in all languages. A platform may name others. */
const MAX_FORMATS = 400
/** Formats of amounts by language and currency. Creating one takes longer than formatting. */
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** An amount in the notation of a language. */
export function formatMoney(cents: number, currency: string, locale: Locale): string {
  const key = `${locale} ${currency}`
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(texts(locale).tag, { style: 'currency', currency })
  if (moneyFormats.size < MAX_FORMATS) moneyFormats.set(key, format)
  return format.format(`${fromCents(cents)}` as `${number}`)
}
