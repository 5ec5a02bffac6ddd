import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Queryable } from '../../platform/db/client.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { sealedRows } from '../../platform/schema/sealed-rows.ts'

/** Signatures of Standard Webhooks 1.0.0 (docs/integrations.md, "Signature"). */

const secrets = sealedRows('webhook_endpoints', 'secrets of webhook endpoints')
const SECRET_BYTES = 32

/** A new secret of an endpoint, as it is stored. */
export const newSecret = (db: Queryable, config: Secrets, endpoint_id: string): Promise<Buffer> =>
  secrets.seal(db, config, endpoint_id, randomBytes(SECRET_BYTES))

/** The secret of an endpoint as it is shown to its receiver, once. */
export const showSecret = (config: Secrets, endpoint_id: string, sealed: Uint8Array): string =>
  `whsec_${secrets.open(config, endpoint_id, sealed).toString('base64')}`

/** Signed text. */
export interface Signed {
  /** The same for every try. */
  id: string
  /** Time of the attempt, in seconds since 1970. */
  seconds: number
  body: string
}

/** The headers of a delivery, signed with each of the secrets of its endpoint. */
export function signedHeaders(
  config: Secrets,
  { endpoint_id, sealed }: { endpoint_id: string; sealed: Uint8Array[] },
  { id, seconds, body }: Signed,
) {
  const signatures = sealed.map((secret) => {
    const key = createSecretKey(secrets.open(config, endpoint_id, secret))
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
