import { answers } from './fr/answers.ts'
import { documents } from './fr/documents.ts'
import { labels } from './fr/labels.ts'
import { mails } from './fr/mails.ts'
import { notifications } from './fr/notifications.ts'
import { pages } from './fr/pages.ts'
import { stayPage } from './fr/stay-page.ts'
import { violations } from './fr/violations.ts'
import { words } from './fr/words.ts'

export const fr = {
  /** Locale by which Intl formats amounts and days. */
  tag: 'fr-FR',
  violations,
  answers,
  labels,
  mails,
  notifications,
  documents,
  pages,
  stayPage,
  words,
}

/** Texts of every language; a missing or extra text does not compile. */
export type Texts = typeof fr
