import { z } from 'zod'
import { OAUTH_PROVIDER, type OauthProvider } from '../../platform/db/enums.ts'
import { flagUrl, type Purpose, text, type Values } from '../../platform/lib/environment.ts'

export interface OAuthClient {
  id: string
  secret: string
  /** A server that replaces the provider, with /authorize, /token and /userinfo. */
  issuer: string | undefined
}

type Variable = `${Uppercase<OauthProvider>}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}`

const variableOf = (name: OauthProvider, what: string) => `${name.toUpperCase()}_${what}` as Variable

/** GOOGLE_CLIENT_ID and so on. */
const clientVariables = Object.fromEntries(
  OAUTH_PROVIDER.flatMap((name) => [
    [variableOf(name, 'CLIENT_ID'), text.optional()],
    [variableOf(name, 'CLIENT_SECRET'), text.optional()],
    [variableOf(name, 'ISSUER'), flagUrl('http', 'https').optional()],
  ]),
) as Record<Variable, z.ZodOptional<z.ZodString | z.ZodURL>>

export const oauthVariables = { ...clientVariables, OAUTH_SHARED_CALLBACK: z.stringbool().default(false) }

export interface OAuthConfig {
  /** The clients at providers of sign-in. Without one the routes of a provider answer 503. */
  oauthClients: Partial<Record<OauthProvider, OAuthClient>>
  /** True if providers redirect to /api/oauth2-callback instead of to one callback each. */
  oauthSharedCallback: boolean
}

export const oauthConfig = (e: Values<typeof oauthVariables>, { rehearsal }: Purpose): OAuthConfig => ({
  // A rehearsal does not reach providers of sign-in.
  oauthClients: rehearsal ? {} : clientsOf(e),
  oauthSharedCallback: e.OAUTH_SHARED_CALLBACK,
})

/** The clients for which both id and secret are given. */
function clientsOf(env: Partial<Record<Variable, string | undefined>>): Partial<Record<OauthProvider, OAuthClient>> {
  const clients: Partial<Record<OauthProvider, OAuthClient>> = {}
  for (const name of OAUTH_PROVIDER) {
    const [id, secret] = [env[variableOf(name, 'CLIENT_ID')], env[variableOf(name, 'CLIENT_SECRET')]]
    const issuer = env[variableOf(name, 'ISSUER')]?.replace(/\/$/, '')
    if (id !== undefined && secret !== undefined) clients[name] = { id, secret, issuer }
  }
  return clients
}
