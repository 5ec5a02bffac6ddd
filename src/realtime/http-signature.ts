import { z } from 'zod'
import { type AppKeys, hmac, isSameText, md5 } from './protocol.ts'

/** How far the timestamp of a request may be off. */
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

/** Whether a request of a back end is signed as Pusher specifies; otherwise what is wrong. Pure. */
export function signatureProblem(keys: AppKeys, { method, url, body }: SignedRequest, now: Date): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = signedQuery.safeParse(Object.fromEntries(searchParams)).data
  if (query === undefined) return 'The request is not signed'
  if (query.auth_key !== keys.key) return 'Unknown auth_key'
  if (!isSameText(hmac(keys.secret, signedText(method, pathname, searchParams)), query.auth_signature))
    return 'Invalid signature'
  if (Math.abs(now.getTime() / 1000 - Number(query.auth_timestamp)) > TOLERANCE_SECONDS)
    return 'Timestamp is more than 600 seconds off'
  const expectsBody = body.length > 0 || query.body_md5 !== undefined
  return expectsBody && !isSameText(md5(body), query.body_md5) ? 'Invalid body_md5' : undefined
}
