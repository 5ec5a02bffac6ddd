import { describe, expect } from 'vitest'
import { codeIn, linkIn } from '../../support/accounts.ts'
import { PASSWORD, type TestApp } from '../../support/app.ts'
import { ADA, signIn, test } from '../../support/identity-provider.ts'
import { NEW_PASSWORD, resetPassword } from '../../support/recovery.ts'

const EMAIL = 'ada@example.org'

const logIn = (t: TestApp) => t.call('POST', '/auth/login', { login: EMAIL, password: NEW_PASSWORD.password })

/** The text of the verification mail to the address that an external identity has named. */
async function verificationMail(t: TestApp): Promise<string> {
  await t.drain()
  return (await t.mails(EMAIL)).find(({ text }) => text.includes('verify-email'))?.text ?? ''
}

describe('the reader of a mailbox', () => {
  test.for(['facebook', 'google'])(
    'takes by a reset an account that a stranger opened with their address by %s, alone',
    async (name, { t, provider }) => {
      provider.person = { ...ADA, email_verified: false }
      const stranger = await signIn(t, name)
      expect(stranger.status).toBe(200)
      await resetPassword(t, EMAIL)
      expect((await logIn(t)).body.data.id).toBe(stranger.body.data.id)
      expect((await t.call('GET', '/user', undefined, { token: stranger.body.data.token })).status).toBe(401)
      expect((await signIn(t, name)).status).toBe(409)
    },
  )

  test('takes it also after the link of a verification was followed', async ({ t }) => {
    const stranger = await signIn(t, 'facebook')
    expect((await t.call('GET', `/auth/verify-email?token=${linkIn(await verificationMail(t))}`)).status).toBe(200)
    await resetPassword(t, EMAIL)
    expect((await logIn(t)).status).toBe(201)
    expect((await t.call('GET', '/user', undefined, { token: stranger.body.data.token })).status).toBe(401)
    expect((await signIn(t, 'facebook')).status).toBe(409)
  })

  test('signs in with Google again after a reset', async ({ t }) => {
    const before = await signIn(t, 'google')
    await resetPassword(t, EMAIL)
    const after = await signIn(t, 'google')
    expect([after.status, after.body.data.id]).toEqual([200, before.body.data.id])
    expect((await logIn(t)).status).toBe(201)
  })

  test('who signed up with Facebook still signs in with it after the link or the code', async ({ t, provider }) => {
    const first = await signIn(t, 'facebook')
    const mail = await verificationMail(t)
    const proof = { email: EMAIL, code: codeIn(mail) }
    expect((await t.call('POST', '/auth/verify-email', proof)).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, { token: first.body.data.token })).body.data.email_verified).toBe(
      true,
    )
    expect((await signIn(t, 'facebook')).body.data.id).toBe(first.body.data.id)
    provider.person = { ...ADA, id: 'f-2' }
    expect((await signIn(t, 'facebook')).status).toBe(409)
  })

  test('keeps the password of their registration after the link', async ({ t }) => {
    const user = await t.user({ verified: false })
    await t.call('POST', '/auth/resend-verification', { email: user.email })
    await t.drain()
    const link = linkIn((await t.mails(user.email))[0]?.text ?? '')
    expect((await t.call('GET', `/auth/verify-email?token=${link}`)).status).toBe(200)
    expect((await t.call('POST', '/auth/login', { login: user.email, password: PASSWORD })).status).toBe(201)
  })
})
