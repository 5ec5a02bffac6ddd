import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { PASSWORD, type TestApp, test } from '../support/app.ts'

const login = (t: TestApp, name: string, password = PASSWORD) =>
  t.call('POST', '/auth/login', { login: name, password })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as an attacker would write it. */
function forge(header: object, claims: object, secret = 'x'): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

describe('POST /auth/login', () => {
  test('takes an e-mail address, a username or a phone number', async ({ t }) => {
    const user = await t.user({ role: 'owner' })
    await t.db`update users set phone = '+33612345678' where id = ${user.id}`
    for (const name of [user.email, user.email.toUpperCase(), user.username, '+33 6 12 34 56 78']) {
      const { status, body } = await login(t, name)
      expect(status).toBe(201)
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        data: { token: expect.any(String), role: 'owner', id: user.id },
      })
    }
  })

  test('a wrong password and an unknown account get the same 401, with a text in data', async ({ t }) => {
    const user = await t.user()
    const wrong = await login(t, user.email, 'wrong')
    const unknown = await login(t, 'nobody@example.org', 'wrong')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ success: false, message: expect.any(String), data: 'Identifiants invalides.' })
    expect(unknown.body).toEqual(wrong.body)
  })

  test('an unverified account with a wrong password is not told apart', async ({ t }) => {
    const user = await t.user({ verified: false })
    expect((await login(t, user.email, 'wrong')).status).toBe(401)
    expect((await login(t, user.email)).status).toBe(403)
  })

  test('missing fields are field errors', async ({ t }) => {
    const { status, body } = await t.call('POST', '/auth/login', {})
    expect([status, Object.keys(body.data)]).toEqual([400, ['login', 'password']])
    expect((await t.call('POST', '/auth/login')).status).toBe(400)
    expect((await t.call('POST', '/auth/login', { login: { $ne: 1 }, password: ['x'] })).status).toBe(400)
  })

  test('ten failures close the door to that address for that account only, also for the right password', async ({
    t,
  }) => {
    const [user, other] = [await t.user(), await t.user()]
    for (let attempt = 0; attempt < 10; attempt++) expect((await login(t, user.email, 'wrong')).status).toBe(401)
    const closed = await login(t, user.email)
    expect(closed.status).toBe(429)
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(t, other.email)).status).toBe(201)
  })
})

describe('throttling by account', () => {
  test('many addresses at once are slowed down, the owner’s own place is not', async ({ t }) => {
    const user = await t.user()
    const from = (ip: string, password: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        remoteAddress: ip,
        payload: { login: user.email, password },
      })
    expect((await from('10.0.0.1', PASSWORD)).statusCode).toBe(201)
    for (let place = 0; place < 10; place++) {
      for (let attempt = 0; attempt < 5; attempt++)
        expect((await from(`10.1.0.${place}`, 'wrong')).statusCode).toBe(401)
    }
    expect((await from('10.2.0.1', PASSWORD)).statusCode).toBe(429)
    expect((await from('10.0.0.1', PASSWORD)).statusCode).toBe(201)
  })
})

describe('tokens', () => {
  test('are refused when absent, malformed, forged, of another issuer or algorithm', async ({ t }) => {
    const user = await t.user()
    const claims = claimsOf(user.token)
    const secret = t.app.config.jwtSecret
    const bad = [
      'nonsense',
      `${user.token}x`,
      forge({ alg: 'HS256', typ: 'JWT' }, claims),
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, iss: 'elsewhere' }, secret),
      forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, aud: 'elsewhere' }, secret),
      forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: 1 }, secret),
      forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, sub: '999' }, secret),
    ]
    for (const token of bad) expect((await t.call('GET', '/user', undefined, { token })).status, token).toBe(401)
    const none = await t.call('GET', '/user')
    expect([none.status, none.body.success]).toEqual([401, false])
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(200)
  })

  test('logout revokes the token at once, and only it', async ({ t }) => {
    const user = await t.user()
    const other = t.app.issueToken({ id: user.id, token_version: 1 })
    expect((await t.call('POST', '/auth/logout', undefined, user)).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    expect((await t.call('POST', '/auth/refresh', undefined, user)).status).toBe(401)
    expect((await t.call('GET', '/user', undefined, { token: other })).status).toBe(200)
  })
})

describe('rotation of the secret', () => {
  test('tokens of the secret before are good, those of a forgotten one are not; new ones take the new secret', async ({
    t,
  }) => {
    const user = await t.user()
    const claims = claimsOf(user.token)
    const sign = (secret: string) =>
      forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, jti: crypto.randomUUID() }, secret)
    t.app.config.jwtPreviousSecrets.push(
      'an older secret of thirty-two characters',
      'the oldest secret of thirty-two characters',
    )
    for (const secret of t.app.config.jwtPreviousSecrets) {
      const token = sign(secret)
      expect((await t.call('GET', '/user', undefined, { token })).status).toBe(200)
      const refreshed = await t.call('POST', '/auth/refresh', undefined, { token })
      expect(refreshed.body.newToken).toBe(
        forge(
          JSON.parse(Buffer.from(refreshed.body.newToken.split('.')[0], 'base64url').toString()),
          claimsOf(refreshed.body.newToken),
          t.app.config.jwtSecret,
        ),
      )
      expect((await t.call('GET', '/user', undefined, { token })).status).toBe(401)
    }
    const stale = forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, exp: 1 }, t.app.config.jwtPreviousSecrets[0])
    expect((await t.call('GET', '/user', undefined, { token: stale })).status).toBe(401)
    expect(
      (await t.call('GET', '/user', undefined, { token: sign('a forgotten secret of thirty-two chars') })).status,
    ).toBe(401)
  })

  test('a deleted user’s token is refused, here and at refresh', async ({ t }) => {
    const user = await t.user()
    await t.db`update users set deleted_at = now() where id = ${user.id}`
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    expect((await t.call('POST', '/auth/refresh', undefined, user)).status).toBe(401)
  })
})

describe('POST /auth/refresh', () => {
  test('gives a new token and revokes the old one', async ({ t }) => {
    const user = await t.user()
    const { status, body } = await t.call('POST', '/auth/refresh', undefined, user)
    expect([status, Object.keys(body)]).toEqual([200, ['newToken']])
    expect((await t.call('GET', '/user', undefined, { token: body.newToken })).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
  })

  test('of twenty refreshes of one token at once, one succeeds', async ({ t }) => {
    const user = await t.user()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call('POST', '/auth/refresh', undefined, user)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 401 && typeof body.error === 'string')).toHaveLength(19)
  })

  test('takes a token that has expired within the window, and not beyond it', async ({ t }) => {
    const user = await t.user()
    const claims = claimsOf(user.token)
    const aged = (days: number) => {
      const iat = Math.floor(Date.now() / 1000) - days * 86_400
      return forge(
        { alg: 'HS256', typ: 'JWT' },
        { ...claims, jti: crypto.randomUUID(), iat, exp: iat + 3_600 },
        t.app.config.jwtSecret,
      )
    }
    expect((await t.call('GET', '/user', undefined, { token: aged(13) })).status).toBe(401)
    expect((await t.call('POST', '/auth/refresh', undefined, { token: aged(13) })).status).toBe(200)
    const late = await t.call('POST', '/auth/refresh', undefined, { token: aged(15) })
    expect([late.status, Object.keys(late.body)]).toEqual([401, ['error']])
  })

  test('without a token is 401 with an error', async ({ t }) => {
    const { status, body } = await t.call('POST', '/auth/refresh')
    expect([status, body]).toEqual([401, { error: expect.any(String) }])
  })
})
