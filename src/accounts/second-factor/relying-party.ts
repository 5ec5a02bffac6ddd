import { isIP } from 'node:net'

/** Relying party: a domain, and the pages on it or below it that may ask for its passkeys (WebAuthn, "Relying Party"). */
export interface RelyingParty {
  id: string
  origins: string[]
  /** On a developer's machine: pages of every port of `localhost` may, as they may call. */
  isLocal: boolean
}

/** An app for Android is named by the certificate that has signed it. */
const ANDROID = /^android:apk-key-hash:[\w-]{43}$/

/** True if browsers let pages of an origin use passkeys of a domain: with https or on `localhost`, on the domain or below it. Pure. */
export function canHoldPasskeys(id: string, origin: string): boolean {
  if (ANDROID.test(origin)) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: itself } = new URL(origin)
  const isSecure = protocol === 'https:' || /(^|\.)localhost$/.test(hostname)
  return itself === origin && isSecure && `.${hostname}`.endsWith(`.${id}`) && isIP(hostname) === 0
}

/** True if a page of this origin may ask for passkeys. Pure. */
export const acceptsOrigin = ({ id, origins, isLocal }: RelyingParty, origin: string): boolean =>
  origins.includes(origin) || (isLocal && canHoldPasskeys(id, origin))
