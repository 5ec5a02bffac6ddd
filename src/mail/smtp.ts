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
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async deliver({ id, ...mail }) {
      await (await transport.get()).sendMail({
        from,
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        ...mail,
      })
    },
    close: () => void transport.end((opened) => opened.close()),
  }
}
