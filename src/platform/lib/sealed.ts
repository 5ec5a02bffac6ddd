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

/** The row of a sealed value, such as `travellers 1042`: its table and its id. */
export type SealedRow = `${string} ${string | number}`

/** Encrypts bytes for one purpose, with a key of that purpose that is derived from the secret of tokens. They open in their row alone. */
export function seal({ jwtSecret }: Secrets, purpose: string, bytes: Buffer, row: SealedRow | undefined): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(jwtSecret, purpose), iv)
  if (row !== undefined) cipher.setAAD(Buffer.from(row))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/**
 * Opens a sealed value of a row, also one sealed with an earlier secret of tokens, until that is removed, and one that was sealed for no row,
 * as until 0.3 was enabled.
 * @throws Error when no secret that is known has sealed it for this row.
 */
export function unseal(
  { jwtSecret, jwtPreviousSecrets }: Secrets,
  purpose: string,
  sealed: Uint8Array,
  row: SealedRow,
): Buffer {
  const bytes = Buffer.from(sealed)
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  for (const secret of [jwtSecret, ...jwtPreviousSecrets])
    for (const bound of [Buffer.from(row), undefined]) {
      const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), iv).setAuthTag(tag)
      if (bound) decipher.setAAD(bound)
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        // Another secret has sealed it, or it was sealed for another row, or for none.
      }
    }
  throw new Error(`sealed with a secret that is not known any more, or for another row (${purpose})`)
}
