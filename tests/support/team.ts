import { expect } from 'vitest'
import type { Role } from '../../src/accounts/roles.ts'
import type { TestApp, TestUser } from './app.ts'

/** The key of the latest invitation that was mailed to an address. */
export async function invitationKey(t: TestApp, to: string): Promise<string> {
  await t.drain()
  const mail = (await t.mails(to)).find(({ subject }) => /invitation/.test(subject))
  return /: ([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

export const invite = (
  t: TestApp,
  by: TestUser,
  email: string,
  role: string = 'desk',
  property_ids: string[] | null = null,
) => t.call('POST', '/team', { email, role, property_ids }, by)

export const acceptInvitation = async (t: TestApp, user: TestUser, key?: string) =>
  t.call('POST', `/team/invitations/${key ?? (await invitationKey(t, user.email))}/accept`, {}, user)

/** Somebody with the header by which they act for an account. */
export const actingFor = <User extends TestUser>(user: User, account: TestUser) => ({
  ...user,
  headers: { 'sejour-account': String(account.id) },
})

/** Makes somebody a member of the team of an account, by invitation. Returns them as they act for it. */
export async function joins(
  t: TestApp,
  owner: TestUser,
  role: Role,
  property_ids: string[] | null = null,
  person?: TestUser,
) {
  const user = person ?? (await t.user())
  const invited = await invite(t, owner, user.email, role, property_ids)
  const accepted = await acceptInvitation(t, user)
  expect([invited.status, accepted.status]).toEqual([201, 200])
  return { ...actingFor(user, owner), member_id: String(accepted.body.data.id) }
}

/** The same person for themselves. */
export const asThemselves = ({ id, email, username, token }: TestUser): TestUser => ({ id, email, username, token })
