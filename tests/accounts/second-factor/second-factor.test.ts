import { describe, expect } from 'vitest'
import { login } from '../../support/accounts.ts'
import { PASSWORD, type TestApp, test } from '../../support/app.ts'
import { addPasskey, PASSKEYS } from '../../support/passkeys.ts'
import { codeOf, enrol } from '../../support/second-factor.ts'
import { client, ownSignature } from '../../support/sockets.ts'

const challengeOf = async (t: TestApp, email: string) => (await login(t, email)).body.second_factor.challenge

const complete = (t: TestApp, challenge: string, code: string) =>
  t.call('POST', '/auth/second-factor', { challenge, code })

describe('an authenticator', () => {
  test('is asked for by a sign-in from then on; sessions of before end, and each code is good once', async ({ t }) => {
    const before = await t.user({ locale: 'en' })
    const elsewhere = (await login(t, before.email)).body.data
    const other = await t.node()
    const socket = await client(other.app)
    socket.send({ event: 'pusher:subscribe', data: await ownSignature(t, before, socket.id) })
    await socket.read()
    const { user, uri, used, recovery } = await enrol(t, before)
    expect(await socket.closed).toBe(4200)
    for (const { token } of [before, elsewhere]) {
      expect((await t.call('GET', '/user', undefined, { token })).status).toBe(401)
      expect((await t.call('POST', '/auth/refresh', undefined, { token })).status).toBe(401)
    }
    expect((await t.call('GET', '/auth/second-factor', undefined, user)).body.data).toEqual({
      is_enabled: true,
      is_required: false,
      methods: ['totp', 'recovery_code'],
      recovery_codes_left: 10,
    })
    expect((await login(t, user.email, 'wrong')).body.code).toBe('bad_credentials')
    const asked = await login(t, user.email)
    expect([asked.status, asked.body]).toEqual([
      401,
      {
        success: false,
        message: expect.any(String),
        data: expect.any(String),
        code: 'second_factor_required',
        second_factor: {
          challenge: expect.any(String),
          methods: ['totp', 'recovery_code'],
          expires_at: expect.stringMatching(/Z$/),
        },
      },
    ])
    const { challenge } = asked.body.second_factor
    // The one that has confirmed it was used, and one of a minute ago is too old.
    for (const code of [used, codeOf(uri, -3), codeOf(uri, 3), 'AAAA-BBBB-CCCC-DDDD'])
      expect((await complete(t, challenge, code)).body.code).toBe('wrong_code')
    const done = await complete(t, challenge, codeOf(uri, 1))
    expect([done.status, done.body.data]).toEqual([
      201,
      { token: expect.any(String), expires_at: expect.any(String), role: 'user', id: user.id },
    ])
    expect((await t.call('GET', '/user', undefined, done.body.data)).status).toBe(200)
    expect((await complete(t, challenge, recovery[0] ?? '')).body.code).toBe('invalid_challenge')
    await t.drain()
    expect((await t.mails(user.email)).map(({ text }) => text).join()).toContain('An authenticator was just added')
  })

  test('of a code that comes many times at once one is good, on every node; so is a recovery code, and a challenge', async ({
    t,
  }) => {
    const { user, uri, recovery } = await enrol(t, await t.user())
    const other = await t.node()
    const race = async (challenges: string[], code: string) => {
      const answers = await Promise.all(
        challenges.map((challenge, at) =>
          (at % 2 ? t : other).call('POST', '/auth/second-factor', { challenge, code }),
        ),
      )
      return answers.map(({ status }) => status).sort()
    }
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(t, user.email)))
    expect(await race(challenges, codeOf(uri, 1))).toEqual([201, 401, 401, 401])
    // A right code that comes again is no guess.
    const counters = await t.db<{ count: number }[]>`
      select count from attempt_counters where key like ${`second-factor% ${user.id}`}`
    expect(counters.map(({ count }) => count)).toEqual([0, 0])
    const [one = '', two = ''] = recovery
    const left = await Promise.all(Array.from({ length: 4 }, () => challengeOf(t, user.email)))
    expect(await race(left, one.toLowerCase().replaceAll('-', ' '))).toEqual([201, 401, 401, 401])
    const [last = ''] = await Promise.all([challengeOf(t, user.email)])
    const twice = await Promise.all([complete(t, last, two), complete(t, last, recovery[2] ?? '')])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 401])
    const { count } = (await t.db`select count(*)::int from recovery_codes where user_id = ${user.id}`)[0] ?? {}
    expect(count).toBe(8)
  })

  test('is not guessed: ten wrong codes of all kinds close the door, on all challenges', async ({ t }) => {
    const { user, uri } = await enrol(t, await t.user())
    const challenge = await challengeOf(t, user.email)
    const wrong = await Promise.all(Array.from({ length: 10 }, (_, at) => complete(t, challenge, `00000${at}`)))
    expect(wrong.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401))
    const closed = await complete(t, await challengeOf(t, user.email), codeOf(uri, 1))
    expect([closed.status, Number(closed.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await t.call('DELETE', '/auth/second-factor/totp', { code: codeOf(uri, 1) }, user)).status).toBe(429)
  })

  test('nothing goes around it: a reset, a new password, an old challenge', async ({ t }) => {
    const { user, uri } = await enrol(t, await t.user())
    const old = await challengeOf(t, user.email)
    const change = { current_password: PASSWORD, password: 'a new horse', password_confirmation: 'a new horse' }
    const changed = (await t.call('PUT', '/user', change, user)).body.data
    expect((await complete(t, old, codeOf(uri, 1))).body.code).toBe('invalid_challenge')
    await t.call('POST', '/password_reset/verify_email', { email: user.email })
    await t.drain()
    const mail = (await t.mails(user.email)).find(({ text }) => /\b\d{6}\b/.test(text))
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    const { reset_token } = (await t.call('POST', '/password_reset/verify_code_dended', { email: user.email, code }))
      .body.data
    const reset = { email: user.email, reset_token, password: 'third horse', password_confirmation: 'third horse' }
    expect((await t.call('POST', '/password_reset/reset_old_password', reset)).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, changed)).status).toBe(401)
    expect((await login(t, user.email, 'third horse')).body.code).toBe('second_factor_required')
  })

  test('is added and removed with a verified address and a fresh sign-in, and removed with a code', async ({ t }) => {
    const unverified = await t.user({ verified: false })
    expect((await t.call('POST', '/auth/second-factor/totp', undefined, unverified)).body.code).toBe('not_verified')
    const person = await t.user({ locale: 'en' })
    const { sid } = JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString())
    const stale = t.app.issueToken(
      { id: person.id, token_version: 1 },
      { sid, auth_time: Math.floor(Date.now() / 1000) - 601 },
    )
    expect((await t.call('POST', '/auth/second-factor/totp', undefined, stale)).body.code).toBe('sign_in_again')
    expect((await t.call('POST', '/auth/second-factor/totp/confirm', { code: '000000' }, person)).status).toBe(409)
    expect((await t.call('DELETE', '/auth/second-factor/totp', { code: '000000' }, person)).body.code).toBe(
      'wrong_code',
    )
    const { user, uri, recovery } = await enrol(t, person)
    expect((await t.call('POST', '/auth/second-factor/totp', undefined, user)).status).toBe(409)
    const renewed = await t.call('POST', '/auth/second-factor/recovery-codes', { code: recovery[0] }, user)
    expect(renewed.body.data.recovery_codes).toHaveLength(10)
    const remove = (code = '') => t.call('DELETE', '/auth/second-factor/totp', { code }, user)
    expect((await remove(recovery[1])).body.code).toBe('wrong_code')
    expect((await remove(codeOf(uri, 1))).status).toBe(200)
    expect((await login(t, user.email)).status).toBe(201)
    expect(await t.db`select from recovery_codes where user_id = ${user.id}`).toHaveLength(0)
    await t.drain()
    const texts = (await t.mails(user.email)).map(({ text }) => text).join()
    for (const said of ['added', 'just used. You have 9 left', 'just replaced', 'just removed'])
      expect(texts).toContain(said)
  })
})

test.extend({ env: { STAFF_SECOND_FACTOR: 'true', ...PASSKEYS } })(
  'staff have to have one: until then their token opens nothing else',
  async ({ t }) => {
    const [admin, owner] = [await t.user({ role: 'admin' }), await t.user({ role: 'owner' })]
    for (const [method, url] of [
      ['GET', '/user'],
      ['GET', '/auth/sessions'],
      ['GET', '/properties/public'],
      ['POST', '/broadcasting/user-auth'],
      ['GET', '/messages/reports'],
    ] as const)
      expect((await t.call(method, url, undefined, admin)).body.code, url).toBe('second_factor_missing')
    expect((await t.call('GET', '/user', undefined, owner)).status).toBe(200)
    const state = (await t.call('GET', '/auth/second-factor', undefined, admin)).body.data
    expect(state).toMatchObject({ is_enabled: false, is_required: true })
    const { user } = await enrol(t, admin)
    const byPasskey = await addPasskey(t, await t.user({ role: 'support' }))
    for (const one of [user, byPasskey.user]) expect((await t.call('GET', '/user', undefined, one)).status).toBe(200)
    expect((await t.call('POST', '/auth/logout', undefined, await t.user({ role: 'support' }))).status).toBe(200)
  },
)
