import { readFileSync } from 'node:fs'
import { type Address, addressOf } from './address.ts'

const CERTIFICATE = '-----BEGIN CERTIFICATE-----'

/**
 * Reads DATABASE_URL and DATABASE_CA; undefined without a URL.
 * @throws Error in one sentence, for certificates that cannot be read and for ways that nobody can have meant.
 */
export function readDatabase(
  url: string | undefined,
  authorities: string | undefined,
  production: boolean,
): Address | undefined {
  if (url === undefined) return undefined
  const address = addressOf(url, authorities === undefined ? undefined : readCertificates(authorities))
  if (production && !address.isLocal && address.sslMode === 'prefer') {
    throw new Error('sslmode=prefer may reach another machine without TLS: say require, verify-full or disable')
  }
  return address
}

/** Certificates in PEM format, or those of a file. */
function readCertificates(pathOrText: string): string {
  if (pathOrText.includes(CERTIFICATE)) return pathOrText.replaceAll('\\n', '\n')
  let text = ''
  try {
    text = readFileSync(pathOrText, 'utf8')
  } catch {
    // The sentence below says enough.
  }
  if (text.includes(CERTIFICATE)) return text
  throw new Error(`DATABASE_CA=${pathOrText} is not a file of certificates in PEM format`)
}
