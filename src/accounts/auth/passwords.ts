import { createHash, randomBytes, randomInt } from 'node:crypto'

/** The parameters of OWASP for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export async function hashPassword(password: string): Promise<string> {
  const { argon2id, hash } = await import('argon2')
  return hash(password, { ...PARAMETERS, type: argon2id })
}

/** A hash of no password, which takes as long to verify as that of one. */
const NOBODY = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${unpadded(16)}$${unpadded(32)}`

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

/** True if the password is correct. For an unknown account (no hash) it takes the same time and is false. */
export async function isPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await import('argon2')
  const matches = await verify(hash ?? NOBODY, password)
  return matches && hash != null
}

/** A secret for a link, and its hash, which is stored instead. */
export function createLinkSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A 6-digit code. Its hash includes the account, so that equal codes have different hashes. */
export function createCode(userId: number): { code: string; hash: Buffer } {
  const code = randomCode()
  return { code, hash: hashCode(userId, code) }
}

/** Six random digits. */
export const randomCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

export const hashCode = (userId: number, code: string): Buffer => hashSecret(`${userId}:${code}`)
