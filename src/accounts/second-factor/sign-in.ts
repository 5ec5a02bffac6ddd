import type { FastifyRequest } from 'fastify'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { IssuedToken, TokenOwner } from '../../platform/plugins/tokens.ts'
import { createLinkSecret, hashSecret } from '../auth/passwords.ts'
import { type SecondFactorMethod, secondFactorMethod } from '../auth/schemas.ts'
import type { AccountsContext } from '../context.ts'
import { beginSession } from '../sessions/sessions.ts'
import { askFor, CHALLENGE_SECONDS, relyingPartyOf } from './passkeys.ts'
import { counted, type Proof, useProof } from './proof.ts'
import type { RequestOptions } from './webauthn.schemas.ts'

/** Ways in which an account completes a sign-in. */
export async function methodsOf({ config, db }: AccountsContext, user_id: number): Promise<SecondFactorMethod[]> {
  const [totp, passkeys, codes] = await Promise.all([
    queries.secondFactor.findTotp(db, { user_id }),
    queries.secondFactor.countPasskeys(db, { user_id }),
    queries.secondFactor.countRecoveryCodes(db, { user_id }),
  ])
  const has: Record<SecondFactorMethod, boolean> = {
    totp: totp?.is_confirmed ?? false,
    passkey: passkeys.count > 0 && config.relyingParty !== undefined,
    recovery_code: codes.count > 0,
  }
  return secondFactorMethod.options.filter((method) => has[method])
}

/**
 * Begins a session, or says how to complete the sign-in where the account has a second factor. Every way to sign in passes here.
 * @throws AppError 401 with a challenge.
 */
export async function signIn(
  context: AccountsContext,
  request: FastifyRequest,
  account: TokenOwner,
): Promise<IssuedToken> {
  const { secret: challenge, hash: token_hash } = createLinkSecret()
  const { id: user_id, token_version } = account
  const waiting = await queries.secondFactor.insertChallenge(context.db, { user_id, token_version, token_hash })
  if (!waiting) return beginSession(context, request, account)
  const second_factor = { challenge, methods: await methodsOf(context, user_id), expires_at: waiting.expires_at }
  throw new AppError('secondFactorRequired', {
    data: (locale) => texts(locale).words.secondFactor,
    more: { second_factor },
  })
}

/**
 * Returns the options by which a browser signs the challenge of a sign-in itself with a passkey, which is random, good once, and kept as a hash.
 * @throws AppError 401 for one that is used or too old, 409 for an account without passkeys.
 */
export async function askForSignIn(context: AccountsContext, challenge: string): Promise<RequestOptions> {
  const party = relyingPartyOf(context)
  const account = await queries.secondFactor.findChallenge(context.db, { token_hash: hashSecret(challenge) })
  if (!account) throw new AppError('invalidChallenge')
  return askFor(party, context.db, account.id, { challenge, seconds: CHALLENGE_SECONDS })
}

/** Completes a sign-in, once. @throws AppError 401 for a challenge or proof that is wrong, used or too old, 429 after wrong ones. */
export async function completeSignIn(
  context: AccountsContext,
  request: FastifyRequest,
  challenge: string,
  proof: Proof,
) {
  const token_hash = hashSecret(challenge)
  const account = await queries.secondFactor.findChallenge(context.db, { token_hash })
  if (!account) throw new AppError('invalidChallenge')
  await counted(context, account.id, () =>
    transaction(context.db, async (tx) => {
      if (!(await queries.secondFactor.useChallenge(tx, { token_hash }))) throw new AppError('invalidChallenge')
      await useProof(context, tx, account.id, proof, challenge)
    }),
  )
  return { ...(await beginSession(context, request, account)), role: account.role, id: account.id }
}
