import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import { type TestApp, test } from '../../support/app.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as an attacker would forge it. */
function forge(header: object, claims: object, secret = 'x'): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

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
      ...['x', '', 1, null].map((sid) => ({ sid })),
      ...['1', -1, null].map((auth_time) => ({ auth_time })),
    ]
    t.app.config.jwtPreviousSecrets.push('an older secret of thirty-two characters')
    for (const secret of [t.app.config.jwtSecret, 'an older secret of thirty-two characters']) {
      for (const change of wrong) {
        const token = forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, ...change }, secret)
        for (const [method, url] of [
          ['GET', '/user'],
          ['POST', '/auth/refresh'],
          ['POST', '/auth/logout'],
        ] as const) {
          expect((await t.call(method, url, undefined, { token })).status, `${url} ${JSON.stringify(change)}`).toBe(401)
        }
      }
    }
  })

  test('logout ends the session with all its tokens at once, and no other', async ({ t }) => {
    const user = await t.user()
    const other = t.app.issueToken({ id: user.id, token_version: 1 }).token
    const renewed = (await t.call('POST', '/auth/refresh', undefined, user)).body.newToken
    expect((await t.call('POST', '/auth/logout', undefined, { token: renewed })).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    expect((await t.call('GET', '/user', undefined, { token: renewed })).status).toBe(401)
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
  /** Lets time pass since all refreshes. */
  const wait = (t: TestApp, seconds: number) =>
    t.db`update refreshed_tokens set refreshed_at = refreshed_at - make_interval(secs => ${seconds}) where user_id > 4`
  const refresh = (t: TestApp, token: string) => t.call('POST', '/auth/refresh', undefined, { token })
  const isGood = async (t: TestApp, token: string) =>
    (await t.call('GET', '/user', undefined, { token })).status === 200

  test('gives a token of the same session, and the old one stays good for half a minute', async ({ t }) => {
    const user = await t.user()
    const { status, body } = await refresh(t, user.token)
    expect([status, Object.keys(body)]).toEqual([200, ['newToken', 'expires_at']])
    const { sid, auth_time, exp } = claimsOf(body.newToken)
    expect({ sid, auth_time }).toEqual({ sid: claimsOf(user.token).sid, auth_time: claimsOf(user.token).auth_time })
    expect(body.expires_at).toBe(new Date(exp * 1_000).toISOString())
    expect([await isGood(t, body.newToken), await isGood(t, user.token)]).toEqual([true, true])
    await wait(t, 31)
    expect([await isGood(t, body.newToken), await isGood(t, user.token)]).toEqual([true, false])
  })

  test('of twenty refreshes of one token at once, ten succeed; the others say so and end nothing', async ({ t }) => {
    const user = await t.user()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(t, user.token)))
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(10)
    for (const { body } of refused) expect(body).toEqual({ error: expect.any(String), code: 'refreshed_already' })
    const renewed = answers.filter(({ status }) => status === 200)
    expect(renewed).toHaveLength(10)
    for (const { body } of renewed) expect(await isGood(t, body.newToken)).toBe(true)
    await wait(t, 31)
    expect((await refresh(t, user.token)).status).toBe(401)
    for (const { body } of renewed) expect(await isGood(t, body.newToken)).toBe(false)
  })

  test('tabs that refresh at once all go on', async ({ t }) => {
    const user = await t.user()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(t, user.token)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    for (const { body } of answers) expect(await isGood(t, body.newToken)).toBe(true)
  })

  test('with a token that was refreshed some time ago ends the session; any other request with it does not', async ({
    t,
  }) => {
    const user = await t.user()
    const elsewhere = t.app.issueToken({ id: user.id, token_version: 1 }).token
    const renewed: string = (await refresh(t, user.token)).body.newToken
    await wait(t, 31)
    expect([await isGood(t, user.token), await isGood(t, renewed)]).toEqual([false, true])
    expect((await refresh(t, user.token)).status).toBe(401)
    expect([await isGood(t, renewed), await isGood(t, elsewhere)]).toEqual([false, true])
    expect((await refresh(t, renewed)).status).toBe(401)
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
    expect([late.status, Object.keys(late.body)]).toEqual([401, ['error', 'code']])
  })

  test('without a token is 401 with an error', async ({ t }) => {
    const { status, body } = await t.call('POST', '/auth/refresh')
    expect([status, body]).toEqual([401, { error: expect.any(String), code: 'unauthenticated' }])
  })
})
