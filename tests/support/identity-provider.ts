import { OAuth2Server } from 'oauth2-mock-server'
import { test as base, expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'

/** Sign-in with Google and Facebook, both played by one provider whose answers a test chooses. */

interface Person {
  sub: string
  id?: string
  email?: string
  email_verified?: boolean
  given_name?: string
  first_name?: string
}

interface Provider {
  url: string
  /** The person who signs in next. */
  person: Person
  /** Answers of the token and profile endpoints, when they fail. */
  failure: { token?: number; profile?: number }
  stop(): Promise<void>
}

export const ADA: Person = {
  sub: 'g-1',
  id: 'f-1',
  email: 'ada@example.org',
  email_verified: true,
  given_name: 'Ada',
  first_name: 'Ada',
}

async function startProvider(): Promise<Provider> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('ES256')
  await server.start(0, '127.0.0.1')
  const provider: Provider = {
    url: `http://127.0.0.1:${server.address().port}`,
    person: ADA,
    failure: {},
    stop: async () => {
      if (server.listening) await server.stop()
    },
  }
  server.service.on('beforeUserinfo', (response: { body: unknown; statusCode: number }) => {
    response.body = provider.person
    response.statusCode = provider.failure.profile ?? 200
  })
  server.service.on('beforeResponse', (response: { statusCode: number }) => {
    response.statusCode = provider.failure.token ?? 200
  })
  return provider
}

/** A service that both providers are configured for. */
export const test = base.extend<{ provider: Provider; t: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  provider: async ({}, use) => {
    const provider = await startProvider()
    await use(provider)
    await provider.stop()
  },
  t: async ({ provider }, use) => {
    const client = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret', ISSUER: provider.url }
    const env = Object.fromEntries(
      ['GOOGLE', 'FACEBOOK'].flatMap((name) => Object.entries(client).map(([key, value]) => [`${name}_${key}`, value])),
    )
    const t = await startApp(env)
    await use(t)
    await t.close()
  },
})

/** Follows redirects to the provider and back with cookies, as a browser does. */
export async function begin(t: TestApp, name: string) {
  const start = await t.call('GET', `/auth/${name}`)
  expect(start.status).toBe(302)
  const cookies = [start.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
  const consent = await fetch(String(start.headers.location), { redirect: 'manual' })
  const back = new URL(consent.headers.get('location') ?? '')
  return { start, cookies, location: new URL(String(start.headers.location)), back }
}

export const comeBack = (t: TestApp, back: URL, cookies: string, accept = 'application/json') =>
  t.call('GET', `/${back.pathname}${back.search}`, undefined, { headers: { cookie: cookies, accept } })

export async function signIn(t: TestApp, name: string) {
  const { back, cookies } = await begin(t, name)
  return comeBack(t, back, cookies)
}
