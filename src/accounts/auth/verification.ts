import { type Transaction, transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { AccountsContext } from '../context.ts'
import { createCode, createLinkSecret, hashSecret } from './passwords.ts'
import { type CodeTry, countMail, enteredCode } from './throttle.ts'
import { notifyOfChange } from './undo.ts'

interface Account {
  id: number
  email: string
  locale: Locale
}

/**
 * Creates a new link and code and enqueues their mail, in the caller's transaction, which has locked the account.
 * `newEmail` is the new address of a change of address. Returns 0, or the seconds to wait when the address has had five
 * mails this hour; then nothing was done.
 */
export async function sendVerification(
  context: AccountsContext,
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
  await context.mail.enqueue(tx, {
    to: account.email,
    locale: account.locale,
    content: {
      template: 'verification',
      link: context.addressOf('verifyEmailByLink', { token: link.secret }),
      code: code.code,
    },
  })
  return 0
}

/** Proof that somebody reads the mails of an address; a code comes with the IP address of the sender. */
export type Proof = { token: string } | CodeTry

/**
 * Verifies the address of a link or code; false when it is wrong, used or too old. If the account changes to that
 * address, codes that were mailed to the earlier one become void, and the earlier one is notified.
 * @throws AppError 409 when another account has taken the address meanwhile.
 */
export async function verifyAddress(context: AccountsContext, proof: Proof): Promise<boolean> {
  const token_hash = 'token' in proof ? hashSecret(proof.token) : await hashBehindCode(context, proof)
  if (!token_hash) return false
  return transaction(context.db, async (tx) => {
    const before = await queries.auth.lockByVerification(tx, { token_hash })
    if (!before) return false
    const after = await queries.auth.verifyByToken(tx, { token_hash })
    if (!after) return false
    if (after.email !== before.email) {
      await queries.auth.deletePending(tx, { user_id: after.id })
      if (before.verified) await notifyOfChange(context, tx, before, { template: 'email_changed' })
    }
    return true
  }).catch((error: unknown) => {
    throw databaseError(error)?.constraint === 'users_email_key' ? new AppError('conflict') : error
  })
}

const VERIFICATION_CODES = {
  purpose: 'verification',
  lock: queries.auth.lockVerificationCode,
  countWrong: queries.auth.countWrongVerificationCode,
} as const

const hashBehindCode = async ({ db }: AccountsContext, entered: CodeTry): Promise<Uint8Array | undefined> =>
  (await transaction(db, (tx) => enteredCode(tx, VERIFICATION_CODES, entered)))?.token_hash
