import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import { LOCALE } from '../db/enums.ts'
import type { Mailer } from './mailer.ts'
import { mailTemplate } from './templates.ts'

/**
 * The payload of a mail: recipient, language, content, the link that ends mails of its kind, if it has one, and the account whose company
 * signs it: only where the recipient is known to read mails at the address, and never what an installation says itself.
 */
export const letter = z.object({
  to: z.string(),
  locale: z.enum(LOCALE),
  content: mailTemplate,
  unsubscribe: z.string().optional(),
  /** The account whose company signs it; undefined: the installation. */
  company: z.int().optional(),
  /** Its subject, such as `stay 7`, by which an erasure finds it. */
  about: z.string().optional(),
  /** True for a mail that counts among those that its address gets in a day. */
  isNews: z.boolean().optional(),
  /** Id of the mail: a job that runs again, because its success could not be recorded, sends the same one. */
  id: z.uuid().optional(),
})
export type Letter = z.infer<typeof letter>

export interface Mail {
  /** Sends a mail after the caller's transaction has been committed. */
  enqueue(db: Queryable, letter: Omit<Letter, 'id'>): Promise<void>
  /** Delivers a mail now. Only the jobs of `enqueue` call it. */
  deliver: Mailer['deliver']
}
