import { locale } from './locale.ts'
import type { AccountTexts } from './texts/fr-accounts.ts'

/** Texts of the screens about accounts, which visitors do not load. */
export const accounts: AccountTexts =
  locale() === 'fr'
    ? (await import('./texts/fr-accounts.ts')).frAccounts
    : (await import('./texts/en-accounts.ts')).enAccounts
