import { createHmac, hkdfSync } from 'node:crypto'
import { queries } from '../../platform/db/queries.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { isSameText } from '../../platform/lib/text.ts'
import type { ChannelsContext } from '../context.ts'

/** A subscription that has named itself by its secret. */
export type Subscription = NonNullable<Awaited<ReturnType<typeof queries.channelManager.find>>>

const SECRET = /^whs_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[\w-]{43}$/
/** Looked up for a secret without an id, so that it takes as long as any other wrong one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type Versioned = Pick<Subscription, 'id' | 'secret_version'>

const derive = (key: string, id: string, version: number): string => {
  const bytes = Buffer.from(hkdfSync('sha256', key, id, `webhook secret ${version}`, 32))
  return `whs_${id.replaceAll('-', '')}_${bytes.toString('base64url')}`
}

/**
 * The secret of a subscription. It is derived, so that it can sign without being stored, and starts with the
 * subscription's id, so that one row is looked up for it.
 */
export const secretOf = ({ jwtSecret }: Secrets, { id, secret_version }: Versioned): string =>
  derive(jwtSecret, id, secret_version)

/** The signature of a body, in the form of `x-webhook-signature`. */
export function signatureOf(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** The subscription that a secret belongs to, compared in constant time. */
export async function findBySecret(
  { config, db }: ChannelsContext,
  presented: string,
): Promise<Subscription | undefined> {
  const id = SECRET.exec(presented)?.slice(1).join('-') ?? NOBODY
  const known = await queries.channelManager.find(db, { webhook_id: id })
  const version = known?.secret_version ?? 1
  let matches = false
  for (const key of [config.jwtSecret, ...config.jwtPreviousSecrets]) {
    const isCurrent = isSameText(presented, derive(key, id, version))
    const isPrevious = isSameText(presented, derive(key, id, version - 1))
    matches ||= isCurrent || (isPrevious && known?.previous_holds === true)
  }
  return matches ? known : undefined
}

/** A subscription as it is now; undefined when it was deleted. */
export const findSubscription = queries.channelManager.find
