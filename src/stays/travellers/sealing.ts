import { z } from 'zod'
import { seal, unseal } from '../../platform/lib/sealed.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import type { RegisterConfig } from './config.ts'
import { FIELDS } from './countries.ts'
import type { Traveller } from './rules.ts'

const PURPOSE = 'travellers of stays'

export type RegisterSecrets = Secrets & RegisterConfig

const stored = z.array(z.partialRecord(z.enum(FIELDS), z.string()))

/** The keys of the register: its own first, and the secrets of tokens, so that a key can be set later. Pure. */
const keysOf = ({ registerKey, registerPreviousKeys, jwtSecret, jwtPreviousSecrets }: RegisterSecrets): Secrets => {
  const [present = jwtSecret, ...earlier] = [registerKey, ...registerPreviousKeys, jwtSecret].filter(
    (key) => key !== undefined,
  )
  return { jwtSecret: present, jwtPreviousSecrets: [...earlier, ...jwtPreviousSecrets] }
}

export const sealTravellers = (config: RegisterSecrets, travellers: Traveller[]): Buffer =>
  seal(keysOf(config), PURPOSE, Buffer.from(JSON.stringify(travellers)))

/** Travellers as they were written; undefined: their key is no longer known. */
export function openTravellers(config: RegisterSecrets, sealed: Uint8Array): Traveller[] | undefined {
  try {
    return stored.parse(JSON.parse(unseal(keysOf(config), PURPOSE, sealed).toString()))
  } catch {
    return undefined
  }
}
