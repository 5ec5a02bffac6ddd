import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import type { Evidence } from './evidence.ts'

export interface Mailbox {
  port: number
  /** True if it takes connections and says nothing. */
  silence(isSilent: boolean): void
  raw(): string[]
  mails(): Evidence['mails']
  close(): void
}

const header = (mail: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(mail)?.[1]?.replaceAll(/\r\n\s+/g, ' ') ?? ''

/** Content of a mail, without differences between two copies of it. Pure. */
export function readMail({ at, mail }: { at: number; mail: string }): Evidence['mails'][number] {
  const boundary = /boundary="?([^"\r\n]+)"?/.exec(mail)?.[1] ?? '\0'
  const body = mail.slice(mail.indexOf('\r\n\r\n')).replaceAll(boundary, '')
  return {
    at,
    to: header(mail, 'to'),
    subject: header(mail, 'subject'),
    message_id: header(mail, 'message-id'),
    digest: createHash('sha256').update(body).digest('hex').slice(0, 12),
  }
}

/** A mail server that keeps what it has acknowledged. */
export async function startMailbox(host = '127.0.0.1'): Promise<Mailbox> {
  const kept: { at: number; mail: string }[] = []
  let waiting: (() => void)[] | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (waiting) waiting.push(done)
      else done()
    },
    async onData(stream, _session, done) {
      try {
        kept.push({ at: Date.now(), mail: (await stream.toArray()).join('') })
        done()
      } catch {
        // Its sender has gone away, as nodes do that are killed.
      }
    },
  })
  server.on('error', () => undefined)
  server.listen(0, host)
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence(isSilent) {
      for (const done of waiting ?? []) done()
      waiting = isSilent ? [] : undefined
    },
    raw: () => kept.map(({ mail }) => mail),
    mails: () => kept.map(readMail),
    close: () => server.close(),
  }
}
