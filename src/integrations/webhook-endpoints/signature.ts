import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { seal, unseal } from '../../platform/lib/sealed.ts'
import type { Secrets } from '../../platform/lib/signature.ts'

/** Signatures of Standard Webhooks 1.0.0 (docs/integrations.md, "Signature"). */

const PURPOSE = 'secrets of webhook endpoints'
const SECRET_BYTES = 32

/** A new secret, as it is stored. */
export const newSecret = (config: Secrets): Buffer => seal(config, PURPOSE, randomBytes(SECRET_BYTES))

/** A secret as it is shown to its receiver, once. */
export const showSecret = (config: Secrets, sealed: Uint8Array): string =>
  `whsec_${unseal(config, PURPOSE, sealed).toString('base64')}`

/** Signed text. */
export interface Signed {
  /** The same for every try. */
  id: string
  /** Time of the attempt, in seconds since 1970. */
  seconds: number
  body: string
}

/** The headers of a delivery, signed with each of the secrets. */
export function signedHeaders(config: Secrets, sealed: Uint8Array[], { id, seconds, body }: Signed) {
  const signatures = sealed.map((secret) => {
    const key = createSecretKey(unseal(config, PURPOSE, secret))
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
