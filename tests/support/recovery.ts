import { expect } from 'vitest'
import { codeIn, linkIn } from './accounts.ts'
import { PASSWORD, type TestApp, type TestUser } from './app.ts'

/** Changes of address and password, and what undoes them. */

export const NEW_PASSWORD = { password: 'brand new', password_confirmation: 'brand new' }

export const changeOwn = (t: TestApp, user: { token: string }, body: object) =>
  t.call('PUT', '/user', { current_password: PASSWORD, ...body }, user)
export const verifyAddress = (t: TestApp, token: string) => t.call('GET', `/auth/verify-email?token=${token}`)
export const undoChange = (t: TestApp, token: string) => t.call('POST', '/auth/undo-change', { token })

/** The secret of the latest link in a mail to an address with this subject. */
export async function mailedLink(t: TestApp, to: string, subject: RegExp): Promise<string> {
  await t.drain()
  return linkIn((await t.mails(to)).find((mail) => subject.test(mail.subject))?.text ?? '')
}

export const CONFIRM = /Confirmez/
export const CHANGED = /a changé/

/** Requests a change of address and returns the secret of the link that confirms it. */
export async function startMove(t: TestApp, user: { token: string }, to: string): Promise<string> {
  expect((await changeOwn(t, user, { email: to })).status).toBe(200)
  return mailedLink(t, to, CONFIRM)
}

export async function moveAddress(t: TestApp, user: { token: string }, to: string): Promise<void> {
  expect((await verifyAddress(t, await startMove(t, user, to))).status).toBe(200)
}

export async function resetPassword(t: TestApp, email: string): Promise<void> {
  await t.call('POST', '/password_reset/verify_email', { email })
  await t.drain()
  const code = codeIn((await t.mails(email)).find(({ subject }) => /code/.test(subject))?.text ?? '')
  expect(code).toHaveLength(6)
  const exchanged = await t.call('POST', '/password_reset/verify_code_dended', { email, code })
  expect(exchanged).toMatchObject({ status: 200 })
  const answer = await t.call('POST', '/password_reset/reset_old_password', {
    email,
    reset_token: exchanged.body.data.reset_token,
    ...NEW_PASSWORD,
  })
  expect(answer).toMatchObject({ status: 200 })
}

export const account = async (t: TestApp, { id }: TestUser) =>
  (await t.db`select email, password_hash, token_version from users where id = ${id}`)[0]
