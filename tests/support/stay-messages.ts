import type { TestApp, TestUser } from './app.ts'

/** The inbox of a company and the conversations of its stays. */

type Caller = TestUser | { token: string; headers?: Record<string, string> }

export const inbox = async (t: TestApp, user: Caller, query = '') =>
  (await t.call('GET', `/inbox${query}`, undefined, user)).body

export const messagesOf = async (t: TestApp, user: Caller, id: number, query = '') =>
  (await t.call('GET', `/reservations/${id}/messages${query}`, undefined, user)).body

export const writeToGuest = (t: TestApp, user: Caller, id: number, body: object) =>
  t.call('POST', `/reservations/${id}/messages`, body, user)

export const markStayRead = (t: TestApp, user: Caller, id: number, body: object = {}) =>
  t.call('POST', `/reservations/${id}/messages/read`, body, user)

/** Source, author and words of messages. */
export const words = ({ data }: { data: { source: string; from: string; content: string; state: string }[] }) =>
  data.map(({ source, from, content, state }) => `${source} ${from} ${state}: ${content}`)
