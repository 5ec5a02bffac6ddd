import { answers } from './en/answers.ts'
import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { mails } from './en/mails.ts'
import type { Texts } from './fr.ts'

export const en = {
  tag: 'en-GB',
  errors,
  fields,
  answers,
  mails,
} satisfies Texts
