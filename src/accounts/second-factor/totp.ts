import { Secret, TOTP } from 'otpauth'
import { seal, unseal } from '../../platform/lib/sealed.ts'
import type { Secrets } from '../../platform/lib/signature.ts'

const PURPOSE = 'secrets of authenticators'
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Tolerated clock difference, in steps of 30 seconds. */
const SKEW = 1

// A library over our own HMAC: it is what phones are known to read (RFC 6238, addresses `otpauth://`).
const totpOf = (secret: Secret, label = '', issuer = ''): TOTP => new TOTP({ secret, label, issuer })

const sealSecret = (config: Secrets, { bytes }: Secret): Buffer => seal(config, PURPOSE, Buffer.from(bytes))

/** undefined: the secret of tokens that has sealed it is not known any more, and recovery codes are what is left. */
function openSecret(config: Secrets, sealed: Uint8Array): Secret | undefined {
  try {
    return new Secret({ buffer: Uint8Array.from(unseal(config, PURPOSE, sealed)).buffer })
  } catch {
    return undefined
  }
}

interface SellerNamed {
  seller: { name: string }
}

/** A new secret: as it is stored, as a person types it, and as the address that authenticators read. */
export function newTotp(config: Secrets & SellerNamed, account: string) {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = totpOf(secret, account, config.seller.name).toString()
  return { sealed: sealSecret(config, secret), secret: secret.base32, uri }
}

/** The time step of a code, and its secret sealed with the present key. undefined: the code is wrong, or the key of the secret is lost. */
export function readTotp(
  config: Secrets,
  sealed: Uint8Array,
  code: string,
): { step: number; secret: Buffer } | undefined {
  const secret = openSecret(config, sealed)
  if (secret === undefined) return undefined
  const totp = totpOf(secret)
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, window: SKEW, timestamp })
  return delta === null ? undefined : { step: totp.counter({ timestamp }) + delta, secret: sealSecret(config, secret) }
}
