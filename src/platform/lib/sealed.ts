import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Secrets } from './signature.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The keys of the few secrets and purposes that there are: deriving one takes longer than using it. */
const keys = new Map<string, KeyObject>()

function keyOf(secret: string, purpose: string): KeyObject {
  const name = JSON.stringify([secret, purpose])
  const key = keys.get(name) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  keys.set(name, key)
  return key
}

/** Encrypts bytes for one purpose, with a key of that purpose that is derived from the secret of tokens. */
export function seal({ jwtSecret }: Secrets, purpose: string, bytes: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(jwtSecret, purpose), iv)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/**
 * Opens a sealed value, also one sealed with an earlier secret of tokens, until that is removed.
 * @throws Error when no secret that is known has sealed it.
 */
export function unseal({ jwtSecret, jwtPreviousSecrets }: Secrets, purpose: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  for (const secret of [jwtSecret, ...jwtPreviousSecrets]) {
    const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), iv).setAuthTag(tag)
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    } catch {
      // Another secret has sealed it.
    }
  }
  throw new Error(`sealed with a secret that is not known any more (${purpose})`)
}
