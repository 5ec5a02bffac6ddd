import { request } from 'undici'
import { z } from 'zod'
import type { OAuthClient } from '../config.ts'
import { requestIdHeader } from '../lib/work-context.ts'

export const PROVIDERS = ['google', 'facebook'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** A person's profile at a provider. */
export interface ExternalProfile {
  subject: string
  email: string | undefined
  /** Whether the provider has verified the address; only then may it sign in to an existing account. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

export interface Provider {
  scope: string[]
  auth: { authorizeHost: string; authorizePath: string; tokenHost: string; tokenPath: string }
  fetchProfile(accessToken: string): Promise<ExternalProfile>
}

const googleProfile = z.object({
  sub: z.string().min(1),
  email: z.email().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})

const facebookProfile = z.object({
  id: z.string().min(1),
  email: z.email().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
})

const TIMEOUT_MS = 10_000

async function fetchJson<T extends z.ZodType>(url: string, accessToken: string, schema: T): Promise<z.infer<T>> {
  const response = await request(url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', ...requestIdHeader() },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  })
  const body = await response.body.json()
  if (response.statusCode !== 200) throw new Error(`profile: ${response.statusCode}`)
  return schema.parse(body)
}

/** OpenID Connect with Google, or with the issuer that replaces it. */
function google(issuer: string | undefined): Provider {
  const at = (host: string, path: string, own: string) =>
    issuer === undefined ? { host, path } : { host: issuer, path: own }
  const authorize = at('https://accounts.google.com', '/o/oauth2/v2/auth', '/authorize')
  const token = at('https://oauth2.googleapis.com', '/token', '/token')
  const profile = at('https://openidconnect.googleapis.com', '/v1/userinfo', '/userinfo')
  return {
    scope: ['openid', 'email', 'profile'],
    auth: {
      authorizeHost: authorize.host,
      authorizePath: authorize.path,
      tokenHost: token.host,
      tokenPath: token.path,
    },
    async fetchProfile(accessToken) {
      const person = await fetchJson(profile.host + profile.path, accessToken, googleProfile)
      return {
        subject: person.sub,
        email: person.email,
        emailVerified: person.email_verified,
        firstName: person.given_name ?? '',
        lastName: person.family_name ?? '',
      }
    },
  }
}

/** Facebook does not say whether an address is verified, so its addresses only create accounts. */
function facebook(issuer: string | undefined): Provider {
  const graph = issuer ?? 'https://graph.facebook.com'
  const profile = issuer === undefined ? '/v23.0/me?fields=id,email,first_name,last_name' : '/userinfo'
  return {
    scope: ['email', 'public_profile'],
    auth: {
      authorizeHost: issuer ?? 'https://www.facebook.com',
      authorizePath: issuer === undefined ? '/v23.0/dialog/oauth' : '/authorize',
      tokenHost: graph,
      tokenPath: issuer === undefined ? '/v23.0/oauth/access_token' : '/token',
    },
    async fetchProfile(accessToken) {
      const person = await fetchJson(graph + profile, accessToken, facebookProfile)
      return {
        subject: person.id,
        email: person.email,
        emailVerified: false,
        firstName: person.first_name ?? '',
        lastName: person.last_name ?? '',
      }
    },
  }
}

export const createOAuthProvider = (name: ProviderName, client: OAuthClient): Provider =>
  name === 'google' ? google(client.issuer) : facebook(client.issuer)
