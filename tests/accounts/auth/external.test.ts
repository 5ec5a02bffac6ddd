import { test as base, describe, expect } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { ADA, begin, comeBack, signIn, test } from '../../support/identity-provider.ts'
import { codeOf, enrol } from '../../support/second-factor.ts'

const countUsers = async (t: TestApp) => (await t.db`select from users`).length

describe.each(['google', 'facebook'])('sign-in with %s', (name) => {
  test('goes there with state and PKCE, comes back, opens an account once, verified where the provider vouches for the address', async ({
    t,
  }) => {
    const { start, location, back, cookies } = await begin(t, name)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'id',
      code_challenge_method: 'S256',
      redirect_uri: `http://sejour.test/api/v1/auth/${name}/callback`,
      state: expect.stringMatching(new RegExp(`^${name}\\.`)),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const cookie of [start.headers['set-cookie']].flat()) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const { status, body } = await comeBack(t, back, cookies)
    expect([status, body.data]).toEqual([
      200,
      { token: expect.any(String), expires_at: expect.stringMatching(/Z$/), role: 'user', id: expect.any(Number) },
    ])
    const me = (await t.call('GET', '/user', undefined, { token: body.data.token })).body.data
    expect(me).toMatchObject({ email: 'ada@example.org', email_verified: name === 'google', first_name: 'Ada' })
    expect((await signIn(t, name)).body.data.id).toBe(body.data.id)
    expect(await countUsers(t)).toBe(1)
    expect((await t.call('POST', '/auth/login', { login: 'ada@example.org', password: '' })).status).toBe(400)
    expect((await t.call('POST', '/auth/login', { login: 'ada@example.org', password: 'anything' })).status).toBe(401)
  })

  test('a forged, foreign or missing state, and one used before, open nothing', async ({ t }) => {
    const { back, cookies } = await begin(t, name)
    const other = await begin(t, name)
    const forged = new URL(back)
    forged.searchParams.set('state', `${name}.forged`)
    for (const [url, jar] of [
      [forged, cookies],
      [back, other.cookies],
      [back, ''],
      [new URL(back.pathname, back), cookies],
    ] as const) {
      const refused = await comeBack(t, url, jar)
      expect([refused.status, refused.body.success]).toEqual([400, false])
    }
    expect(await countUsers(t)).toBe(0)
    const done = await comeBack(t, back, cookies)
    expect(done.status).toBe(200)
    expect(String([done.headers['set-cookie']].flat())).toMatch(new RegExp(`sejour-${name}-state=;`))
    expect((await comeBack(t, back, '')).status).toBe(400)
  })

  test('denied consent and a refused code are 400, a provider that is down is 503; no account', async ({
    t,
    provider,
  }) => {
    const denied = await begin(t, name)
    const url = new URL(denied.back)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    expect((await comeBack(t, url, denied.cookies)).status).toBe(400)
    provider.failure = { token: 400 }
    expect((await signIn(t, name)).status).toBe(400)
    provider.failure = { token: 500 }
    expect((await signIn(t, name)).status).toBe(503)
    provider.failure = { profile: 500 }
    expect((await signIn(t, name)).status).toBe(503)
    provider.failure = {}
    provider.person = { sub: 'x', id: 'x' }
    expect((await signIn(t, name)).status).toBe(400)
    const late = await begin(t, name)
    await provider.stop()
    const down = await comeBack(t, late.back, late.cookies)
    expect([down.status, down.body.message]).toEqual([503, expect.stringContaining('injoignable')])
    expect(await countUsers(t)).toBe(0)
  })

  test('does not go around a second factor', async ({ t }) => {
    const { token, id } = (await signIn(t, name)).body.data
    await t.db`update users set email_verified_at = now() where id = ${id}`
    const { uri } = await enrol(t, { token, id, email: '', username: '' })
    const { status, body } = await signIn(t, name)
    expect([status, body.code]).toEqual([401, 'second_factor_required'])
    const { challenge } = body.second_factor
    const done = await t.call('POST', '/auth/second-factor', { challenge, code: codeOf(uri, 1) })
    expect([done.status, done.body.data.id]).toEqual([201, id])
  })

  test('ten first sign-ins at once open one account', async ({ t }) => {
    const browsers = await Promise.all(Array.from({ length: 10 }, () => begin(t, name)))
    const answers = await Promise.all(browsers.map(({ back, cookies }) => comeBack(t, back, cookies)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })
})

describe('linking', () => {
  test('a provider-verified address signs in to its account, whose password stays', async ({ t, provider }) => {
    const user = await t.user()
    provider.person = { ...ADA, email: user.email.toUpperCase() }
    expect((await signIn(t, 'google')).body.data.id).toBe(user.id)
    expect((await t.call('POST', '/auth/login', { login: user.email, password: 'correct horse' })).status).toBe(201)
  })

  test('an address that the provider does not vouch for opens nothing that exists', async ({ t, provider }) => {
    const user = await t.user()
    provider.person = { ...ADA, email: user.email, email_verified: false }
    expect((await signIn(t, 'google')).status).toBe(409)
    expect((await signIn(t, 'facebook')).status).toBe(409)
    expect(await t.db`select from oauth_identities`).toHaveLength(0)
  })

  test('an account that a stranger opened with the address and never verified loses its password and tokens', async ({
    t,
    provider,
  }) => {
    const squatter = await t.user({ verified: false })
    provider.person = { ...ADA, email: squatter.email }
    const { body } = await signIn(t, 'google')
    expect(body.data.id).toBe(squatter.id)
    expect((await t.call('POST', '/auth/login', { login: squatter.email, password: 'correct horse' })).status).toBe(401)
    expect((await t.call('GET', '/user', undefined, squatter)).status).toBe(401)
    expect((await t.call('GET', '/user', undefined, { token: body.data.token })).status).toBe(200)
  })

  test('an account that a stranger opened with the address at a provider that does not vouch for it loses that identity', async ({
    t,
  }) => {
    const stranger = await signIn(t, 'facebook')
    await t.drain()
    const [mail] = await t.mails('ada@example.org')
    expect(mail?.text).toContain('verify-email')
    expect((await signIn(t, 'google')).body.data.id).toBe(stranger.body.data.id)
    expect((await t.call('GET', '/user', undefined, { token: stranger.body.data.token })).status).toBe(401)
    expect((await signIn(t, 'facebook')).status).toBe(409)
    expect(await t.db`select provider from oauth_identities`).toEqual([{ provider: 'google' }])
  })

  test('a change of address that the stranger has begun dies with it', async ({ t, provider }) => {
    const squatter = await t.user({ verified: false })
    const change = { email: 'intruder@example.org', current_password: 'correct horse' }
    expect((await t.call('PUT', '/user', change, squatter)).status).toBe(200)
    await t.drain()
    const link = /token=([\w-]+)/.exec((await t.mails('intruder@example.org'))[0]?.text ?? '')?.[1]
    provider.person = { ...ADA, email: squatter.email }
    expect((await signIn(t, 'google')).body.data.id).toBe(squatter.id)
    expect((await t.call('GET', `/auth/verify-email?token=${link}`)).status).toBe(400)
    expect(await t.db`select email from users`).toEqual([{ email: squatter.email }])
  })
})

describe('ways back', () => {
  test('the shared callback learns the provider from the state', async ({ provider }) => {
    const t = await startApp({
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 's',
      GOOGLE_ISSUER: provider.url,
      OAUTH_SHARED_CALLBACK: 'true',
    })
    try {
      const { back, cookies, location } = await begin(t, 'google')
      expect(location.searchParams.get('redirect_uri')).toBe('http://sejour.test/api/oauth2-callback')
      expect((await comeBack(t, back, cookies)).body.data).toMatchObject({ role: 'user' })
      expect((await t.call('GET', '//api/oauth2-callback?state=unknown.x')).status).toBe(400)
      expect((await t.call('GET', '//api/oauth2-callback')).status).toBe(400)
      expect((await t.call('GET', '//api/oauth2-callback?state=facebook.x')).status).toBe(503)
    } finally {
      await t.close()
    }
  })

  test('a browser lands on the front end, the token in the fragment, whatever the request says', async ({
    provider,
  }) => {
    const t = await startApp({
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 's',
      GOOGLE_ISSUER: provider.url,
      FRONTEND_URL: 'https://front.example.org',
    })
    try {
      const { back, cookies } = await begin(t, 'google')
      back.searchParams.set('redirect_uri', 'https://evil.example')
      const landed = await comeBack(t, back, cookies, 'text/html')
      expect(landed.status).toBe(302)
      const url = new URL(String(landed.headers.location))
      expect([url.origin, url.pathname, url.search]).toEqual(['https://front.example.org', '/auth/callback', ''])
      expect(new URLSearchParams(url.hash.slice(1)).get('token')).toMatch(/^ey/)
      const refused = await comeBack(t, back, '', 'text/html')
      expect(String(refused.headers.location)).toMatch(
        /^https:\/\/front\.example\.org\/auth\/callback#error=oauth_state/,
      )
    } finally {
      await t.close()
    }
  })

  base('a provider that is not configured is 503 with a clear text', async () => {
    const t = await startApp()
    try {
      for (const path of ['/auth/google', '/auth/facebook', '/auth/google/callback?code=x&state=google.x']) {
        const { status, body } = await t.call('GET', path, undefined, { locale: 'en' })
        expect([status, body.message]).toEqual([503, 'This sign-in method is not configured on this service.'])
      }
    } finally {
      await t.close()
    }
  })
})
