import { randomInt } from 'node:crypto'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { hashCode } from '../auth/passwords.ts'

const CODES = 10
/** Without letters and digits that look alike: 80 bits a code, so that a fast hash is enough. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join(''),
  ).join('-')

/** A code as it is hashed, however it is typed. */
export const hashRecoveryCode = (userId: number, code: string): Buffer =>
  hashCode(
    userId,
    code
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )

/** Gives an account ten new recovery codes in place of those it has. They are shown once. */
export async function renewRecoveryCodes(tx: Transaction, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashRecoveryCode(user_id, code).toString('hex'))
  await queries.secondFactor.replaceRecoveryCodes(tx, { user_id, hashes })
  return codes
}
