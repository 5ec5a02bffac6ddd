import { lazily } from '../lib/lazily.ts'
import type { Mailer } from './mail.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Delivers mails through an SMTP server. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    })
  })
  return {
    async deliver(mail) {
      await (await transport.get()).sendMail({ from, ...mail })
    },
    close: () => void transport.end((opened) => opened.close()),
  }
}
