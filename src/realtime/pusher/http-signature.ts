import { z } from 'zod'
import { isSameText } from '../../platform/lib/text.ts'
import { type AppKeys, hmac, md5 } from './protocol.ts'

/** Tolerance of the timestamp of a request. */
const TOLERANCE_SECONDS = 600

const signedQuery = z.object({
  auth_key: z.string(),
  auth_timestamp: z.string().regex(/^\d{1,12}$/),
  auth_version: z.literal('1.0'),
  auth_signature: z.string(),
  body_md5: z.string().optional(),
})

export interface SignedRequest {
  method: string
  /** Path and query, as they were sent. */
  url: string
  body: Buffer
}

/** The text that a request's signature covers: method, path, and the sorted query without the signature. */
function signedText(method: string, path: string, query: URLSearchParams): string {
  const parameters = [...query]
    .filter(([name]) => name !== 'auth_signature')
    .map(([name, value]) => `${name.toLowerCase()}=${value}`)
    .sort()
  return [method.toUpperCase(), path, parameters.join('&')].join('\n')
}

/**
 * The problem with the signature of a back end's request, as Pusher specifies it; undefined: none. Its timestamp is
 * compared with the clock of the database.
 */
export async function signatureProblem(
  keys: AppKeys,
  { method, url, body }: SignedRequest,
  clock: () => Promise<string>,
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = signedQuery.safeParse(Object.fromEntries(searchParams)).data
  if (query === undefined) return 'The request is not signed'
  if (query.auth_key !== keys.key) return 'Unknown auth_key'
  if (!isSameText(hmac(keys.secret, signedText(method, pathname, searchParams)), query.auth_signature))
    return 'Invalid signature'
  const expectsBody = body.length > 0 || query.body_md5 !== undefined
  if (expectsBody && !isSameText(md5(body), query.body_md5)) return 'Invalid body_md5'
  const offSeconds = Math.abs(Date.parse(await clock()) / 1000 - Number(query.auth_timestamp))
  return offSeconds > TOLERANCE_SECONDS ? `Timestamp is more than ${TOLERANCE_SECONDS} seconds off` : undefined
}
