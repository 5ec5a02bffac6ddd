import type { FastifyInstance } from 'fastify'
import { databaseError, type Queryable, type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import type { Locale } from '../http/locale.ts'
import { createCode, createLinkSecret, hashSecret } from './passwords.ts'
import { countMail, isMailedCode } from './throttle.ts'
import { tellOfChange } from './undo.ts'

/** What an account waits for, given up: for the rooms that change an account. */
export const { deleteAddressChange, deletePending } = queries.auth

interface Account {
  id: number
  email: string
  first_name: string
  locale: Locale
}

/**
 * Makes a fresh link and code and enqueues their mail, in the caller's transaction, which has locked the account;
 * `newEmail` is an address to move to. 0, or the seconds to wait when the address has had its five mails this hour, and
 * nothing was done.
 */
export async function sendVerification(
  app: FastifyInstance,
  tx: Transaction,
  account: Account,
  newEmail?: string,
): Promise<number> {
  const wait = await countMail(tx, 'verification', account.email)
  if (wait > 0) return wait
  const link = createLinkSecret()
  const code = createCode(account.id)
  await queries.auth.insertVerification(tx, {
    user_id: account.id,
    email: newEmail,
    token_hash: link.hash,
    code_hash: code.hash,
  })
  await app.mail.enqueue(tx, {
    to: account.email,
    locale: account.locale,
    content: {
      template: 'verification',
      first_name: account.first_name,
      link: `${app.publicUrl}/api/v1/auth/verify-email?token=${link.secret}`,
      code: code.code,
    },
  })
  return 0
}

export type Proof = { token: string } | { email: string; code: string }

/**
 * Verifies the address behind a link's token, or a code; false when it is wrong, used or too old. Where the account moves
 * to that address, codes mailed to the old one are void, and the old one is told.
 * @throws AppError 409 when somebody else has taken the address meanwhile.
 */
export async function verifyAddress(app: FastifyInstance, proof: Proof): Promise<boolean> {
  const token_hash = 'token' in proof ? hashSecret(proof.token) : await hashBehindCode(app.db, proof)
  if (!token_hash) return false
  return transaction(app.db, async (tx) => {
    const before = await queries.auth.lockByVerification(tx, { token_hash })
    if (!before) return false
    const after = await queries.auth.verifyByToken(tx, { token_hash })
    if (!after) return false
    if (after.email !== before.email) {
      await queries.auth.deletePending(tx, { user_id: after.id })
      if (before.verified) await tellOfChange(app, tx, before, 'email_changed')
    }
    return true
  }).catch((error: unknown) => {
    throw databaseError(error)?.constraint === 'users_email_key' ? new AppError('conflict') : error
  })
}

async function hashBehindCode(
  db: Queryable,
  { email, code }: { email: string; code: string },
): Promise<Uint8Array | undefined> {
  const attempt = await queries.auth.countCodeAttempt(db, { email })
  return attempt && (await isMailedCode(db, 'verification', attempt, code)) ? attempt.token_hash : undefined
}
