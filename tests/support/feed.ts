import { expect } from 'vitest'
import type { TestApp, TestUser } from './app.ts'

/** An event of the feed. */
export interface FeedEvent {
  type: string
  subject_id: string
  data: Record<string, unknown> | null
  previous: Record<string, unknown> | null
  actor: { type: string; id: number | null } | null
}

/** Events of the feed after a cursor, when everything that is committed has its position. */
export async function feed(t: TestApp, user: TestUser, after = '', query = '') {
  await t.app.dispatchEvents()
  const { status, body } = await t.call('GET', `/events?after=${after}${query}`, undefined, user)
  expect(status).toBe(200)
  return { events: body.data as FeedEvent[], next: body.meta.next as string, hasMore: body.meta.has_more as boolean }
}
