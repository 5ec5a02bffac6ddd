import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { PASSWORD, type TestApp, test } from '../support/app.ts'

const login = (t: TestApp, name: string, password = PASSWORD) =>
  t.call('POST', '/auth/login', { login: name, password })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as an attacker would forge it. */
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
    const node = await t.node()
    const elsewhere = (ip: string) =>
      node.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        remoteAddress: ip,
        payload: { login: user.email, password: PASSWORD },
      })
    expect((await elsewhere('10.2.0.1')).statusCode).toBe(429)
    expect((await elsewhere('10.0.0.1')).statusCode).toBe(201)
  })

  test('one address of many in a /64 is the whole of it; who resets the password can log in there', async ({ t }) => {
    const user = await t.user()
    const from = (ip: string, url: string, payload: object) =>
      t.app.inject({ method: 'POST', url: `/api/v1${url}`, remoteAddress: ip, payload })
    const logIn = async (ip: string, password: string) =>
      (await from(ip, '/auth/login', { login: user.email, password })).statusCode
    for (let host = 1; host <= 10; host++) expect(await logIn(`2001:db8:0:1::${host}`, 'wrong')).toBe(401)
    expect(await logIn('2001:db8:0:1::ffff', 'wrong')).toBe(429)
    for (let place = 1; place <= 4; place++)
      for (let attempt = 0; attempt < 10; attempt++) expect(await logIn(`10.1.0.${place}`, 'wrong')).toBe(401)
    expect(await logIn('10.9.0.1', PASSWORD)).toBe(429)
    await t.call('POST', '/password_reset/verify_email', { email: user.email })
    await t.drain()
    const [mail] = await t.mails(user.email)
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    expect(code, JSON.stringify(mail)).toBeDefined()
    const { body } = await t.call('POST', '/password_reset/verify_code_dended', { email: user.email, code })
    const fields = { email: user.email, reset_token: body.data.reset_token }
    const reset = { ...fields, password: 'brand new', password_confirmation: 'brand new' }
    expect((await from('10.9.0.1', '/password_reset/reset_old_password', reset)).statusCode).toBe(200)
    expect(await logIn('10.9.0.1', 'brand new')).toBe(201)
    expect(await logIn('10.9.0.2', 'brand new')).toBe(429)
  })
})

describe('failures are counted', () => {
  test('by account, whatever the spelling', async ({ t }) => {
    const user = await t.user()
    await t.db`update users set phone = '+33612345678' where id = ${user.id}`
    const spellings = [
      ...[
        '+33612345678',
        '+33 612345678',
        '+33 6 12 34 56 78',
        '+33.6.12.34.56.78',
        '+33-612-345-678',
        '(+33)612345678',
      ],
      ...[user.email, user.email.toUpperCase(), user.username, user.username.toUpperCase()],
    ]
    for (const spelling of spellings) expect((await login(t, spelling, 'wrong')).status, spelling).toBe(401)
    for (const spelling of ['+3361234 5678', ` ${user.email}`, user.username])
      expect((await login(t, spelling)).status, spelling).toBe(429)
  })

  test('of an unknown login too, by how it is written', async ({ t }) => {
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await login(t, attempt % 2 ? '+44 20 7946 0000' : '+442079460000', 'wrong')).status).toBe(401)
    expect((await login(t, '(+44) 20-7946-0000', 'wrong')).status).toBe(429)
    const counters = JSON.stringify(await t.db`select key from attempt_counters`)
    expect(counters).not.toContain('79460000')
  })

  test('on all nodes together, and as many as there are when they come at once', async ({ t }) => {
    const [user, node] = [await t.user(), await t.node()]
    const body = { login: user.email, password: 'wrong' }
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (index % 2 ? t : node).call('POST', '/auth/login', body)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
    expect((await login(t, user.email)).status).toBe(429)
    expect((await node.call('POST', '/auth/login', { ...body, password: PASSWORD })).status).toBe(429)
    await t.db`update attempt_counters set ends_at = now() - interval '1 second'`
    expect((await login(t, user.email)).status).toBe(201)
  })

  test('and not successes: thirty logins are fine, and start the count afresh', async ({ t }) => {
    const user = await t.user()
    for (let attempt = 0; attempt < 30; attempt++) {
      const expected = attempt % 3 === 2 ? 201 : 401
      expect((await login(t, user.email, expected === 201 ? PASSWORD : 'wrong')).status).toBe(expected)
    }
    expect((await login(t, user.email)).status).toBe(201)
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

  test('are refused when their claims have the wrong shape, although the signature is good', async ({ t }) => {
    const user = await t.user()
    const claims = claimsOf(user.token)
    const wrong = [
      ...['x', '', '1e3', ' 1', '0', '-1', '99999999999', 1, null, {}, ['1']].map((sub) => ({ sub })),
      ...['x', '', 1, null, {}, '\u0000', "' or 1=1"].map((jti) => ({ jti })),
      ...['1', 1.5, -1, 1e308, null, {}].map((ver) => ({ ver })),
      ...[1e12, -1, 1.5].map((iat) => ({ iat })),
    ]
    t.app.config.jwtPreviousSecrets.push('an older secret of thirty-two characters')
    for (const secret of [t.app.config.jwtSecret, 'an older secret of thirty-two characters']) {
      for (const change of wrong) {
        const token = forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, ...change }, secret)
        for (const [method, url] of [
          ['GET', '/user'],
          ['POST', '/auth/refresh'],
          ['POST', '/auth/logout'],
          ['GET', '/policies/index'],
        ] as const) {
          expect((await t.call(method, url, undefined, { token })).status, `${url} ${JSON.stringify(change)}`).toBe(401)
        }
      }
    }
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
