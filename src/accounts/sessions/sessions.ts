import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { networkOf } from '../../platform/lib/network.ts'
import type { IssuedToken, TokenOwner } from '../../platform/plugins/tokens.ts'
import { SESSION_SECONDS } from '../auth/sign-in.ts'
import { rememberAddress } from '../auth/throttle.ts'
import type { AccountsContext } from '../context.ts'
import { deviceOf } from './device.ts'

/** Sessions of one account; one more ends the one that was not used for longest. */
const MAX_SESSIONS = 50

const placeOf = (request: FastifyRequest) => ({
  device: deviceOf(request.headers['user-agent']),
  address: request.ip.slice(0, 100),
})

/**
 * Begins a session: its token. A sign-in from a network that the account has not signed in from before is mailed, except the first of
 * all.
 */
export async function beginSession(
  context: AccountsContext,
  request: FastifyRequest,
  { id: user_id, token_version }: TokenOwner,
): Promise<IssuedToken> {
  const session = { sid: randomUUID(), auth_time: Math.floor(Date.now() / 1_000) }
  const place = placeOf(request)
  await transaction(context.db, async (tx) => {
    const account = await queries.auth.lockUser(tx, { user_id })
    if (!account) throw new AppError('invalidToken')
    const network = networkOf(request.ip)
    const before = await queries.sessions.findNewness(tx, { user_id, network, address: place.address })
    await queries.sessions.upsert(tx, { user_id, token_version, ...session, ...place, life_seconds: SESSION_SECONDS })
    const surplus = await queries.sessions.deleteSurplus(tx, { user_id, keep: MAX_SESSIONS })
    for (const { sid } of surplus) await end(context, tx, user_id, sid)
    if (before.has_signed_in && !before.is_known && account.verified) {
      await context.mail.enqueue(tx, {
        to: account.email,
        locale: account.locale,
        content: {
          template: 'new_sign_in',
          ...place,
          at: new Date().toISOString(),
          link: context.frontEnd.home(),
        },
      })
    }
    await rememberAddress(tx, user_id, request.ip)
  })
  return context.issueToken({ id: user_id, token_version }, session)
}

/** Notes that a session goes on, and from where. */
export const resumeSession = (
  context: AccountsContext,
  request: FastifyRequest,
  { userId, tokenVersion, session }: Pick<Identity, 'userId' | 'tokenVersion' | 'session'>,
): Promise<void> =>
  queries.sessions.upsert(context.db, {
    user_id: userId,
    token_version: tokenVersion,
    ...session,
    ...placeOf(request),
    life_seconds: SESSION_SECONDS,
  })

/** Ends a session of an account at once, with its sockets. @throws AppError 404. */
export const endSession = (context: AccountsContext, user_id: number, sid: string): Promise<void> =>
  transaction(context.db, async (tx) => {
    if (!(await queries.sessions.delete(tx, { user_id, sid }))) throw new AppError('notFound')
    await end(context, tx, user_id, sid)
  })

/** Sockets do not know their session: all of the account's end, and those of other sessions connect again. */
async function end(context: AccountsContext, tx: Transaction, user_id: number, sid: string): Promise<void> {
  await queries.auth.endSession(tx, { sid, user_id, life_seconds: SESSION_SECONDS })
  await context.bus.disconnect(tx, user_id)
}
