import { describe, expect } from 'vitest'
import { login } from '../../support/accounts.ts'
import { test } from '../../support/app.ts'

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
        data: { token: expect.any(String), expires_at: expect.stringMatching(/Z$/), role: 'owner', id: user.id },
      })
    }
  })

  test('a wrong password and an unknown account get the same 401, with a text in data', async ({ t }) => {
    const user = await t.user()
    const wrong = await login(t, user.email, 'wrong')
    const unknown = await login(t, 'nobody@example.org', 'wrong')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({
      success: false,
      message: expect.any(String),
      code: 'bad_credentials',
      data: 'Identifiants invalides.',
    })
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
