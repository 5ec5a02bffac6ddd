import { z } from 'zod'
import type { OauthProvider } from '../../platform/db/enums.ts'
import { requestIdHeader } from '../../platform/lib/work-context.ts'
import type { OAuthClient } from './oauth-clients.ts'

/** A person's profile at a provider. */
export interface ExternalProfile {
  subject: string
  email: string | undefined
  /** True if the provider has verified the address; only then may it sign in to an existing account. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

/** Providers that can sign users in. */
interface Provider {
  /** Its name for people. */
  title: string
  scope: string[]
  endpoints: Endpoints
  profile: z.ZodType<ExternalProfile>
}

interface Endpoints {
  authorize: string
  token: string
  profile: string
}

/** Each row of `oauth_providers` needs a declaration here; one that lacks it does not compile. */
export const PROVIDERS: Record<OauthProvider, Provider> = {
  /** OpenID Connect. */
  google: {
    title: 'Google',
    scope: ['openid', 'email', 'profile'],
    endpoints: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      profile: 'https://openidconnect.googleapis.com/v1/userinfo',
    },
    profile: z
      .object({
        sub: z.string().min(1),
        email: z.email().optional(),
        email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
        given_name: z.string().optional(),
        family_name: z.string().optional(),
      })
      .transform((person) => ({
        subject: person.sub,
        email: person.email,
        emailVerified: person.email_verified,
        firstName: person.given_name ?? '',
        lastName: person.family_name ?? '',
      })),
  },
  /** Facebook does not say whether an address is verified, so its addresses sign in to no account, and are verified by a mail. */
  facebook: {
    title: 'Facebook',
    scope: ['email', 'public_profile'],
    endpoints: {
      authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      profile: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name',
    },
    profile: z
      .object({
        id: z.string().min(1),
        email: z.email().optional(),
        first_name: z.string().optional(),
        last_name: z.string().optional(),
      })
      .transform((person) => ({
        subject: person.id,
        email: person.email,
        emailVerified: false,
        firstName: person.first_name ?? '',
        lastName: person.last_name ?? '',
      })),
  },
}

/** Limits of an answer of a provider. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64_000

/** Limits of the requests of @fastify/oauth2 to the token endpoint: until the answer begins, and then until it ends. */
export const TOKEN_REQUESTS = { timeout: TIMEOUT_MS / 2, maxBytes: MAX_BYTES }

/** Address of a provider, or of the issuer that replaces it. */
const endpointsOf = (name: OauthProvider, { issuer }: OAuthClient): Endpoints =>
  issuer === undefined
    ? PROVIDERS[name].endpoints
    : { authorize: `${issuer}/authorize`, token: `${issuer}/token`, profile: `${issuer}/userinfo` }

/** The addresses as @fastify/oauth2 reads them. */
export function authOf(name: OauthProvider, client: OAuthClient) {
  const { authorize, token } = endpointsOf(name, client)
  const [to, from] = [new URL(authorize), new URL(token)]
  return {
    authorizeHost: to.origin,
    authorizePath: to.pathname,
    tokenHost: from.origin,
    tokenPath: from.pathname,
  }
}

/** @throws Error when the provider does not answer with a profile. */
export async function fetchProfile(
  name: OauthProvider,
  client: OAuthClient,
  accessToken: string,
): Promise<ExternalProfile> {
  const { request } = await import('undici')
  const response = await request(endpointsOf(name, client).profile, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', ...requestIdHeader() },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = await response.body.json()
  if (response.statusCode !== 200) throw new Error(`profile: ${response.statusCode}`)
  return PROVIDERS[name].profile.parse(body)
}
