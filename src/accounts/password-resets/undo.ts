import { transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { hashSecret } from '../auth/passwords.ts'
import type { AccountsContext } from '../context.ts'
import { startPasswordReset } from './jobs.ts'

/** The address that a link restores, and its expiry. @throws AppError 400 wrong, used or expired. */
export async function findUndo(
  context: AccountsContext,
  token: string,
): Promise<{ email: string; expires_at: string }> {
  const undo = await queries.auth.findUndo(context.db, { token_hash: hashSecret(token) })
  if (!undo) throw new AppError('invalidUndo')
  return { email: undo.email, expires_at: undo.expires_at }
}

/**
 * Undoes a change and every later one: restores the address that the link was mailed to, revokes all tokens and pending
 * links and codes, clears the password, and mails a code to set a new one to that address.
 * @throws AppError 400 wrong, used or expired; 409 when another account has verified the address meanwhile (the link
 * stays valid, so that its owner can free the address first).
 */
export async function undoChange(context: AccountsContext, token: string): Promise<void> {
  const token_hash = hashSecret(token)
  await transaction(context.db, async (tx) => {
    const undo = await queries.auth.findUndo(tx, { token_hash })
    if (!undo) throw new AppError('invalidUndo')
    await queries.auth.lockUser(tx, undo)
    // A second click has waited for the lock and finds the link deleted.
    const used = await queries.auth.useUndo(tx, { token_hash })
    if (!used) throw new AppError('invalidUndo')
    const released = await queries.auth.releaseAddress(tx, used)
    if (released) await queries.auth.deletePending(tx, { user_id: released.id })
    await queries.auth.restoreAddress(tx, used)
    await queries.auth.deletePending(tx, used)
    await context.jobs.enqueue(tx, startPasswordReset, { email: used.email })
    await context.bus.disconnect(tx, used.user_id)
  }).catch((error: unknown) => {
    throw databaseError(error)?.constraint === 'users_email_key' ? new AppError('undoTaken', { cause: error }) : error
  })
}
