import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { Queryable } from '../../platform/db/client.ts'
import { type SealedRow, seal, unseal } from '../../platform/lib/sealed.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { boundTo } from '../../platform/schema/enabled.ts'

/** Signatures of Standard Webhooks 1.0.0 (docs/integrations.md, "Signature"). */

const PURPOSE = 'secrets of webhook endpoints'
const SECRET_BYTES = 32

const rowOf = (endpoint_id: string): SealedRow => `webhook_endpoints ${endpoint_id}`

/** A new secret of an endpoint, as it is stored. */
export const newSecret = async (db: Queryable, config: Secrets, endpoint_id: string): Promise<Buffer> =>
  seal(config, PURPOSE, randomBytes(SECRET_BYTES), await boundTo(db, rowOf(endpoint_id)))

/** The secret of an endpoint as it is shown to its receiver, once. */
export const showSecret = (config: Secrets, endpoint_id: string, sealed: Uint8Array): string =>
  `whsec_${unseal(config, PURPOSE, sealed, rowOf(endpoint_id)).toString('base64')}`

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
    const key = createSecretKey(unseal(config, PURPOSE, secret, rowOf(endpoint_id)))
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
