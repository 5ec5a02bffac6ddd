import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import nodemailer from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { RenderedMail } from './templates.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

const storedMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sent_at: z.string(),
})

export type StoredMail = z.infer<typeof storedMailSchema>

/** Where mails go when there is no SMTP server: one file each, shown at /dev/mailbox. */
export interface Mailbox {
  list(to?: string): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | undefined>
}

function openMailbox(folder: string): Mailbox & { deliver(mail: Omit<StoredMail, 'id' | 'sent_at'>): Promise<void> } {
  const read = async (id: string) =>
    storedMailSchema.parse(JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8')))
  const ids = async () =>
    (await readdir(folder).catch(() => []))
      .map((file) => path.basename(file, '.json'))
      .sort()
      .reverse()
  return {
    async list(to) {
      const mails = await Promise.all((await ids()).slice(0, 200).map(read))
      return mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
    },
    async find(id) {
      return (await ids()).includes(id) ? read(id) : undefined
    },
    async deliver(mail) {
      await mkdir(folder, { recursive: true })
      const sentAt = new Date().toISOString()
      const id = `${sentAt.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
      await writeFile(path.join(folder, `${id}.json`), JSON.stringify({ id, ...mail, sent_at: sentAt }))
    },
  }
}

/** Delivers mails through SMTP_URL, or into the development mailbox. */
export const mail = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  const mailbox = openMailbox(path.join(config.dataDir, 'mailbox'))
  const transport = config.mail.smtpUrl
    ? nodemailer.createTransport({
        url: config.mail.smtpUrl,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
      })
    : undefined
  app.decorate('mailbox', transport ? null : mailbox)
  app.decorate('deliverMail', async (mail) => {
    if (transport) await transport.sendMail({ from: config.mail.from, ...mail })
    else await mailbox.deliver(mail)
  })
  app.addHook('onClose', async () => transport?.close())
})

declare module 'fastify' {
  interface FastifyInstance {
    /** The development mailbox; null when mails really leave. */
    mailbox: Mailbox | null
    /** Hands a mail over, now; jobs call it, routes enqueue (`enqueueMail`). */
    deliverMail(mail: RenderedMail & { to: string }): Promise<void>
  }
}
