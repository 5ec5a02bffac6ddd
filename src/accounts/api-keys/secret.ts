import { hash, randomBytes } from 'node:crypto'
import type { ApiKeyKind } from '../../platform/db/enums.ts'

const BEGINNINGS: Record<ApiKeyKind, string> = { secret: 'sj_live_', publishable: 'sj_pub_', assistant: 'sj_mcp_' }

/** Display form of a key: its first characters, with 24 of its 256 bits. */
const SHOWN_CHARACTERS = 4

/** Beginning of a header that has a key, and not a token. */
const HEADER = /^Bearer +(sj_\S*)$/i
const SHAPE = /^sj_(live|pub|mcp)_[\w-]{43}$/

/** The key of an `Authorization` header, good or not; undefined: it has none, but a token perhaps. Pure. */
export const keyIn = (authorization: string | undefined): string | undefined => HEADER.exec(authorization ?? '')?.[1]

/** Stored form of a key; undefined for what cannot be one. Nobody guesses 256 random bits, so a fast hash will do. Pure. */
export const hashOf = (key: string): Buffer | undefined => (SHAPE.test(key) ? hash('sha256', key, 'buffer') : undefined)

/** A key that is new, what is kept of it, and by what its owner knows it. */
export function newSecret(kind: ApiKeyKind) {
  const key = BEGINNINGS[kind] + randomBytes(32).toString('base64url')
  return {
    key,
    hash: hash('sha256', key, 'buffer'),
    prefix: key.slice(0, BEGINNINGS[kind].length + SHOWN_CHARACTERS),
  }
}
