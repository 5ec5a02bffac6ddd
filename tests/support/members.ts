import { expect } from 'vitest'
import type { HomeRight } from '../../src/platform/db/enums.ts'
import type { TestApp, TestUser } from './app.ts'

/** The key of the latest invitation that was mailed to an address. */
export async function invitationKey(t: TestApp, to: string): Promise<string> {
  await t.drain()
  const mail = (await t.mails(to)).find(({ subject }) => /invitation/.test(subject))
  return /: ([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

export const acceptInvitation = async (t: TestApp, user: TestUser, key?: string) =>
  t.call('POST', `/member-invitations/${key ?? (await invitationKey(t, user.email))}/accept`, {}, user)

/** Somebody who helps with a home, as they come to: invited, and willing. */
export async function helper(t: TestApp, owner: TestUser, home: string, rights: HomeRight[]): Promise<TestUser> {
  const user = await t.user()
  const { status } = await t.call('POST', `/properties/${home}/members`, { email: user.email, rights }, owner)
  expect([status, (await acceptInvitation(t, user)).status]).toEqual([201, 200])
  return user
}
