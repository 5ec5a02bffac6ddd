import { describe, expect } from 'vitest'
import { isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import {
  account,
  CHANGED,
  CONFIRM,
  changeOwn,
  mailedLink,
  moveAddress,
  NEW_PASSWORD,
  resetPassword,
  startMove,
  verifyAddress,
} from '../../support/recovery.ts'

describe('a pending change of address', () => {
  for (const [way, verified, recover] of [
    ['a reset of the password', true, (t: TestApp, user: TestUser) => resetPassword(t, user.email)],
    [
      'a reset by whose address somebody else registered',
      false,
      (t: TestApp, user: TestUser) => resetPassword(t, user.email),
    ],
    ['a change of the password', true, (t: TestApp, user: TestUser) => changeOwn(t, user, NEW_PASSWORD)],
    [
      'the verification of an address somebody else registered',
      false,
      async (t: TestApp, user: TestUser) => {
        await t.call('POST', '/auth/resend-verification', { email: user.email })
        expect((await verifyAddress(t, await mailedLink(t, user.email, CONFIRM))).status).toBe(200)
      },
    ],
  ] as const)
    test(`dies with ${way}`, async ({ t }) => {
      const user = await t.user({ verified })
      const link = await startMove(t, user, 'intruder@example.org')
      await recover(t, user)
      expect((await verifyAddress(t, link)).status).toBe(400)
      expect((await account(t, user))?.email).toBe(user.email)
    })

  test('is called off by asking for the present address: its link and its code are dead', async ({ t }) => {
    for (const verified of [true, false]) {
      const user = await t.user({ verified })
      const to = `typo-${user.id}@example.org`
      const link = await startMove(t, user, to)
      const code = /\b\d{6}\b/.exec((await t.mails(to))[0]?.text ?? '')?.[0]
      // A change of another field does not affect the pending change of address.
      await t.call('PUT', '/user', { first_name: 'Grace' }, user)
      expect(await t.db`select from email_verifications where user_id = ${user.id}`).toHaveLength(1)
      expect((await changeOwn(t, user, { email: user.email.toUpperCase() })).status).toBe(200)
      expect((await verifyAddress(t, link)).status).toBe(400)
      expect((await t.call('POST', '/auth/verify-email', { email: to, code })).status).toBe(400)
      expect((await account(t, user))?.email).toBe(user.email)
      // An account that has not verified its present address gets a new mail for it.
      const own = await mailedLink(t, user.email, CONFIRM)
      expect(own === '').toBe(verified)
      if (!verified) expect((await verifyAddress(t, own)).status).toBe(200)
    }
  })

  test('of the one who changes password and address together counts', async ({ t }) => {
    const user = await t.user()
    await changeOwn(t, user, { ...NEW_PASSWORD, email: 'new@example.org' })
    expect((await verifyAddress(t, await mailedLink(t, 'new@example.org', CONFIRM))).status).toBe(200)
    expect((await account(t, user))?.email).toBe('new@example.org')
  })

  test('never outlives a change of password that runs at the same time', async ({ t }) => {
    for (let round = 0; round < 8; round++) {
      const user = await t.user()
      const link = await startMove(t, user, `intruder${round}@example.org`)
      const [moved, changed] = await Promise.all([verifyAddress(t, link), changeOwn(t, user, NEW_PASSWORD)])
      expect(changed.status).toBe(200)
      expect((await account(t, user))?.email).toBe(moved.status === 200 ? `intruder${round}@example.org` : user.email)
      expect((await verifyAddress(t, link)).status).toBe(400)
      await t.drain()
      // In either order the victim's earlier address is notified.
      expect(await t.mails(user.email)).not.toHaveLength(0)
    }
  })

  isolated('voids a code that was mailed to the old address, once it is verified', async ({ t }) => {
    const user = await t.user()
    await t.call('POST', '/password_reset/verify_email', { email: user.email })
    await t.drain()
    const code = /\b\d{6}\b/.exec((await t.mails(user.email))[0]?.text ?? '')?.[0]
    await moveAddress(t, user, 'new@example.org')
    const exchanged = await t.call('POST', '/password_reset/verify_code_dended', { email: 'new@example.org', code })
    expect(exchanged.status).toBe(400)
  })
})

test('an unverified account whose password changes gets a fresh verification mail', async ({ t }) => {
  const user = await t.user({ verified: false })
  expect((await changeOwn(t, user, NEW_PASSWORD)).status).toBe(200)
  expect((await verifyAddress(t, await mailedLink(t, user.email, CONFIRM))).status).toBe(200)
  expect((await t.mails(user.email)).filter(({ subject }) => CHANGED.test(subject))).toHaveLength(0)
})
