import { answers } from './en/answers.ts'
import { documents } from './en/documents.ts'
import { labels } from './en/labels.ts'
import { mails } from './en/mails.ts'
import { notifications } from './en/notifications.ts'
import { pages } from './en/pages.ts'
import { stayPage } from './en/stay-page.ts'
import { violations } from './en/violations.ts'
import { words } from './en/words.ts'
import type { Texts } from './fr.ts'

export const en = {
  tag: 'en-GB',
  violations,
  answers,
  labels,
  mails,
  notifications,
  documents,
  pages,
  stayPage,
  words,
} satisfies Texts
