import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { type Identity, type IssuedToken, identityOf } from '../plugins/authentication.ts'
import { tellOwner } from './mails.ts'
import { counted, type Proof, useProof } from './proof.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { newTotp, readTotp } from './totp.ts'

/** Locks the account of a caller. @throws AppError 401 when their token was revoked meanwhile. */
async function lockAccount(tx: Transaction, { userId, tokenVersion }: Identity) {
  const account = await queries.auth.lockUser(tx, { user_id: userId })
  if (account?.token_version !== tokenVersion) throw new AppError('invalidToken')
  return account
}

/** A secret for an authenticator, which counts once it is confirmed. @throws AppError 409 when the account has one. */
export async function offerTotp({ config, db }: FastifyInstance, { userId, username }: Identity) {
  const { sealed, secret, uri } = newTotp(config, username)
  if (!(await queries.secondFactor.upsertTotp(db, { user_id: userId, secret: sealed }))) throw new AppError('conflict')
  return { secret, uri }
}

/** Has the sign-ins of an account need this authenticator. @throws AppError 401 wrong code, 409 without a secret that waits. */
export function confirmTotp(app: FastifyInstance, request: FastifyRequest, code: string): Promise<Enrolled> {
  const identity = identityOf(request)
  const { userId: user_id } = identity
  return counted(app, user_id, () =>
    enrol(app, request, 'totp', async (tx) => {
      const stored = await queries.secondFactor.findTotp(tx, { user_id })
      if (!stored || stored.is_confirmed) throw new AppError('conflict')
      const read = readTotp(app.config, stored.secret, code)
      if (!read) throw new AppError('wrongCode')
      if (!(await queries.secondFactor.confirmTotp(tx, { user_id, ...read }))) throw new AppError('conflict')
    }),
  )
}

export interface Enrolled extends IssuedToken {
  recovery_codes: string[]
}

/**
 * Adds a second factor to the caller's account: sessions of before end, the caller's goes on with a new token, and the owner is mailed. The
 * first one comes with recovery codes.
 */
export async function enrol(
  app: FastifyInstance,
  request: FastifyRequest,
  method: 'totp',
  add: (tx: Transaction) => Promise<void>,
): Promise<Enrolled> {
  const identity = identityOf(request)
  const { userId: user_id } = identity
  const { account, recovery_codes } = await transaction(app.db, async (tx) => {
    const { has_second_factor } = await lockAccount(tx, identity)
    await add(tx)
    const recovery_codes = has_second_factor ? [] : await renewRecoveryCodes(tx, user_id)
    const account = await queries.auth.requireSecondFactor(tx, { user_id })
    if (!account) throw new AppError('invalidToken')
    await tellOwner(app, tx, user_id, { what: 'added', method })
    await app.bus.disconnect(tx, user_id)
    return { account, recovery_codes }
  })
  await app.resumeSession(request, { ...identity, tokenVersion: account.token_version })
  return { ...app.issueToken(account, identity.session), recovery_codes }
}

/** Takes a second factor away; with the last one, recovery codes go too. @throws AppError 401 wrong code, 404. */
export async function remove(
  app: FastifyInstance,
  identity: Identity,
  proof: Proof,
  method: 'totp',
  take: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const { userId: user_id } = identity
  await counted(app, user_id, () =>
    transaction(app.db, async (tx) => {
      await lockAccount(tx, identity)
      await useProof(app, tx, user_id, proof)
      if (!(await take(tx))) throw new AppError('notFound')
      await waiveIfLast(tx, user_id)
      await tellOwner(app, tx, user_id, { what: 'removed', method })
    }),
  )
}

async function waiveIfLast(tx: Transaction, user_id: number): Promise<void> {
  const totp = await queries.secondFactor.findTotp(tx, { user_id })
  if (totp?.is_confirmed) return
  await queries.secondFactor.deleteAll(tx, { user_id })
  await queries.auth.waiveSecondFactor(tx, { user_id })
}

/** Ten new recovery codes in place of those of before. @throws AppError 401 wrong code, 409 without a second factor. */
export const newRecoveryCodes = (app: FastifyInstance, identity: Identity, proof: Proof): Promise<string[]> =>
  counted(app, identity.userId, () =>
    transaction(app.db, async (tx) => {
      const { has_second_factor } = await lockAccount(tx, identity)
      if (!has_second_factor) throw new AppError('conflict')
      await useProof(app, tx, identity.userId, proof)
      await tellOwner(app, tx, identity.userId, { what: 'recovery_codes_renewed' })
      return renewRecoveryCodes(tx, identity.userId)
    }),
  )

/** For somebody who has lost everything: the account needs no second factor, and its tokens end. @returns whether there is one. */
export const removeAll = (app: FastifyInstance, email: string): Promise<boolean> =>
  transaction(app.db, async (tx) => {
    const account = await queries.auth.findByEmail(tx, { email })
    if (!account) return false
    const user_id = account.id
    await queries.secondFactor.deleteAll(tx, { user_id })
    await queries.auth.waiveSecondFactor(tx, { user_id })
    await queries.auth.revokeTokens(tx, { user_id })
    await tellOwner(app, tx, user_id, { what: 'reset' })
    await app.bus.disconnect(tx, user_id)
    return true
  })
