import { Secret, TOTP } from 'otpauth'
import type { Queryable } from '../../platform/db/client.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { sealedRows } from '../../platform/schema/sealed-rows.ts'

const secrets = sealedRows('totp_secrets', 'secrets of authenticators')
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Tolerated clock difference, in steps of 30 seconds. */
const SKEW = 1

// A library over our own HMAC: it is what phones are known to read (RFC 6238, addresses `otpauth://`).
const totpOf = (secret: Secret, label = '', issuer = ''): TOTP => new TOTP({ secret, label, issuer })

const sealSecret = (db: Queryable, config: Secrets, user_id: number, { bytes }: Secret): Promise<Buffer> =>
  secrets.seal(db, config, user_id, Buffer.from(bytes))

/** undefined: the secret of tokens that has sealed it is not known any more, or it is of another account; recovery codes are what is left. */
function openSecret(config: Secrets, user_id: number, sealed: Uint8Array): Secret | undefined {
  try {
    return new Secret({ buffer: Uint8Array.from(secrets.open(config, user_id, sealed)).buffer })
  } catch {
    return undefined
  }
}

interface SellerNamed {
  seller: { name: string }
}

/** A new secret of an account: as it is stored, as a person types it, and as the address that authenticators read. */
export async function newTotp(
  db: Queryable,
  config: Secrets & SellerNamed,
  { userId, username }: { userId: number; username: string },
) {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = totpOf(secret, username, config.seller.name).toString()
  return { sealed: await sealSecret(db, config, userId, secret), secret: secret.base32, uri }
}

/** The time step of a code, and its secret sealed with the present key. undefined: the code is wrong, or the key of the secret is lost. */
export async function readTotp(
  db: Queryable,
  config: Secrets,
  user_id: number,
  { sealed, code }: { sealed: Uint8Array; code: string },
): Promise<{ step: number; secret: Buffer } | undefined> {
  const secret = openSecret(config, user_id, sealed)
  if (secret === undefined) return undefined
  const totp = totpOf(secret)
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, window: SKEW, timestamp })
  if (delta === null) return undefined
  return { step: totp.counter({ timestamp }) + delta, secret: await sealSecret(db, config, user_id, secret) }
}
