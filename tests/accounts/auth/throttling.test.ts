import { describe, expect } from 'vitest'
import { login } from '../../support/accounts.ts'
import { alone, PASSWORD, test } from '../../support/app.ts'

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

  alone('on all nodes together, and as many as there are when they come at once', async ({ t }) => {
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
