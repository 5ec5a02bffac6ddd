import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { linkIn, login } from '../../support/accounts.ts'
import { alone, isolated, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
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
  undoChange,
  verifyAddress,
} from '../../support/recovery.ts'

/** A user whose address has been changed, and the secret of the link that undoes it. */
async function moved(t: TestApp) {
  const user = await t.user()
  await moveAddress(t, user, 'intruder@example.org')
  const token = await mailedLink(t, user.email, CHANGED)
  return { user, token, url: `/auth/undo-change?token=${token}` }
}

describe('the link that undoes', () => {
  alone('is kept as a hash', async ({ t }) => {
    const { token } = await moved(t)
    const [row] = await t.db`select token_hash from account_undos`
    expect(Buffer.from(row?.token_hash)).toEqual(createHash('sha256').update(token).digest())
  })

  test('explains itself when it is opened, and changes nothing by that', async ({ t }) => {
    const { user, token, url } = await moved(t)
    const offer = await t.call('GET', url)
    expect([offer.status, offer.body.data.email]).toEqual([200, user.email])
    const page = await t.call('GET', url, undefined, { headers: { accept: 'text/html' }, locale: 'en' })
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    })
    expect(page.body).toContain(
      `<form method="post" action="undo-change"><input type="hidden" name="token" value="${token}">`,
    )
    expect((await account(t, user))?.email).toBe('intruder@example.org')
  })

  isolated(
    'gives a changed address back; tokens and password are void, and a code to set a new one is mailed',
    async ({ t }) => {
      const { user, token } = await moved(t)
      const clicked = await t.call('POST', '/auth/undo-change', `token=${token}`, {
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([clicked.status, String(clicked.body).includes('<form')]).toEqual([200, false])
      expect(await account(t, user)).toEqual({ email: user.email, password_hash: null, token_version: 2 })
      expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
      expect((await login(t, user.email, PASSWORD)).status).toBe(401)
      // The mail with a code to set a new password has been enqueued already.
      await t.drain()
      expect((await t.mails(user.email)).map(({ subject }) => subject)).toContain('Votre code de réinitialisation')
      await resetPassword(t, user.email)
      expect((await login(t, user.email, 'brand new')).status).toBe(201)
    },
  )

  isolated('is good once', async ({ t }) => {
    const { token, url } = await moved(t)
    await undoChange(t, token)
    expect((await undoChange(t, token)).status).toBe(400)
    const gone = await t.call('GET', url, undefined, { headers: { accept: 'text/html' } })
    expect([gone.status, String(gone.body).includes('<form')]).toEqual([400, false])
    expect((await undoChange(t, 'x')).status).toBe(400)
    expect(Object.keys((await t.call('POST', '/auth/undo-change', {})).body.data)).toEqual(['token'])
  })

  for (const [name, change] of [
    ['change', (t: TestApp, user: TestUser) => changeOwn(t, user, NEW_PASSWORD)],
    ['reset', (t: TestApp, user: TestUser) => resetPassword(t, user.email)],
  ] as const)
    test(`a ${name} of the password: nobody is signed in, and a pending change of address is void`, async ({ t }) => {
      const user = await t.user()
      await change(t, user)
      const token = await mailedLink(t, user.email, CHANGED)
      const renewed = (await t.call('POST', '/auth/login', { login: user.email, password: 'brand new' })).body.data
      const link = await (async () => {
        await t.call('PUT', '/user', { current_password: 'brand new', email: 'intruder@example.org' }, renewed)
        return mailedLink(t, 'intruder@example.org', CONFIRM)
      })()
      expect((await undoChange(t, token)).status).toBe(200)
      expect((await t.call('GET', '/user', undefined, renewed)).status).toBe(401)
      expect((await login(t, user.email, 'brand new')).status).toBe(401)
      expect((await verifyAddress(t, link)).status).toBe(400)
    })

  test('an earlier change beats the later ones, whoever uses which link first', async ({ t }) => {
    for (const intruderFirst of [false, true]) {
      const user = await t.user()
      const [b, c] = [`b-${user.id}@example.org`, `c-${user.id}@example.org`]
      await moveAddress(t, user, b)
      await moveAddress(t, user, c)
      const [toA, toB] = [await mailedLink(t, user.email, CHANGED), await mailedLink(t, b, CHANGED)]
      if (intruderFirst) {
        expect((await undoChange(t, toB)).status).toBe(200)
        expect((await account(t, user))?.email).toBe(b)
      }
      expect((await undoChange(t, toA)).status).toBe(200)
      expect((await account(t, user))?.email).toBe(user.email)
      expect((await undoChange(t, toB)).status).toBe(400)
      expect((await account(t, user))?.email).toBe(user.email)
    }
  })

  isolated('takes away the external identity that was linked since, not the one before', async ({ t }) => {
    const user = await t.user()
    const identities = () => t.db`select subject from oauth_identities where user_id = ${user.id}`
    await t.db`insert into oauth_identities (provider, subject, user_id) values ('google', 'own', ${user.id})`
    await moveAddress(t, user, 'intruder@example.org')
    await t.db`insert into oauth_identities (provider, subject, user_id) values ('facebook', 'intruder', ${user.id})`
    expect((await undoChange(t, await mailedLink(t, user.email, CHANGED))).status).toBe(200)
    expect(await identities()).toEqual([{ subject: 'own' }])
  })

  isolated(
    'an address that somebody has registered meanwhile is taken back, unless they have verified it',
    async ({ t }) => {
      const user = await t.user()
      await moveAddress(t, user, 'intruder@example.org')
      const token = await mailedLink(t, user.email, CHANGED)
      const squatter = await t.user()
      await t.db`update users set email = ${user.email} where id = ${squatter.id}`
      expect((await undoChange(t, token)).status).toBe(409)
      await t.db`update users set email_verified_at = null where id = ${squatter.id}`
      // An attacker has registered the address that would follow from the account's id.
      const blocker = await t.user()
      await t.db`update users set email = ${`released-${squatter.id}@released.invalid`} where id = ${blocker.id}`
      expect((await undoChange(t, token)).status).toBe(200)
      expect((await account(t, user))?.email).toBe(user.email)
      expect((await account(t, squatter))?.email).toMatch(/^released-[0-9a-f-]{36}@released\.invalid$/)
      expect((await t.call('GET', '/user', undefined, squatter)).status).toBe(401)
    },
  )

  alone('is mailed to verified addresses only, and ends after 72 hours', async ({ t }) => {
    const [mistyped, user] = [await t.user({ verified: false }), await t.user()]
    await moveAddress(t, mistyped, 'right@example.org')
    expect(await mailedLink(t, mistyped.email, CHANGED)).toBe('')
    await moveAddress(t, user, 'new@example.org')
    const token = await mailedLink(t, user.email, CHANGED)
    const [row] = await t.db`select extract(epoch from expires_at - now()) / 3600 as hours from account_undos`
    expect(Number(row?.hours)).toBeGreaterThan(71.9)
    await t.db`update account_undos set expires_at = now() - interval '1 second'`
    expect((await undoChange(t, token)).status).toBe(400)
    expect((await t.call('GET', `/auth/undo-change?token=${token}`)).status).toBe(400)
    await t.app.jobs.enqueue(t.db, housekeeping, {})
    await t.drain()
    expect(await t.db`select from account_undos`).toHaveLength(0)
  })

  isolated('works once of ten clicks at once', async ({ t }) => {
    const user = await t.user()
    await moveAddress(t, user, 'intruder@example.org')
    const token = await mailedLink(t, user.email, CHANGED)
    const clicks = await Promise.all(Array.from({ length: 10 }, () => undoChange(t, token)))
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect(await account(t, user)).toMatchObject({ email: user.email, token_version: 2 })
  })

  test('wins against whatever the intruder does at the same moment', async ({ t }) => {
    for (let round = 0; round < 5; round++) {
      const user = await t.user()
      await moveAddress(t, user, `b${round}@example.org`)
      const toC = await startMove(t, user, `c${round}@example.org`)
      const token = await mailedLink(t, user.email, CHANGED)
      const [undone] = await Promise.all([
        undoChange(t, token),
        verifyAddress(t, toC),
        changeOwn(t, user, NEW_PASSWORD),
        changeOwn(t, user, { email: `d${round}@example.org` }),
      ])
      expect(undone.status).toBe(200)
      expect(await account(t, user)).toMatchObject({ email: user.email, password_hash: null })
      // No link that was mailed to the intruder changes the address again.
      for (const address of [`b${round}`, `c${round}`, `d${round}`].map((name) => `${name}@example.org`)) {
        await t.drain()
        for (const { text } of await t.mails(address)) {
          expect((await verifyAddress(t, linkIn(text))).status).toBe(400)
          expect((await undoChange(t, linkIn(text))).status).toBe(400)
        }
      }
      expect((await account(t, user))?.email).toBe(user.email)
    }
  })
})
