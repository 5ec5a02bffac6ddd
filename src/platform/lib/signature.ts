import { createHmac } from 'node:crypto'
import { isSameText } from './text.ts'

/** The secrets of tokens, of which the last ones only verify and open what is there. */
export interface Secrets {
  jwtSecret: string
  jwtPreviousSecrets: string[]
}

function signatureBy(secret: string, purpose: string, text: string): string {
  const key = createHmac('sha256', secret).update(purpose).digest()
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Signs a text for one purpose, with a key of that purpose that is derived from the secret of tokens. Pure. */
export const sign = ({ jwtSecret }: Secrets, purpose: string, text: string): string =>
  signatureBy(jwtSecret, purpose, text)

/** A file, or anything else that an address names, and until when the address needs no token, in seconds since 1970, UTC. */
interface Addressed {
  purpose: string
  text: string
  expires: number
}

/** An address that needs no token until a time. Pure. */
export const signAddress = (config: Secrets, { purpose, text, expires }: Addressed, address: string): string =>
  `${address}?expires=${expires}&signature=${sign(config, purpose, `${text} ${expires}`)}`

/** True if this service has signed an address; its time is for the clock of the database to judge. Pure. */
export const isAddressSigned = (config: Secrets, { purpose, text, expires }: Addressed, signature: string): boolean =>
  isSigned(config, purpose, `${text} ${expires}`, signature)

/** True if this service has signed a text; after a rotation of the secret, earlier ones count as well. Pure. */
export const isSigned = (
  { jwtSecret, jwtPreviousSecrets }: Secrets,
  purpose: string,
  text: string,
  signature: string,
): boolean =>
  [jwtSecret, ...jwtPreviousSecrets].some((secret) => isSameText(signatureBy(secret, purpose, text), signature))
