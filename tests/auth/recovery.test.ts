import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { housekeeping } from '../../src/operations/housekeeping.ts'
import { codeIn, linkIn, login } from '../support/accounts.ts'
import { PASSWORD, type TestApp, type TestUser, test } from '../support/app.ts'

const NEW_PASSWORD = { password: 'brand new', password_confirmation: 'brand new' }

const put = (t: TestApp, user: { token: string }, body: object) =>
  t.call('PUT', '/user', { current_password: PASSWORD, ...body }, user)
const verify = (t: TestApp, token: string) => t.call('GET', `/auth/verify-email?token=${token}`)
const undo = (t: TestApp, token: string) => t.call('POST', '/auth/undo-change', { token })

/** The secret of the latest link in a mail to an address with this subject. */
async function mailed(t: TestApp, to: string, subject: RegExp): Promise<string> {
  await t.drain()
  return linkIn((await t.mails(to)).find((mail) => subject.test(mail.subject))?.text ?? '')
}

const CONFIRM = /Confirmez/
const CHANGED = /a changé/

/** Requests a change of address and returns the secret of the link that confirms it. */
async function startMove(t: TestApp, user: { token: string }, to: string): Promise<string> {
  expect((await put(t, user, { email: to })).status).toBe(200)
  return mailed(t, to, CONFIRM)
}

async function move(t: TestApp, user: { token: string }, to: string): Promise<void> {
  expect((await verify(t, await startMove(t, user, to))).status).toBe(200)
}

async function reset(t: TestApp, email: string): Promise<void> {
  await t.call('POST', '/password_reset/verify_email', { email })
  await t.drain()
  const code = codeIn((await t.mails(email)).find(({ subject }) => /code/.test(subject))?.text ?? '')
  const { body } = await t.call('POST', '/password_reset/verify_code_dended', { email, code })
  const answer = await t.call('POST', '/password_reset/reset_old_password', {
    email,
    reset_token: body.data.reset_token,
    ...NEW_PASSWORD,
  })
  expect(answer.status).toBe(200)
}

const account = async (t: TestApp, { id }: TestUser) =>
  (await t.db`select email, password_hash, token_version from users where id = ${id}`)[0]

describe('a pending change of address', () => {
  for (const [way, verified, recover] of [
    ['a reset of the password', true, (t: TestApp, user: TestUser) => reset(t, user.email)],
    ['a reset by whose address somebody else registered', false, (t: TestApp, user: TestUser) => reset(t, user.email)],
    ['a change of the password', true, (t: TestApp, user: TestUser) => put(t, user, NEW_PASSWORD)],
    [
      'the verification of an address somebody else registered',
      false,
      async (t: TestApp, user: TestUser) => {
        await t.call('POST', '/auth/resend-verification', { email: user.email })
        expect((await verify(t, await mailed(t, user.email, CONFIRM))).status).toBe(200)
      },
    ],
  ] as const)
    test(`dies with ${way}`, async ({ t }) => {
      const user = await t.user({ verified })
      const link = await startMove(t, user, 'intruder@example.org')
      await recover(t, user)
      expect((await verify(t, link)).status).toBe(400)
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
      expect((await put(t, user, { email: user.email.toUpperCase() })).status).toBe(200)
      expect((await verify(t, link)).status).toBe(400)
      expect((await t.call('POST', '/auth/verify-email', { email: to, code })).status).toBe(400)
      expect((await account(t, user))?.email).toBe(user.email)
      // An account that has not verified its present address gets a new mail for it.
      const own = await mailed(t, user.email, CONFIRM)
      expect(own === '').toBe(verified)
      if (!verified) expect((await verify(t, own)).status).toBe(200)
    }
  })

  test('of the one who changes password and address together counts', async ({ t }) => {
    const user = await t.user()
    await put(t, user, { ...NEW_PASSWORD, email: 'new@example.org' })
    expect((await verify(t, await mailed(t, 'new@example.org', CONFIRM))).status).toBe(200)
    expect((await account(t, user))?.email).toBe('new@example.org')
  })

  test('never outlives a change of password that runs at the same time', async ({ t }) => {
    for (let round = 0; round < 8; round++) {
      const user = await t.user()
      const link = await startMove(t, user, `intruder${round}@example.org`)
      const [moved, changed] = await Promise.all([verify(t, link), put(t, user, NEW_PASSWORD)])
      expect(changed.status).toBe(200)
      expect((await account(t, user))?.email).toBe(moved.status === 200 ? `intruder${round}@example.org` : user.email)
      expect((await verify(t, link)).status).toBe(400)
      await t.drain()
      // In either order the victim's earlier address is notified.
      expect(await t.mails(user.email)).not.toHaveLength(0)
    }
  })

  test('voids a code that was mailed to the old address, once it is verified', async ({ t }) => {
    const user = await t.user()
    await t.call('POST', '/password_reset/verify_email', { email: user.email })
    await t.drain()
    const code = /\b\d{6}\b/.exec((await t.mails(user.email))[0]?.text ?? '')?.[0]
    await move(t, user, 'new@example.org')
    const exchanged = await t.call('POST', '/password_reset/verify_code_dended', { email: 'new@example.org', code })
    expect(exchanged.status).toBe(400)
  })
})

test('an unverified account whose password changes gets a fresh verification mail', async ({ t }) => {
  const user = await t.user({ verified: false })
  expect((await put(t, user, NEW_PASSWORD)).status).toBe(200)
  expect((await verify(t, await mailed(t, user.email, CONFIRM))).status).toBe(200)
  expect((await t.mails(user.email)).filter(({ subject }) => CHANGED.test(subject))).toHaveLength(0)
})

describe('the link that undoes', () => {
  test('a change of address: GET explains, POST restores, once; tokens and password are void', async ({ t }) => {
    const user = await t.user()
    await move(t, user, 'intruder@example.org')
    const token = await mailed(t, user.email, CHANGED)
    const [row] = await t.db`select token_hash from account_undos`
    expect(Buffer.from(row?.token_hash)).toEqual(createHash('sha256').update(token).digest())

    const url = `/auth/undo-change?token=${token}`
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
    await reset(t, user.email)
    expect((await login(t, user.email, 'brand new')).status).toBe(201)

    expect((await undo(t, token)).status).toBe(400)
    const gone = await t.call('GET', url, undefined, { headers: { accept: 'text/html' } })
    expect([gone.status, String(gone.body).includes('<form')]).toEqual([400, false])
    expect((await undo(t, 'x')).status).toBe(400)
    expect(Object.keys((await t.call('POST', '/auth/undo-change', {})).body.data)).toEqual(['token'])
  })

  for (const [name, change] of [
    ['change', (t: TestApp, user: TestUser) => put(t, user, NEW_PASSWORD)],
    ['reset', (t: TestApp, user: TestUser) => reset(t, user.email)],
  ] as const)
    test(`a ${name} of the password: nobody is signed in, and a pending change of address is void`, async ({ t }) => {
      const user = await t.user()
      await change(t, user)
      const token = await mailed(t, user.email, CHANGED)
      const renewed = (await t.call('POST', '/auth/login', { login: user.email, password: 'brand new' })).body.data
      const link = await (async () => {
        await t.call('PUT', '/user', { current_password: 'brand new', email: 'intruder@example.org' }, renewed)
        return mailed(t, 'intruder@example.org', CONFIRM)
      })()
      expect((await undo(t, token)).status).toBe(200)
      expect((await t.call('GET', '/user', undefined, renewed)).status).toBe(401)
      expect((await login(t, user.email, 'brand new')).status).toBe(401)
      expect((await verify(t, link)).status).toBe(400)
    })

  test('an earlier change beats the later ones, whoever uses which link first', async ({ t }) => {
    for (const intruderFirst of [false, true]) {
      const user = await t.user()
      const [b, c] = [`b-${user.id}@example.org`, `c-${user.id}@example.org`]
      await move(t, user, b)
      await move(t, user, c)
      const [toA, toB] = [await mailed(t, user.email, CHANGED), await mailed(t, b, CHANGED)]
      if (intruderFirst) {
        expect((await undo(t, toB)).status).toBe(200)
        expect((await account(t, user))?.email).toBe(b)
      }
      expect((await undo(t, toA)).status).toBe(200)
      expect((await account(t, user))?.email).toBe(user.email)
      expect((await undo(t, toB)).status).toBe(400)
      expect((await account(t, user))?.email).toBe(user.email)
    }
  })

  test('takes away the external identity that was linked since, not the one before', async ({ t }) => {
    const user = await t.user()
    const identities = () => t.db`select subject from oauth_identities where user_id = ${user.id}`
    await t.db`insert into oauth_identities (provider, subject, user_id) values ('google', 'own', ${user.id})`
    await move(t, user, 'intruder@example.org')
    await t.db`insert into oauth_identities (provider, subject, user_id) values ('facebook', 'intruder', ${user.id})`
    expect((await undo(t, await mailed(t, user.email, CHANGED))).status).toBe(200)
    expect(await identities()).toEqual([{ subject: 'own' }])
  })

  test('an address that somebody has registered meanwhile is taken back, unless they have verified it', async ({
    t,
  }) => {
    const user = await t.user()
    await move(t, user, 'intruder@example.org')
    const token = await mailed(t, user.email, CHANGED)
    const squatter = await t.user()
    await t.db`update users set email = ${user.email} where id = ${squatter.id}`
    expect((await undo(t, token)).status).toBe(409)
    await t.db`update users set email_verified_at = null where id = ${squatter.id}`
    // An attacker has registered the address that would follow from the account's id.
    const blocker = await t.user()
    await t.db`update users set email = ${`released-${squatter.id}@released.invalid`} where id = ${blocker.id}`
    expect((await undo(t, token)).status).toBe(200)
    expect((await account(t, user))?.email).toBe(user.email)
    expect((await account(t, squatter))?.email).toMatch(/^released-[0-9a-f-]{36}@released\.invalid$/)
    expect((await t.call('GET', '/user', undefined, squatter)).status).toBe(401)
  })

  test('is mailed to verified addresses only, and ends after 72 hours', async ({ t }) => {
    const [mistyped, user] = [await t.user({ verified: false }), await t.user()]
    await move(t, mistyped, 'right@example.org')
    expect(await mailed(t, mistyped.email, CHANGED)).toBe('')
    await move(t, user, 'new@example.org')
    const token = await mailed(t, user.email, CHANGED)
    const [row] = await t.db`select extract(epoch from expires_at - now()) / 3600 as hours from account_undos`
    expect(Number(row?.hours)).toBeGreaterThan(71.9)
    await t.db`update account_undos set expires_at = now() - interval '1 second'`
    expect((await undo(t, token)).status).toBe(400)
    expect((await t.call('GET', `/auth/undo-change?token=${token}`)).status).toBe(400)
    await t.app.jobs.enqueue(t.db, housekeeping, {})
    await t.drain()
    expect(await t.db`select from account_undos`).toHaveLength(0)
  })

  test('works once of ten clicks at once', async ({ t }) => {
    const user = await t.user()
    await move(t, user, 'intruder@example.org')
    const token = await mailed(t, user.email, CHANGED)
    const clicks = await Promise.all(Array.from({ length: 10 }, () => undo(t, token)))
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect(await account(t, user)).toMatchObject({ email: user.email, token_version: 2 })
  })

  test('wins against whatever the intruder does at the same moment', async ({ t }) => {
    for (let round = 0; round < 5; round++) {
      const user = await t.user()
      await move(t, user, `b${round}@example.org`)
      const toC = await startMove(t, user, `c${round}@example.org`)
      const token = await mailed(t, user.email, CHANGED)
      const [undone] = await Promise.all([
        undo(t, token),
        verify(t, toC),
        put(t, user, NEW_PASSWORD),
        put(t, user, { email: `d${round}@example.org` }),
      ])
      expect(undone.status).toBe(200)
      expect(await account(t, user)).toMatchObject({ email: user.email, password_hash: null })
      // No link that was mailed to the intruder changes the address again.
      for (const address of [`b${round}`, `c${round}`, `d${round}`].map((name) => `${name}@example.org`)) {
        await t.drain()
        for (const { text } of await t.mails(address)) {
          expect((await verify(t, linkIn(text))).status).toBe(400)
          expect((await undo(t, linkIn(text))).status).toBe(400)
        }
      }
      expect((await account(t, user))?.email).toBe(user.email)
    }
  })
})
