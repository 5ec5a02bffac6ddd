import { answers } from './en/answers.ts'
import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { mails } from './en/mails.ts'
import { notifications } from './en/notifications.ts'
import { words } from './en/words.ts'
import type { Texts } from './fr.ts'

export const en = {
  tag: 'en-GB',
  errors,
  fields,
  answers,
  mails,
  notifications,
  words,
} satisfies Texts
