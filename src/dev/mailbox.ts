import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Mailer } from '../platform/mail/mailer.ts'

const storedMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  from_name: z.string().optional(),
  reply_to: z.string().optional(),
  sent_at: z.string(),
})

export type StoredMail = z.infer<typeof storedMailSchema>

const SHOWN = 200

/** Stores mails when there is no SMTP server: one file per mail, shown at /dev/mailbox. */
export interface Mailbox extends Mailer {
  /** The latest mails to one address, or to all. */
  list(to?: string): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | undefined>
}

export function openMailbox(folder: string): Mailbox {
  const read = async (id: string) =>
    storedMailSchema.parse(JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8')))
  const ids = async () =>
    (await readdir(folder).catch(() => []))
      .filter((file) => file.endsWith('.json'))
      .map((file) => path.basename(file, '.json'))
      .sort()
      .reverse()
  return {
    async list(to) {
      const mails = await Promise.all((await ids()).slice(0, SHOWN).map(read))
      return mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
    },
    async find(id) {
      return (await ids()).includes(id) ? read(id) : undefined
    },
    async deliver(mail) {
      await mkdir(folder, { recursive: true })
      const sentAt = new Date().toISOString()
      const id = `${sentAt.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
      // Whole or not at all: a process can be killed in the middle.
      const file = path.join(folder, id)
      await writeFile(file, JSON.stringify({ ...mail, id, sent_at: sentAt }))
      await rename(file, `${file}.json`)
    },
    close() {},
  }
}
