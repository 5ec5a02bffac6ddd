import { z } from 'zod'
import type { Queryable } from '../../platform/db/client.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { sealedRows } from '../../platform/schema/sealed-rows.ts'
import type { RegisterConfig } from './config.ts'
import { FIELDS } from './countries.ts'
import type { Traveller } from './rules.ts'

const rows = sealedRows('travellers', 'travellers of stays')

export type RegisterSecrets = Secrets & RegisterConfig

const stored = z.array(z.partialRecord(z.enum(FIELDS), z.string()))

/** The keys of the register: its own first, and the secrets of tokens, so that a key can be set later. Pure. */
const keysOf = ({ registerKey, registerPreviousKeys, jwtSecret, jwtPreviousSecrets }: RegisterSecrets): Secrets => {
  const earlier = registerKey === undefined ? registerPreviousKeys : [...registerPreviousKeys, jwtSecret]
  return { jwtSecret: registerKey ?? jwtSecret, jwtPreviousSecrets: [...earlier, ...jwtPreviousSecrets] }
}

/** The travellers of a stay, as its row has them. */
export const sealTravellers = (
  db: Queryable,
  config: RegisterSecrets,
  reservation_id: number,
  travellers: Traveller[],
): Promise<Buffer> => rows.seal(db, keysOf(config), reservation_id, Buffer.from(JSON.stringify(travellers)))

/** Travellers of a stay as they were written; undefined: their key is no longer known, or they are of another stay. */
export function openTravellers(
  config: RegisterSecrets,
  reservation_id: number,
  sealed: Uint8Array,
): Traveller[] | undefined {
  try {
    return stored.parse(JSON.parse(rows.open(keysOf(config), reservation_id, sealed).toString()))
  } catch {
    return undefined
  }
}
