import { describe, expect } from 'vitest'
import { codeIn } from '../../support/accounts.ts'
import { alone, isolated, PASSWORD, type TestApp, test } from '../../support/app.ts'

const ask = (t: TestApp, email: string) => t.call('POST', '/password_reset/verify_email', { email })
const exchange = (t: TestApp, email: string, code: string) =>
  t.call('POST', '/password_reset/verify_code_dended', { email, code })
const reset = (t: TestApp, email: string, reset_token: string, password = 'brand new') =>
  t.call('POST', '/password_reset/reset_old_password', {
    email,
    reset_token,
    password,
    password_confirmation: password,
  })

async function mailedCode(t: TestApp, email: string) {
  await ask(t, email)
  await t.drain()
  return codeIn((await t.mails(email))[0]?.text ?? '')
}

describe('password reset', () => {
  test('code, token, new password; older tokens die, and a mail tells the owner', async ({ t }) => {
    const user = await t.user({ locale: 'en' })
    const code = await mailedCode(t, user.email)
    const { status, body } = await exchange(t, user.email.toUpperCase(), code)
    expect(status).toBe(200)
    expect((await reset(t, user.email, body.data.reset_token)).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    expect((await t.call('POST', '/auth/refresh', undefined, user)).status).toBe(401)
    expect((await t.call('POST', '/auth/login', { login: user.email, password: PASSWORD })).status).toBe(401)
    expect((await t.call('POST', '/auth/login', { login: user.email, password: 'brand new' })).status).toBe(201)
    await t.drain()
    expect((await t.mails(user.email)).map((mail) => mail.subject)).toContain('Your password has changed')
  })

  test('each step works once, also at once', async ({ t }) => {
    const user = await t.user()
    const code = await mailedCode(t, user.email)
    const exchanges = await Promise.all(Array.from({ length: 4 }, () => exchange(t, user.email, code)))
    const [good, ...others] = exchanges.filter(({ status }) => status === 200)
    expect(others).toHaveLength(0)
    const token = good?.body.data.reset_token
    const resets = await Promise.all(
      Array.from({ length: 4 }, (_, index) => reset(t, user.email, token, `password ${index}`)),
    )
    expect(resets.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await exchange(t, user.email, code)).status).toBe(400)
  })

  isolated('a stranger’s address gets the same answer, no mail, and as much work', async ({ t }) => {
    const user = await t.user()
    const [known, unknown] = [await ask(t, user.email), await ask(t, 'nobody@example.org')]
    expect(unknown.body).toEqual(known.body)
    const jobs =
      await t.db`select data->>'email' as email from pgboss.job where name = 'password-resets.start' order by 1`
    expect(jobs).toEqual([{ email: 'nobody@example.org' }, { email: user.email }])
    await t.drain()
    expect(await t.mails('nobody@example.org')).toHaveLength(0)
    expect((await exchange(t, 'nobody@example.org', '123456')).status).toBe(400)
  })

  alone('five wrong codes, or a quarter of an hour, end it; asking again voids the code before', async ({ t }) => {
    const user = await t.user()
    const first = await mailedCode(t, user.email)
    await Promise.all(Array.from({ length: 5 }, () => exchange(t, user.email, 'wrong')))
    expect((await exchange(t, user.email, first)).status).toBe(400)
    const second = await mailedCode(t, user.email)
    if (second !== first) expect((await exchange(t, user.email, first)).status).toBe(400)
    await t.db`update password_resets set expires_at = now() - interval '1 second'`
    expect((await exchange(t, user.email, second)).status).toBe(400)
  })

  alone('fifteen wrong codes a day, over all codes, also at once; right ones do not count', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    expect((await exchange(t, user.email, await mailedCode(t, user.email))).status).toBe(200)
    for (let round = 0; round < 3; round++) {
      await mailedCode(t, user.email)
      const guesses = await Promise.all(Array.from({ length: 7 }, () => exchange(t, user.email, 'wrong')))
      expect(guesses.map(({ status }) => status)).toEqual(Array(7).fill(400))
    }
    const refused = await exchange(t, user.email, await mailedCode(t, user.email))
    const wrong = await exchange(t, 'nobody@example.org', '123456')
    expect([refused.status, refused.body]).toEqual([400, wrong.body])
    expect((await exchange(t, other.email, await mailedCode(t, other.email))).status).toBe(200)
    await t.db`update attempt_counters set ends_at = now() - interval '1 second'`
    expect((await exchange(t, user.email, await mailedCode(t, user.email))).status).toBe(200)
  })

  alone('strangers who enter wrong codes all day do not keep their owner from a known address', async ({ t }) => {
    const user = await t.user()
    const from = (ip: string, url: string, payload: object) =>
      t.app.inject({ method: 'POST', url: `/api/v1${url}`, remoteAddress: ip, payload })
    const enter = async (ip: string, code: string) =>
      (await from(ip, '/password_reset/verify_code_dended', { email: user.email, code })).statusCode
    expect((await from('10.0.0.1', '/auth/login', { login: user.email, password: PASSWORD })).statusCode).toBe(201)
    for (let round = 0; round < 3; round++) {
      await mailedCode(t, user.email)
      for (let place = 1; place <= 5; place++) expect(await enter(`10.1.0.${place}`, 'wrong')).toBe(400)
    }
    const code = await mailedCode(t, user.email)
    for (let place = 1; place <= 10; place++) expect(await enter(`10.1.0.${place}`, 'wrong')).toBe(400)
    expect(await enter('10.0.0.2', code)).toBe(400)
    expect(await enter('10.0.0.1', code)).toBe(200)
    // A known address has fifteen of its own.
    for (let round = 0; round < 3; round++) {
      await t.db`update attempt_counters set ends_at = now() where key like 'reset-mail %'`
      await mailedCode(t, user.email)
      for (let attempt = 0; attempt < 5; attempt++) expect(await enter('10.0.0.1', 'wrong')).toBe(400)
    }
    await t.db`update attempt_counters set ends_at = now() where key like 'reset-mail %'`
    expect(await enter('10.0.0.1', await mailedCode(t, user.email))).toBe(400)
  })

  alone('five mails an hour to one address; the answer stays the same, and the last code good', async ({ t }) => {
    const user = await t.user()
    const answers = []
    for (let count = 0; count < 8; count++)
      answers.push(await ask(t, count % 2 ? user.email : user.email.toUpperCase()))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await t.drain()
    expect(await t.mails(user.email)).toHaveLength(5)
    const codes = (await t.mails(user.email)).map(({ text }) => codeIn(text))
    const tries = []
    for (const code of codes) tries.push((await exchange(t, user.email, code)).status)
    expect(tries.filter((status) => status === 200)).toHaveLength(1)
    await t.db`update attempt_counters set ends_at = now() - interval '1 second'`
    await ask(t, user.email)
    await t.drain()
    expect(await t.mails(user.email)).toHaveLength(6)
  })

  alone('a token belongs to its account, and expires', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    const { body } = await exchange(t, user.email, await mailedCode(t, user.email))
    expect((await reset(t, other.email, body.data.reset_token)).status).toBe(400)
    await t.db`update password_resets set token_expires_at = now() - interval '1 second'`
    expect((await reset(t, user.email, body.data.reset_token)).status).toBe(400)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(200)
  })

  test('a token outlives requests for a code by strangers, for its own quarter of an hour and once', async ({ t }) => {
    const user = await t.user()
    const { body } = await exchange(t, user.email, await mailedCode(t, user.email))
    const until = async () => (await t.db`select token_expires_at from password_resets`)[0]?.token_expires_at
    const before = await until()
    await ask(t, user.email)
    await t.drain()
    expect(await until()).toEqual(before)
    const code = codeIn((await t.mails(user.email))[0]?.text ?? '')
    expect((await reset(t, user.email, body.data.reset_token)).status).toBe(200)
    expect((await reset(t, user.email, body.data.reset_token)).status).toBe(400)
    expect((await exchange(t, user.email, code)).status).toBe(400)
  })

  test('fields are checked', async ({ t }) => {
    const fields = async (path: string, body: object) =>
      Object.keys((await t.call('POST', path, body)).body.data).sort()
    expect(await fields('/password_reset/verify_email', {})).toEqual(['email'])
    expect(await fields('/password_reset/verify_code_dended', {})).toEqual(['code', 'email'])
    expect(await fields('/password_reset/reset_old_password', {})).toEqual([
      'email',
      'password',
      'password_confirmation',
      'reset_token',
    ])
    expect(
      await fields('/password_reset/reset_old_password', {
        email: 'a@b.org',
        reset_token: 'x',
        password: '12345',
        password_confirmation: 'other',
      }),
    ).toEqual(['password', 'password_confirmation'])
  })
})
