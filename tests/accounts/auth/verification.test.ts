import { test as base, describe, expect } from 'vitest'
import { codeIn, linkIn, register } from '../../support/accounts.ts'
import { alone, isolated, startApp, type TestApp, test } from '../../support/app.ts'

describe('where a browser lands', () => {
  base('a verification link leads to the front end, when there is one and a browser asks', async () => {
    const t = await startApp({ FRONTEND_URL: 'https://front.example.org/' })
    try {
      await register(t)
      await t.drain()
      const link = `/auth/verify-email?token=${linkIn((await t.mails('grace@example.org'))[0]?.text ?? '')}`
      const follow = async () =>
        (await t.call('GET', link, undefined, { headers: { accept: 'text/html,*/*' } })).headers.location
      expect(await follow()).toBe('https://front.example.org/?email_verified=true')
      expect(await follow()).toBe('https://front.example.org/?email_verified=false')
      expect((await t.call('GET', link)).status).toBe(400)
    } finally {
      await t.close()
    }
  })
})

describe('e-mail verification', () => {
  async function registered(t: TestApp) {
    await register(t)
    await t.drain()
    return (await t.mails('grace@example.org'))[0]?.text ?? ''
  }

  test('login is 403 until the mailed link is followed, once', async ({ t }) => {
    const text = await registered(t)
    const login = () => t.call('POST', '/auth/login', { login: 'grace@example.org', password: 'cobol60' })
    const refused = await login()
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        success: false,
        message: 'Veuillez vérifier votre adresse e-mail avant de vous connecter.',
        code: 'email_unverified',
      },
    ])
    const link = `/auth/verify-email?token=${linkIn(text)}`
    expect((await t.call('GET', link)).status).toBe(200)
    expect((await login()).status).toBe(201)
    expect((await t.call('GET', link)).status).toBe(400)
  })

  isolated('the code works with the address; five wrong tries use it up', async ({ t }) => {
    const text = await registered(t)
    const tryCode = (code: string) => t.call('POST', '/auth/verify-email', { email: 'grace@example.org', code })
    const wrong = codeIn(text) === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 4; attempt++) expect((await tryCode(wrong)).status).toBe(400)
    expect((await tryCode(codeIn(text))).status).toBe(200)
    const [row] = await t.db`select email_verified_at from users`
    expect(row?.email_verified_at).not.toBeNull()
  })

  test('after five wrong tries even the right code is refused', async ({ t }) => {
    const text = await registered(t)
    const tryCode = (code: string) => t.call('POST', '/auth/verify-email', { email: 'grace@example.org', code })
    await Promise.all(Array.from({ length: 5 }, () => tryCode('999999x')))
    expect((await tryCode(codeIn(text))).status).toBe(400)
  })

  isolated('fifteen wrong codes a day, over all codes, also at once; the link stays good', async ({ t }) => {
    await registered(t)
    const tryCode = (code: string) => t.call('POST', '/auth/verify-email', { email: 'grace@example.org', code })
    const resend = async () => {
      await t.call('POST', '/auth/resend-verification', { email: 'grace@example.org' })
      await t.drain()
      return (await t.mails('grace@example.org'))[0]?.text ?? ''
    }
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 5 }, () => tryCode('wrong')))
      if (round < 2) await resend()
    }
    const text = await resend()
    expect((await tryCode(codeIn(text))).status).toBe(400)
    await t.db`update attempt_counters set ends_at = now() - interval '1 second' where key like 'verification-code %'`
    expect((await tryCode(codeIn(text))).status).toBe(200)
  })

  isolated(
    'five mails an hour to one address, also at once; the answer stays the same, and the last link good',
    async ({ t }) => {
      await registered(t)
      const resend = (email: string) => t.call('POST', '/auth/resend-verification', { email })
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => resend(index % 2 ? 'grace@example.org' : 'GRACE@example.org')),
      )
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
      await t.drain()
      const mails = await t.mails('grace@example.org')
      expect(mails).toHaveLength(5)
      const followed = await Promise.all(
        mails.map(async ({ text }) => (await t.call('GET', `/auth/verify-email?token=${linkIn(text)}`)).status),
      )
      expect(followed.filter((status) => status === 200)).toHaveLength(1)
    },
  )

  alone('an expired link is refused', async ({ t }) => {
    const text = await registered(t)
    await t.db`update email_verifications set expires_at = now() - interval '1 second'`
    expect((await t.call('POST', '/auth/verify-email', { token: linkIn(text) })).status).toBe(400)
  })

  isolated('resend voids the old link, and answers the same for strangers', async ({ t }) => {
    const old = await registered(t)
    const known = await t.call('POST', '/auth/resend-verification', { email: 'grace@example.org' })
    const unknown = await t.call('POST', '/auth/resend-verification', { email: 'nobody@example.org' })
    expect(known.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    await t.drain()
    const mails = await t.mails('grace@example.org')
    expect(mails).toHaveLength(2)
    expect((await t.call('GET', `/auth/verify-email?token=${linkIn(old)}`)).status).toBe(400)
    expect((await t.call('GET', `/auth/verify-email?token=${linkIn(mails[0]?.text ?? '')}`)).status).toBe(200)
    expect(await t.mails('nobody@example.org')).toHaveLength(0)
  })

  test('nothing, or half of it, is a field error', async ({ t }) => {
    expect((await t.call('GET', '/auth/verify-email')).status).toBe(400)
    expect((await t.call('POST', '/auth/verify-email', { email: 'grace@example.org' })).body.data).toHaveProperty(
      'token',
    )
    expect((await t.call('GET', '/auth/verify-email?token=forged')).status).toBe(400)
  })
})
