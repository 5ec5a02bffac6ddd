import type { FastifyRequest } from 'fastify'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { type Identity, identityOf } from '../../platform/http/identity.ts'
import type { IssuedToken } from '../../platform/plugins/tokens.ts'
import type { AccountsContext } from '../context.ts'
import { assertBelow } from '../quotas/quotas.ts'
import { notifyOwner } from './mails.ts'
import { newChallenge, relyingPartyOf, takeChallenge } from './passkeys.ts'
import { counted, type Proof, useProof } from './proof.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { newTotp, readTotp } from './totp.ts'
import type { Attestation, CreationOptions } from './webauthn.schemas.ts'
import { creationOptionsOf, readRegistration } from './webauthn.ts'

/** Methods that are added and removed. */
type Method = 'totp' | 'passkey'

/** Locks the account of a caller. @throws AppError 401 when their token was revoked meanwhile. */
async function lockAccount(tx: Transaction, { userId, tokenVersion }: Identity) {
  const account = await queries.auth.lockUser(tx, { user_id: userId })
  if (account?.token_version !== tokenVersion) throw new AppError('invalidToken')
  return account
}

/**
 * Begins to add a second factor. An account that has one shows it: who has a token alone could add their own, and take the others away
 * with it. @throws AppError 400 without a proof that is needed, 401 for a wrong one.
 */
function begin<T>(
  context: AccountsContext,
  identity: Identity,
  proof: Proof | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const added = () =>
    transaction(context.db, async (tx) => {
      const { has_second_factor } = await lockAccount(tx, identity)
      const begun = await work(tx)
      if (!has_second_factor) return begun
      if (!proof) throw invalid({ proof: 'required' })
      await useProof(context, tx, identity.userId, proof)
      return begun
    })
  return proof ? counted(context, identity.userId, added) : added()
}

/** A secret for an authenticator, which counts once it is confirmed. @throws AppError as `begin`, 409 when the account has one. */
export const offerTotp = (context: AccountsContext, identity: Identity, proof: Proof | undefined) =>
  begin(context, identity, proof, async (tx) => {
    const { sealed, secret, uri } = await newTotp(tx, context.config, identity)
    if (!(await queries.secondFactor.upsertTotp(tx, { user_id: identity.userId, secret: sealed })))
      throw new AppError('conflict')
    return { secret, uri }
  })

/** Requires this authenticator at the sign-ins of an account. @throws AppError 401 wrong code, 409 without a secret that waits. */
export function confirmTotp(context: AccountsContext, request: FastifyRequest, code: string) {
  const identity = identityOf(request)
  const { userId: user_id } = identity
  return counted(context, user_id, () =>
    enrol(context, request, 'totp', async (tx) => {
      const stored = await queries.secondFactor.findTotp(tx, { user_id })
      if (!stored || stored.is_confirmed) throw new AppError('conflict')
      const read = await readTotp(tx, context.config, user_id, { sealed: stored.secret, code })
      if (!read) throw invalid({ code: 'wrongCode' })
      if (!(await queries.secondFactor.confirmTotp(tx, { user_id, ...read }))) throw new AppError('conflict')
    }),
  )
}

/** Returns the options by which a browser makes a passkey for the caller. @throws AppError as `begin`, 409 when the account has as many as it may, 503. */
export const offerPasskey = (
  context: AccountsContext,
  identity: Identity,
  proof: Proof | undefined,
): Promise<CreationOptions> => {
  const party = relyingPartyOf(context)
  const { userId: user_id, username } = identity
  const account = { userId: user_id, username, service: context.config.seller.name }
  return begin(context, identity, proof, async (tx) => {
    const known = await queries.secondFactor.listPasskeys(tx, { user_id })
    assertBelow(context.config.quotas.passkeysPerAccount, { count: known.length })
    return creationOptionsOf(party, await newChallenge(tx, user_id, 'registration'), account, known)
  })
}

/** Accepts this passkey at the sign-ins of an account. @throws AppError 401 for another challenge or page, 409 when some account has it, 503. */
export function addPasskey(context: AccountsContext, request: FastifyRequest, name: string, made: Attestation) {
  const party = relyingPartyOf(context)
  const { userId: user_id } = identityOf(request)
  return enrol(context, request, 'passkey', async (tx) => {
    const passkey = await readRegistration(party, await takeChallenge(tx, user_id, 'registration'), made)
    assertBelow(context.config.quotas.passkeysPerAccount, await queries.secondFactor.countPasskeys(tx, { user_id }))
    const inserted = await queries.secondFactor.insertPasskey(tx, { user_id, name, ...passkey })
    if (!inserted) throw new AppError('conflict')
    return inserted
  })
}

/**
 * Adds a second factor to the caller's account: sessions of before end, the caller's goes on with a new token, and the owner is mailed. The
 * first one comes with recovery codes.
 */
async function enrol<T>(
  context: AccountsContext,
  request: FastifyRequest,
  method: Method,
  add: (tx: Transaction) => Promise<T>,
): Promise<IssuedToken & { recovery_codes: string[]; added: T }> {
  const identity = identityOf(request)
  const { userId: user_id } = identity
  const { account, ...enrolled } = await transaction(context.db, async (tx) => {
    const { has_second_factor } = await lockAccount(tx, identity)
    const added = await add(tx)
    await queries.secondFactor.deletePending(tx, { user_id })
    const recovery_codes = has_second_factor ? [] : await renewRecoveryCodes(tx, user_id)
    const account = await queries.auth.requireSecondFactor(tx, { user_id })
    if (!account) throw new AppError('invalidToken')
    await notifyOwner(context, tx, user_id, { what: 'added', method })
    await context.bus.disconnect(tx, user_id)
    return { account, recovery_codes, added }
  })
  await context.resumeSession(request, { ...identity, tokenVersion: account.token_version })
  return { ...context.issueToken(account, identity.session), ...enrolled }
}

/** Takes a second factor away; with the last one, recovery codes go too. @throws AppError 401 wrong proof, 404. */
export async function remove(
  context: AccountsContext,
  identity: Identity,
  proof: Proof,
  method: Method,
  take: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const { userId: user_id } = identity
  await counted(context, user_id, () =>
    transaction(context.db, async (tx) => {
      await lockAccount(tx, identity)
      await useProof(context, tx, user_id, proof)
      if (!(await take(tx))) throw new AppError('notFound')
      await waiveIfLast(tx, user_id)
      await notifyOwner(context, tx, user_id, { what: 'removed', method })
    }),
  )
}

async function waiveIfLast(tx: Transaction, user_id: number): Promise<void> {
  const totp = await queries.secondFactor.findTotp(tx, { user_id })
  const { count } = await queries.secondFactor.countPasskeys(tx, { user_id })
  if (totp?.is_confirmed || count > 0) return
  await queries.secondFactor.deleteAll(tx, { user_id })
  await queries.auth.waiveSecondFactor(tx, { user_id })
}

/** Ten new recovery codes in place of those of before. @throws AppError 401 wrong proof, 409 without a second factor. */
export const newRecoveryCodes = (context: AccountsContext, identity: Identity, proof: Proof): Promise<string[]> =>
  counted(context, identity.userId, () =>
    transaction(context.db, async (tx) => {
      const { has_second_factor } = await lockAccount(tx, identity)
      if (!has_second_factor) throw new AppError('conflict')
      await useProof(context, tx, identity.userId, proof)
      await notifyOwner(context, tx, identity.userId, { what: 'recovery_codes_renewed' })
      return renewRecoveryCodes(tx, identity.userId)
    }),
  )

/** For somebody who has lost everything: the account needs no second factor, and its tokens end. @returns whether there is one. */
export const removeAll = (context: AccountsContext, email: string): Promise<boolean> =>
  transaction(context.db, async (tx) => {
    const account = await queries.auth.findByEmail(tx, { email })
    if (!account) return false
    const user_id = account.id
    await queries.secondFactor.deleteAll(tx, { user_id })
    await queries.auth.waiveSecondFactor(tx, { user_id })
    await queries.auth.revokeTokens(tx, { user_id })
    await notifyOwner(context, tx, user_id, { what: 'reset' })
    await context.bus.disconnect(tx, user_id)
    return true
  })
