import type { z } from 'zod'
import { OAUTH_PROVIDER, type OauthProvider } from '../../platform/db/enums.ts'
import { flagUrl, text } from '../../platform/lib/environment.ts'

export interface OAuthClient {
  id: string
  secret: string
  /** A server that replaces the provider, with /authorize, /token and /userinfo. */
  issuer: string | undefined
}

type Variable = `${Uppercase<OauthProvider>}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}`

const variableOf = (name: OauthProvider, what: string) => `${name.toUpperCase()}_${what}` as Variable

/** What the environment says of each provider of sign-in: GOOGLE_CLIENT_ID and so on. */
export const oauthVariables = Object.fromEntries(
  OAUTH_PROVIDER.flatMap((name) => [
    [variableOf(name, 'CLIENT_ID'), text.optional()],
    [variableOf(name, 'CLIENT_SECRET'), text.optional()],
    [variableOf(name, 'ISSUER'), flagUrl('http', 'https').optional()],
  ]),
) as Record<Variable, z.ZodOptional<z.ZodString | z.ZodURL>>

/** The clients of the providers for which both id and secret are given. */
export function oauthClients(
  env: Partial<Record<Variable, string | undefined>>,
): Partial<Record<OauthProvider, OAuthClient>> {
  const clients: Partial<Record<OauthProvider, OAuthClient>> = {}
  for (const name of OAUTH_PROVIDER) {
    const [id, secret] = [env[variableOf(name, 'CLIENT_ID')], env[variableOf(name, 'CLIENT_SECRET')]]
    const issuer = env[variableOf(name, 'ISSUER')]?.replace(/\/$/, '')
    if (id !== undefined && secret !== undefined) clients[name] = { id, secret, issuer }
  }
  return clients
}
