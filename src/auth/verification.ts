import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { databaseError, type Queryable, type Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import type { Locale } from '../messages.ts'
import { createCode, createLinkSecret, hashCode, hashSecret } from './passwords.ts'

interface Account {
  id: number
  email: string
  first_name: string
  locale: Locale
}

/** Makes a fresh link and code and enqueues their mail, in the caller's transaction; `newEmail` is an address to move to. */
export async function sendVerification(
  app: FastifyInstance,
  tx: Transaction,
  account: Account,
  newEmail?: string,
): Promise<void> {
  const link = createLinkSecret()
  const code = createCode(account.id)
  await queries.auth.startVerification(tx, {
    user_id: account.id,
    email: newEmail,
    token_hash: link.hash,
    code_hash: code.hash,
  })
  await app.jobs.enqueue(tx, 'mail.send', {
    to: account.email,
    locale: account.locale,
    content: {
      template: 'verification',
      first_name: account.first_name,
      link: `${app.publicUrl}/api/v1/auth/verify-email?token=${link.secret}`,
      code: code.code,
    },
  })
}

export type Proof = { token: string } | { email: string; code: string }

/**
 * Verifies the address behind a link's token, or a code; false when it is wrong, used or too old.
 * @throws AppError 409 when somebody else has taken the address meanwhile.
 */
export async function verifyAddress(db: Queryable, proof: Proof): Promise<boolean> {
  const token_hash = 'token' in proof ? hashSecret(proof.token) : await hashBehindCode(db, proof)
  if (!token_hash) return false
  try {
    return (await queries.auth.verifyByToken(db, { token_hash })).length > 0
  } catch (error) {
    throw databaseError(error)?.constraint === 'users_email_key' ? new AppError('conflict') : error
  }
}

async function hashBehindCode(
  db: Queryable,
  { email, code }: { email: string; code: string },
): Promise<Uint8Array | undefined> {
  const [attempt] = await queries.auth.countCodeAttempt(db, { email })
  return attempt && timingSafeEqual(attempt.code_hash, hashCode(attempt.user_id, code)) ? attempt.token_hash : undefined
}
