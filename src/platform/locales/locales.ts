import type { Locale } from '../db/enums.ts'
import { en } from './en.ts'
import { fr, type Texts } from './fr.ts'

export type { Locale, Texts }

const LANGUAGES: Record<Locale, Texts> = { fr, en }

/** The language of those who ask for none that there is. */
export const DEFAULT_LOCALE: Locale = 'fr'

/** The texts for people in a language: `texts(locale).errors.notFound`. */
export const texts = (locale: Locale): Texts => LANGUAGES[locale]
