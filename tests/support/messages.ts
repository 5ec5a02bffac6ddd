import type { TestApp, TestUser } from './app.ts'
import { scene } from './booking.ts'

/** Messages between two people, and reports of their conversation. */

export const write = (
  t: TestApp,
  from: TestUser,
  to: TestUser,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => t.call('POST', '/messages', { receiver_id: to.id, content: 'Bonjour', ...fields }, { token: from.token, headers })

/** A user's conversations, the latest first. */
export const conversations = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/messages${query}`, undefined, user)).body

/** Messages between two people, the latest first. */
export const history = (t: TestApp, user: TestUser, other: { id: number }, query = '') =>
  t.call('GET', `/messages/${other.id}${query}`, undefined, user)

export const markRead = (t: TestApp, user: TestUser, other: TestUser, body: object = {}) =>
  t.call('POST', `/messages/${other.id}/read`, body, user)

export const report = (
  t: TestApp,
  by: TestUser | undefined,
  other: { id: number },
  body: object = { reason: 'Insultes' },
) => t.call('POST', `/messages/${other.id}/report`, body, by)

/** The reports, as support lists them. */
export const reports = (t: TestApp, by?: TestUser) => t.call('GET', '/messages/reports', undefined, by)

/** Reads the conversation of a report. */
export const readReported = (t: TestApp, by: TestUser | undefined, id: unknown, query = '') =>
  t.call('GET', `/messages/reports/${id}${query}`, undefined, by)

/** A conversation of a guest with an owner, and people who are no party of it. */
export async function conversation(t: TestApp) {
  const people = await scene(t)
  const { owner, guest, home } = people
  for (const content of ['Bonjour', 'Un lit ?', 'Alors ?']) await write(t, guest, owner, { content, property_id: home })
  return {
    ...people,
    support: await t.user({ role: 'support' }),
    admin: await t.user({ role: 'admin' }),
    stranger: await t.user(),
  }
}

/** A conversation whose owner has reported it, and the report. */
export async function reportedConversation(t: TestApp) {
  const people = await conversation(t)
  await report(t, people.owner, people.guest)
  const id: number = (await reports(t, people.support)).body.data[0].id
  return { ...people, id }
}
