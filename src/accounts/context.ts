import type { FastifyRequest } from 'fastify'
import type { Queryable, Transaction } from '../platform/db/client.ts'
import type { Identity, Session } from '../platform/http/identity.ts'
import type { Scope } from '../platform/http/scopes.ts'
import type { Locale } from '../platform/locales/locales.ts'
import type { IssuedToken, TokenOwner } from '../platform/plugins/tokens.ts'
import type { RealtimeContext } from '../realtime/context.ts'
import type { OAuthConfig } from './auth/oauth-clients.ts'
import type { RemainingAccess } from './auth/remaining-access.ts'
import type { QuotaConfig } from './quotas/config.ts'
import type { PasskeyConfig } from './second-factor/config.ts'

/** Subject of notifications for members of a team. */
interface TeamSubject {
  owner_id: number
  scope: Scope
  /** The home that it concerns; null: the whole account. */
  property_id: string | null
}

/** The context of rules of accounts and of the districts above. */
export interface AccountsContext extends RealtimeContext {
  config: RealtimeContext['config'] &
    OAuthConfig &
    PasskeyConfig &
    QuotaConfig & {
      /** Names the service in authenticator apps. */
      seller: { name: string }
    }
  /** A token of a new sign-in, or a further one of a session. */
  issueToken(account: TokenOwner, session?: Session): IssuedToken
  /** Begins a session for an authenticated user. Every way to sign in ends here. */
  signIn(request: FastifyRequest, account: TokenOwner): Promise<IssuedToken>
  /** Notes that a session goes on, with tokens of this version. */
  resumeSession(request: FastifyRequest, identity: Pick<Identity, 'userId' | 'tokenVersion' | 'session'>): Promise<void>
  /** Ids of the team members who are notified with an account. Implemented by src/accounts/team, which stands on notifications. */
  listNotified(tx: Transaction, subject: TeamSubject): Promise<number[]>
  /** Guest, home, days and price of a stay, one a line, for the company that sells it; undefined for others. Implemented by src/bookings/states. */
  linesOfStay(
    db: Queryable,
    stay: { reservation_id: number; owner_id: number; locale: Locale },
  ): Promise<string[] | undefined>
  /** Takes from somebody the tasks of homes that they have left. Implemented by src/hosting/tasks, which stands above accounts. */
  releaseTasks(tx: Transaction, member: { owner_id: number; user_id: number }): Promise<void>
  /** Implemented by src/integrations/webhook-endpoints, which stands above accounts. */
  remainingAccess(tx: Transaction, user_id: number): Promise<RemainingAccess>
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<AccountsContext, 'log' | 'db'> {}
}
