import { flagUrl, text, type Values } from '../lib/environment.ts'

export const mailVariables = {
  SMTP_URL: flagUrl('smtp', 'smtps').optional(),
  MAIL_FROM: text.default('Séjour <no-reply@sejour.example>'),
}

export interface MailConfig {
  /** `smtpUrl` undefined: mails are stored for /dev/mailbox. */
  mail: { smtpUrl: string | undefined; from: string }
}

export const mailConfig = (e: Values<typeof mailVariables>): MailConfig => ({
  mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
})
