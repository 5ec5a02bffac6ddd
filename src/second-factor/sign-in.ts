import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createLinkSecret, hashSecret } from '../auth/passwords.ts'
import { type Queryable, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { texts } from '../locales/locales.ts'
import type { IssuedToken, TokenOwner } from '../plugins/authentication.ts'
import { beginSession } from '../sessions/sessions.ts'
import { counted, type Proof, useProof } from './proof.ts'

/** With what an account completes a sign-in. */
export async function methodsOf(db: Queryable, user_id: number): Promise<('totp' | 'recovery_code')[]> {
  const [totp, { count }] = await Promise.all([
    queries.secondFactor.findTotp(db, { user_id }),
    queries.secondFactor.countRecoveryCodes(db, { user_id }),
  ])
  return [...(totp?.is_confirmed ? (['totp'] as const) : []), ...(count > 0 ? (['recovery_code'] as const) : [])]
}

/**
 * Begins a session, or says how to complete the sign-in where the account has a second factor. Every way to sign in passes here.
 * @throws AppError 401 with a challenge.
 */
export async function signIn(app: FastifyInstance, request: FastifyRequest, account: TokenOwner): Promise<IssuedToken> {
  const { secret: challenge, hash: token_hash } = createLinkSecret()
  const { id: user_id, token_version } = account
  const waiting = await queries.secondFactor.insertChallenge(app.db, { user_id, token_version, token_hash })
  if (!waiting) return beginSession(app, request, account)
  const second_factor = { challenge, methods: await methodsOf(app.db, user_id), expires_at: waiting.expires_at }
  throw new AppError('secondFactorRequired', {
    data: (locale) => texts(locale).words.secondFactor,
    more: { second_factor },
  })
}

/** Completes a sign-in, once. @throws AppError 401 for a challenge or proof that is wrong, used or too old, 429 after wrong ones. */
export async function completeSignIn(app: FastifyInstance, request: FastifyRequest, challenge: string, proof: Proof) {
  const token_hash = hashSecret(challenge)
  const account = await queries.secondFactor.findChallenge(app.db, { token_hash })
  if (!account) throw new AppError('invalidChallenge')
  await counted(app, account.id, () =>
    transaction(app.db, async (tx) => {
      if (!(await queries.secondFactor.useChallenge(tx, { token_hash }))) throw new AppError('invalidChallenge')
      await useProof(app, tx, account.id, proof)
    }),
  )
  return { ...(await beginSession(app, request, account)), role: account.role, id: account.id }
}
