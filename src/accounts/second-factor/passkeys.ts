import { randomBytes } from 'node:crypto'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { PasskeyPurpose } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { AccountsContext } from '../context.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Assertion, RequestOptions } from './webauthn.schemas.ts'
import { readAssertion, requestOptionsOf } from './webauthn.ts'

/** Time in which a browser has a challenge signed. */
export const CHALLENGE_SECONDS = 300

/** Relying party of the passkeys. @throws AppError 503 where no page can have one. */
export function relyingPartyOf({ config: { relyingParty } }: AccountsContext): RelyingParty {
  if (!relyingParty) throw new AppError('passkeysUnconfigured')
  return relyingParty
}

/** A challenge for passkeys of an account, good once, in place of the one before. @returns it as options have it. */
export async function newChallenge(db: Queryable, user_id: number, purpose: PasskeyPurpose) {
  const challenge = randomBytes(32).toString('base64url')
  const seconds = CHALLENGE_SECONDS
  await queries.secondFactor.upsertPasskeyChallenge(db, { user_id, purpose, challenge, seconds })
  return { challenge, seconds }
}

/** Uses the challenge of an account up. @throws AppError 401 without one that is still good. */
export async function takeChallenge(tx: Transaction, user_id: number, purpose: PasskeyPurpose): Promise<string> {
  const taken = await queries.secondFactor.usePasskeyChallenge(tx, { user_id, purpose })
  if (!taken) throw new AppError('wrongPasskey')
  return taken.challenge
}

/** Returns the options by which a browser signs a challenge with a passkey of an account. @throws AppError 409 for an account without one. */
export async function askFor(
  party: RelyingParty,
  db: Queryable,
  user_id: number,
  asked: { challenge: string; seconds: number },
): Promise<RequestOptions> {
  const known = await queries.secondFactor.listPasskeys(db, { user_id })
  if (known.length === 0) throw new AppError('conflict')
  return requestOptionsOf(party, asked, known)
}

/** Returns the options by which a browser proves with a passkey who changes the second factors of an account. @throws AppError 409 without one. */
export async function askForProof(context: AccountsContext, user_id: number): Promise<RequestOptions> {
  const party = relyingPartyOf(context)
  return askFor(party, context.db, user_id, await newChallenge(context.db, user_id, 'proof'))
}

/**
 * Uses what a passkey of an account has signed.
 * @param ofSignIn the challenge, which its sign-in has used up; undefined: the one that was given for a change.
 * @throws AppError 401 for another challenge, page or account, and for a counter that has gone back: of two copies of a key one is stolen.
 */
export async function usePasskey(
  context: AccountsContext,
  tx: Transaction,
  user_id: number,
  signed: Assertion,
  ofSignIn?: string,
): Promise<void> {
  const party = relyingPartyOf(context)
  const challenge = ofSignIn ?? (await takeChallenge(tx, user_id, 'proof'))
  const credential_id = Buffer.from(signed.id, 'base64url')
  const stored = await queries.secondFactor.findPasskey(tx, { user_id, credential_id })
  if (!stored) throw new AppError('wrongPasskey')
  const read = await readAssertion(party, challenge, signed, stored)
  if (!(await queries.secondFactor.usePasskey(tx, { id: stored.id, ...read }))) throw new AppError('wrongPasskey')
}
