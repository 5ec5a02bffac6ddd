import { z } from 'zod'
import type { Queryable } from '../../platform/db/client.ts'
import { type SealedRow, seal, unseal } from '../../platform/lib/sealed.ts'
import type { Secrets } from '../../platform/lib/signature.ts'
import { boundTo } from '../../platform/schema/enabled.ts'
import type { RegisterConfig } from './config.ts'
import { FIELDS } from './countries.ts'
import type { Traveller } from './rules.ts'

const PURPOSE = 'travellers of stays'

export type RegisterSecrets = Secrets & RegisterConfig

const stored = z.array(z.partialRecord(z.enum(FIELDS), z.string()))

/** The keys of the register: its own first, and the secrets of tokens, so that a key can be set later. Pure. */
const keysOf = ({ registerKey, registerPreviousKeys, jwtSecret, jwtPreviousSecrets }: RegisterSecrets): Secrets => {
  const earlier = registerKey === undefined ? registerPreviousKeys : [...registerPreviousKeys, jwtSecret]
  return { jwtSecret: registerKey ?? jwtSecret, jwtPreviousSecrets: [...earlier, ...jwtPreviousSecrets] }
}

const rowOf = (reservation_id: number): SealedRow => `travellers ${reservation_id}`

/** The travellers of a stay, as its row has them. */
export const sealTravellers = async (
  db: Queryable,
  config: RegisterSecrets,
  reservation_id: number,
  travellers: Traveller[],
): Promise<Buffer> =>
  seal(keysOf(config), PURPOSE, Buffer.from(JSON.stringify(travellers)), await boundTo(db, rowOf(reservation_id)))

/** Travellers of a stay as they were written; undefined: their key is no longer known, or they are of another stay. */
export function openTravellers(
  config: RegisterSecrets,
  reservation_id: number,
  sealed: Uint8Array,
): Traveller[] | undefined {
  try {
    return stored.parse(JSON.parse(unseal(keysOf(config), PURPOSE, sealed, rowOf(reservation_id)).toString()))
  } catch {
    return undefined
  }
}
