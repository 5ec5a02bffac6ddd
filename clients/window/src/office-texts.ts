import { locale } from './locale.ts'
import type { OfficeTexts } from './texts/fr-office.ts'

/** Texts of the back office, which guests do not load. */
export const o: OfficeTexts =
  locale() === 'fr' ? (await import('./texts/fr-office.ts')).frOffice : (await import('./texts/en-office.ts')).enOffice
