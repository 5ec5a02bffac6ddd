import { ConfigError, list, type Purpose, text, type Values } from '../../platform/lib/environment.ts'
import type { serverVariables } from '../../platform/plugins/config.ts'
import { canHoldPasskeys, type RelyingParty } from './relying-party.ts'

export const passkeyVariables = {
  WEBAUTHN_RP_ID: text.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a domain such as example.org').optional(),
  WEBAUTHN_ORIGINS: list.optional(),
}

export interface PasskeyConfig {
  /** The domain that passkeys belong to; undefined: no page can have one. */
  relyingParty: RelyingParty | undefined
}

type Variables = Values<typeof passkeyVariables> &
  Pick<Values<typeof serverVariables>, 'FRONTEND_URL' | 'PUBLIC_URL' | 'CORS_ORIGINS'>

/** @throws ConfigError for a domain or an origin that cannot have passkeys. */
export const passkeyConfig = (e: Variables, { production }: Purpose): PasskeyConfig => ({
  relyingParty: relyingParty(e, production),
})

/** The domain of the front end, else of the service. Pages of it that may call the service may ask for passkeys. */
function relyingParty(e: Variables, production: boolean): RelyingParty | undefined {
  const own = [e.FRONTEND_URL, e.PUBLIC_URL].flatMap((url) => (url === undefined ? [] : [new URL(url)]))
  const id = e.WEBAUTHN_RP_ID ?? own[0]?.hostname ?? 'localhost'
  const isPlaced = (origin: string): boolean => canHoldPasskeys(id, origin)
  const stray = e.WEBAUTHN_ORIGINS?.find((origin) => !isPlaced(origin))
  if (stray !== undefined)
    throw new ConfigError(`WEBAUTHN_ORIGINS has ${stray}, which is no origin with https on ${id} or below it`)
  const origins = e.WEBAUTHN_ORIGINS ?? [...own.map(({ origin }) => origin), ...e.CORS_ORIGINS].filter(isPlaced)
  const isLocal = !production && id === 'localhost'
  if (origins.length > 0 || isLocal) return { id, origins, isLocal }
  if (e.WEBAUTHN_RP_ID === undefined) return undefined
  throw new ConfigError(
    `WEBAUTHN_RP_ID is ${id}, and no origin with https on it or below it may call: set WEBAUTHN_ORIGINS`,
  )
}
