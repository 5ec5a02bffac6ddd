import {
  type Identity,
  type IssuedToken,
  REFRESH_WINDOW_SECONDS,
  TOKEN_LIFE_SECONDS,
  type TokenOwner,
} from '../../platform/plugins/authentication.ts'

/** How long a token can be refreshed after it was issued. */
export const SESSION_SECONDS = TOKEN_LIFE_SECONDS + REFRESH_WINDOW_SECONDS

declare module 'fastify' {
  interface FastifyInstance {
    /** Begins a session for whoever has shown who they are. Every way to sign in ends here. */
    signIn(request: FastifyRequest, account: TokenOwner): Promise<IssuedToken>
    /** Notes that a session goes on, with tokens of this version. */
    resumeSession(
      request: FastifyRequest,
      identity: Pick<Identity, 'userId' | 'tokenVersion' | 'session'>,
    ): Promise<void>
  }
}
