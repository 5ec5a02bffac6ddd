import type { IncomingHttpHeaders } from 'node:http'
import type { Locale } from '../db/enums.ts'
import { fromCents } from '../lib/money.ts'

export type { Locale }
export type Text = readonly [fr: string, en: string]

export const inLocale = ([fr, en]: Text, locale: Locale): string => (locale === 'en' ? en : fr)

/** English if `Accept-Language` prefers it to French, else French. */
export function localeOf(headers: IncomingHttpHeaders): Locale {
  const weights = { fr: 0, en: 0 }
  for (const range of headers['accept-language']?.toLowerCase().split(',') ?? []) {
    const [tag = '', ...options] = range.trim().split(';')
    const language = tag.split('-')[0]
    const quality = Number(
      options
        .find((option) => option.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    if (language === 'fr' || language === 'en') weights[language] = Math.max(weights[language], quality)
  }
  return weights.en > weights.fr ? 'en' : 'fr'
}

/** An amount in the notation of a language, for mails and notifications. */
export function formatMoney(cents: number, currency: string, locale: Locale): string {
  return new Intl.NumberFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', { style: 'currency', currency }).format(
    `${fromCents(cents)}` as `${number}`,
  )
}
