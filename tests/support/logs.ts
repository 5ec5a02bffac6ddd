import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type DestinationStream, pino } from 'pino'
import { inject } from 'vitest'

/** The logs of the services under test, a file for each worker, and the secrets that they have handed out. */

const LOG = 'log-'
const SECRETS = 'secrets-'
const WORKER = process.env.VITEST_POOL_ID ?? '0'

/** Words of a secret. A token has several. */
const WORD = /[\w-]{20,}/g
/** Secrets in answers and mails: links, and fields by their names. */
const HANDED_OUT = [
  /\/(?:pay|invoices|ical|tasks\/calendar)\/([\w-]{36})/g,
  /\/(?:stay|confirmations)\/\d+\.([\w-]{43})/g,
  /[?&](?:key|token|code|signature|reset_token)=([\w-]{20,})/g,
  /"(?:token|newToken|reset_token|secret|signature)":"([\w.-]{20,})"/g,
  /\b(whs_\w{32}_[\w-]{43})/g,
]

let destination: DestinationStream | undefined
const known = new Set<string>()

const fileOf = (kind: string): string => path.join(inject('logFolder'), `${kind}${WORKER}`)

/** File of the log of the services of this worker. */
export function logDestination(): DestinationStream {
  destination ??= pino.destination({ dest: fileOf(LOG), sync: true })
  return destination
}

/** Remembers the secrets in a text that a service has handed out. */
export function noteSecrets(text: string): void {
  const fresh = new Set<string>()
  for (const pattern of HANDED_OUT) {
    for (const [, secret = ''] of text.matchAll(pattern)) {
      // The head of all tokens is the same.
      for (const word of secret.match(WORD) ?? []) if (!word.startsWith('eyJhbGciOi')) fresh.add(word)
    }
  }
  const added = [...fresh].filter((word) => !known.has(word))
  for (const word of added) known.add(word)
  if (added.length > 0) appendFileSync(fileOf(SECRETS), `${added.join('\n')}\n`)
}

/** The lines of the logs in a folder that have a secret which was handed out. Escaped characters of paths are read too. */
export function findLeaks(folder: string): string[] {
  const read = (kind: string) =>
    readdirSync(folder)
      .filter((file) => file.startsWith(kind))
      .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
  const secrets = new Set(read(SECRETS).filter(Boolean))
  const decoded = (line: string) =>
    line.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return read(LOG).filter((line) => (decoded(line).match(WORD) ?? []).some((word) => secrets.has(word)))
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the logs of the whole run. */
    logFolder: string
  }
}
