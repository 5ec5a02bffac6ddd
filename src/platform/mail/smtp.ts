import { lazily } from '../lib/lazily.ts'
import type { Mailer } from './mailer.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

/** Errors of nodemailer without an answer about this mail: no connection, no greeting, no sign-in. */
const AWAY = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', 'EAUTH', 'ENOAUTH', 'EPROXY'])
/** The server closes the connection, because it shuts down or has enough of them. */
const CLOSING = 421

/** True if an error of a mail says that the server cannot be used, and nothing about the mail. Pure. */
export function isMailAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    AWAY.has(code) ||
    /^E(CONN|HOST|NET|AI_|NOTFOUND)/.test(code) ||
    ('responseCode' in error && error.responseCode === CLOSING)
  )
}

/** True if a mail server does not take a mail for now, such as 451: it is busy or full, or greylists the sender. Pure. */
export const isMailPutOff = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 400 &&
  Number(error.responseCode) < 500

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
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async deliver({ id, from_name, reply_to, ...mail }) {
      await (await transport.get()).sendMail({
        from: from_name === undefined ? from : { name: from_name, address },
        ...(reply_to !== undefined && { replyTo: reply_to }),
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        ...mail,
      })
    },
    close: () => void transport.end((opened) => opened.close()),
  }
}
