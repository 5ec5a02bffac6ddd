import type { RenderedMail } from './templates.ts'

/** Delivers mails: an SMTP server, or the mailbox of a developer's machine. */
export interface Mailer {
  /** Receivers know a mail by its id, and may show it once. */
  deliver(mail: RenderedMail & { id?: string | undefined; to: string }): Promise<void>
  close(): void
}
