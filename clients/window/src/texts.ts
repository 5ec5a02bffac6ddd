import { locale } from './locale.ts'
import type { Texts } from './texts/fr.ts'

/** Texts of the page in its language; the other one is not loaded. */
export const t: Texts = locale() === 'fr' ? (await import('./texts/fr.ts')).fr : (await import('./texts/en.ts')).en
