import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { type SealedRow, seal, unseal } from '../lib/sealed.ts'
import type { Secrets } from '../lib/signature.ts'

type Id = string | number

/** Sealed values of a table. A value opens in its own row, and with the purpose that derived its key. */
export const sealedRows = (table: string, purpose: string) => ({
  /** Encrypts the value of a row. */
  seal: async (db: Queryable, secrets: Secrets, id: Id, bytes: Buffer): Promise<Buffer> =>
    seal(secrets, purpose, bytes, await boundTo(db, `${table} ${id}`)),
  /** Decrypts the value of a row. @throws Error when no known secret has sealed it for this row. */
  open: (secrets: Secrets, id: Id, sealed: Uint8Array): Buffer => unseal(secrets, purpose, sealed, `${table} ${id}`),
})

/** The row that a new seal is bound to; undefined while nodes of 0.2 may read it, which open what is bound to none. */
const boundTo = async (db: Queryable, row: SealedRow): Promise<SealedRow | undefined> =>
  (await queries.schema.isEnabled(db, { release: '0.3' })).is_enabled ? row : undefined
