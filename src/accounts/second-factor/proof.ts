import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { countGuess, DAY_SECONDS, forgiveAttempt, QUARTER_SECONDS } from '../auth/throttle.ts'
import type { AccountsContext } from '../context.ts'
import { notifyOwner } from './mails.ts'
import { usePasskey } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { readTotp } from './totp.ts'
import type { Assertion } from './webauthn.schemas.ts'

/** Wrong proofs of an account of all kinds, from anywhere: ten in a quarter of an hour, as passwords, and thirty in a day. */
const WINDOWS = [
  { name: 'second-factor', limit: 10, seconds: QUARTER_SECONDS },
  { name: 'second-factor-of-day', limit: 30, seconds: DAY_SECONDS },
]

/** Proof of a second factor: one of both. */
export interface Proof {
  code?: string | undefined
  passkey?: Assertion | undefined
}

/** The cause of a refusal of a right code that was used before: its sender has not guessed. */
const USED = Symbol('used before')

/** True if a refusal says that a proof was guessed wrong. */
const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError &&
  error.cause !== USED &&
  (error.code === 'wrongCode' || error.code === 'wrongPasskey' || error.fields?.code !== undefined)

/**
 * Runs `work`, which throws when a proof is wrong. The attempt is counted before, outside of its transaction, so that concurrent guesses
 * add up, and forgiven unless it was a wrong one: right codes that arrive together do not lock their owner out.
 * @throws AppError 429 with the seconds to wait.
 */
export async function counted<T>({ db }: AccountsContext, userId: number, work: () => Promise<T>): Promise<T> {
  await countGuess(
    db,
    WINDOWS.map(({ name, ...limits }) => ({ key: `${name} ${userId}`, ...limits })),
  )
  const forgive = async () => {
    for (const { name } of WINDOWS) await forgiveAttempt(db, `${name} ${userId}`)
  }
  const result = await work().catch(async (error: unknown) => {
    if (!isWrongGuess(error)) await forgive()
    throw error
  })
  await forgive()
  return result
}

/**
 * Uses a proof up, in the caller's transaction, which is undone with it.
 * @param challenge of the sign-in that it completes; undefined: a passkey has signed the one that the account was given for a change.
 * @throws AppError 401 wrong, or used before.
 */
export async function useProof(
  context: AccountsContext,
  tx: Transaction,
  user_id: number,
  { code = '', passkey }: Proof,
  challenge?: string,
): Promise<void> {
  if (passkey) return usePasskey(context, tx, user_id, passkey, challenge)
  const digits = code.replaceAll(/\s/g, '')
  const isRight = /^\d{6}$/.test(digits)
    ? await useTotp(context, tx, user_id, digits)
    : await useRecoveryCode(context, tx, user_id, code)
  if (!isRight) throw new AppError('wrongCode')
}

async function useTotp(context: AccountsContext, tx: Transaction, user_id: number, code: string): Promise<boolean> {
  const stored = await queries.secondFactor.findTotp(tx, { user_id })
  const sealed = stored?.is_confirmed ? stored.secret : undefined
  const read = sealed && (await readTotp(tx, context.config, user_id, { sealed, code }))
  if (read === undefined) return false
  if (!(await queries.secondFactor.useStep(tx, { user_id, ...read }))) throw new AppError('wrongCode', { cause: USED })
  return true
}

async function useRecoveryCode(
  context: AccountsContext,
  tx: Transaction,
  user_id: number,
  code: string,
): Promise<boolean> {
  const used = await queries.secondFactor.useRecoveryCode(tx, { user_id, code_hash: hashRecoveryCode(user_id, code) })
  if (!used) return false
  const { count } = await queries.secondFactor.countRecoveryCodes(tx, { user_id })
  await notifyOwner(context, tx, user_id, { what: 'recovery_code_used', left: count })
  return true
}
